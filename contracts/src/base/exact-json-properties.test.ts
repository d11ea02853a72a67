/** Any JSON text is read in both views alike, and refused when it repeats a key. */
import fc from 'fast-check';
import { isLosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { toBig } from './decimal.ts';
import { readJson } from './exact-json.ts';

/** JSON texts with any blanks, spellings of keys, repeated keys and numbers; `clean` says that no key is repeated. */
const written = fc.letrec<{ node: { text: string; clean: boolean } }>((tie) => {
  const blank = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r\n');
  const spaced = (text: string) => fc.tuple(blank, blank).map(([a, b]) => a + text + b);
  const leaf = fc
    .oneof(
      fc
        .string({ unit: fc.constantFrom('"', ':', ' ', '\\', '1', 'e', '-', 'ü', '{', ',') })
        .map((s) => JSON.stringify(s)),
      fc.stringMatching(/^-?(0|[1-9][0-9]{0,18})(\.[0-9]{1,18})?([eE][+-]?[0-9]{1,2})?$/),
      fc.constantFrom('true', 'false', 'null', '12.50', '-0'),
    )
    .chain(spaced)
    .map((text) => ({ text, clean: true }));
  const array = fc.array(tie('node'), { maxLength: 4 }).chain((items) =>
    spaced(`[${items.map((item) => item.text).join(',')}]`).map((text) => ({
      text,
      clean: items.every((item) => item.clean),
    })),
  );
  const key = fc
    .constantFrom('"a"', '"\\u0061"', '"b"', '"b:"', '"c\\""', '"__proto__"', '"1"', '""')
    .chain(spaced);
  const object = fc.array(fc.tuple(key, tie('node')), { maxLength: 4 }).map((entries) => {
    const names = new Set(entries.map(([name]) => JSON.parse(name)));
    return {
      text: `{${entries.map(([name, item]) => `${name}:${item.text}`).join(',')}}`,
      clean: names.size === entries.length && entries.every(([, item]) => item.clean),
    };
  });
  return { node: fc.oneof({ maxDepth: 4 }, leaf, array, object) };
}).node;

const decimalsOf = (tree: unknown): string[] =>
  typeof tree === 'number' || isLosslessNumber(tree)
    ? [toBig(tree)?.toFixed() ?? 'none']
    : Object.values(tree !== null && typeof tree === 'object' ? tree : {}).flatMap(decimalsOf);

test('any text is refused exactly when a key is repeated, and both ways of reading hold the same decimals', () => {
  fc.assert(
    fc.property(written, ({ text, clean }) => {
      if (!clean) {
        expect(() => readJson(text)).toThrow(/^key .* is repeated/);
        return;
      }
      const json = readJson(text);
      expect(json.value).toEqual(JSON.parse(text));
      expect(decimalsOf(json.exact)).toEqual(decimalsOf(readJson(text, { keepSource: true }).exact));
    }),
    { numRuns: 3000 },
  );
});
