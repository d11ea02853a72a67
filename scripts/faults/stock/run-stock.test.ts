// The stock mutants, and the files of the sandbox that they are made of.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  MUTATED,
  NOT_MUTATED,
  type StockFile,
  type StockMutant,
  stockFiles,
  stockOutcome,
  stockText,
} from './run-stock.ts';

const SANDBOX = new URL('../../../src/sandbox/', import.meta.url);

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
