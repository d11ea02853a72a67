// The stock mutants by their names, and the list of survivors beside what a run notices.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  instrumentedSandbox,
  listedSurvivors,
  MUTATED,
  NOT_MUTATED,
  type StockInstrumenter,
  type StockMutant,
  SURVIVOR_KINDS,
  stockResult,
} from './run-stock.ts';

const SANDBOX = new URL('../../sandbox/', import.meta.url);

test('each file of the sandbox is mutated, or left out for a reason', () => {
  const files = readdirSync(SANDBOX, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file))
    .map((file) => (/^(control|generated)\//.exec(file) ?? [file])[0]);
  const left = Object.keys(NOT_MUTATED).filter((name) => !name.includes(' '));
  expect([...MUTATED, ...left].sort()).toEqual([...new Set(files)].sort());
});

test('each function that is left out is there', () => {
  const parts = Object.keys(NOT_MUTATED).map((name) => name.split(' '));
  const gone = parts.filter(([file = '', within]) => {
    const name = within?.split('.').at(-1) ?? '';
    return within !== undefined && !readFileSync(new URL(file, SANDBOX), 'utf8').includes(name);
  });
  expect(gone).toEqual([]);
});

const mutant = (id: string, edit: string): StockMutant => ({ id, file: 'rules.ts', within: 'ruleOf', edit });
const mutants = [mutant('0', 'a → b'), mutant('1', 'a → c'), mutant('2', 'd → e')];
const list = (...edits: string[]) => [
  { file: 'rules.ts', within: 'ruleOf', as: 'equivalent', because: 'it is', edits } as const,
];

test('a survivor is listed or counts; what is listed is not counted', () => {
  expect(stockResult(mutants, new Set(['0']), list('a → c'))).toEqual({
    ...{ mutants: 3, noticed: 1, survived: [mutants[2]], stale: [] },
    listed: { equivalent: 1, 'not documented': 0, 'bounds and plumbing': 0 },
  });
});

test('an entry that is noticed, and one that no mutant is like, are stale', () => {
  expect(stockResult(mutants, new Set(['0', '1', '2']), list('a → b', 'a → x')).stale).toEqual([
    'a case notices rules.ts ruleOf: a → b',
    'no mutant is like rules.ts ruleOf: a → x',
  ]);
});

test('each entry has a kind and a reason, is there once, and changes a text that its file has', () => {
  const entries = listedSurvivors().flatMap(({ edits, ...group }) =>
    edits.map((edit) => ({ ...group, edit })),
  );
  const texts = new Map(MUTATED.map((file) => [String(file), readFileSync(new URL(file, SANDBOX), 'utf8')]));
  const wrong = entries.filter(({ file, as, because, edit }) => {
    const [original = ''] = edit.split(' → ');
    const text = texts.get(file)?.replace(/\s+/g, ' ');
    return !SURVIVOR_KINDS.includes(as) || !because || !text?.includes(original.replace(/…$/, ''));
  });
  expect(wrong).toEqual([]);
  const names = entries.map(({ file, within, edit }) => `${file} ${within} ${edit}`);
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

/** Puts `true` in place of each of these texts, wherever one is. */
const replacing = (...originals: string[]): StockInstrumenter => ({
  Instrumenter: class {
    async instrument(files: readonly { name: string; content: string; mutate: true }[]) {
      const found = files.flatMap(({ name, content }) =>
        content.split('\n').flatMap((text, line) =>
          originals
            .filter((original) => text.includes(original))
            .map((original) => {
              const column = text.indexOf(original);
              const end = { line, column: column + original.length };
              return { fileName: name, replacement: 'true', location: { start: { line, column }, end } };
            }),
        ),
      );
      return { files, mutants: found.map((one, at) => ({ ...one, id: String(at) })) };
    }
  },
});

test('a mutant is named by its file, its function or member, and the text that it changes', async () => {
  const { mutants: named, sources } = await instrumentedSandbox(
    replacing('grant_type === undefined', 'payment === undefined', 'this.#known < this.#rules.length'),
  );
  expect(named).toEqual([
    ...[
      { file: 'rules.ts', within: 'RuleIndex.#update', edit: 'this.#known < this.#rules.length → true' },
      { file: 'operations/authorization.ts', within: 'grant', edit: 'grant_type === undefined → true' },
      {
        file: 'operations/handlers.ts',
        within: 'handlers.submitPaymentV1',
        edit: 'payment === undefined → true',
      },
    ].map((one, at) => ({ id: String(at), ...one })),
  ]);
  expect(Object.keys(sources)).toEqual(MUTATED.map((file) => new URL(file, SANDBOX).href));
});
