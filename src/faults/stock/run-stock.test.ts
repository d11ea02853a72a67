// The stock mutants, and the files of the sandbox that they are made of.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  instrumentedSandbox,
  MUTATED,
  NOT_MUTATED,
  type StockFile,
  type StockInstrumenter,
  type StockMutant,
  stockFiles,
  stockOutcome,
  stockText,
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

test('what is noticed is counted by file', () => {
  const mutant = (id: string): StockMutant => ({ id, file: 'rules.ts', line: 7, edit: 'a → b' });
  const counted = stockFiles([mutant('0'), mutant('1'), mutant('2')], new Set(['0', '2']));
  const own = counted.find(({ file }) => file === 'rules.ts');
  expect(own).toMatchObject({ mutants: 3, noticed: 2, survived: [mutant('1')] });
  expect(counted.map(({ file }) => file)).toContain('events/');
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

test('a mutant has its file, its line and the text that it changes', async () => {
  const { mutants, sources } = await instrumentedSandbox(
    replacing('grant_type === undefined', 'listedIds.has(keyOf(id))'),
  );
  expect(mutants).toEqual([
    {
      ...{ id: '0', file: 'operations/authorization.ts', line: expect.any(Number) },
      edit: 'grant_type === undefined → true',
    },
    { id: '1', file: 'rules.ts', line: expect.any(Number), edit: 'listedIds.has(keyOf(id)) → true' },
  ]);
  const lines = readFileSync(new URL('rules.ts', SANDBOX), 'utf8').split('\n');
  expect(lines[(mutants[1]?.line ?? 0) - 1]).toContain('listedIds.has(keyOf(id))');
  expect(Object.keys(sources)).toEqual(MUTATED.map((file) => new URL(file, SANDBOX).href));
});

test('a file below its number fails the run, with what is not noticed there', () => {
  const survived = [{ id: '7', file: 'rules.ts', line: 12, edit: 'a → b' }];
  const rules = { file: 'rules.ts', mutants: 40, noticed: 30, least: 75, survived };
  const clock: StockFile = { file: 'clock.ts', mutants: 3, noticed: 2, least: 60, survived: [] };
  const worse = { ...rules, noticed: 29 };
  expect([stockOutcome([rules, clock], {}), stockOutcome([worse, clock], {})]).toEqual([
    'upheld',
    'violated',
  ]);
  expect(stockOutcome([rules], { interrupted: 'SIGINT' })).toBe('unproven');
  expect(stockText([rules, clock])).toBe('32 of 43 standard mutants noticed (74 %).\n');
  expect(stockText([worse, clock])).toContain(
    'expected at least 75 %; not noticed are:\n  rules.ts:12: a → b\n31 of 43',
  );
});
