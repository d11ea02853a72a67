// What the terminal says of a run of the standard mutants, and its outcome.
import { expect, test } from 'vitest';
import type { StockFile } from '../../faults/stock/run-stock.ts';
import { plain } from '../terminal/screen.ts';
import { stockFigures, stockOutcome, stockText } from './strength-text.ts';

const survivor = { id: '7', file: 'rules.ts', line: 12, edit: 'a → b' };
const rules = { file: 'rules.ts', mutants: 40, noticed: 30, least: 75, survived: [survivor] };
const clock: StockFile = { file: 'clock.ts', mutants: 3, noticed: 2, least: 60, survived: [] };

test('the figure counts every mutant, in all and by file', () => {
  expect(stockText([rules, clock], plain, {})).toBe('32 of 43 standard mutants noticed (74 %).\n');
  expect(stockFigures([rules, clock])).toContain('| rules.ts | 40 | 30 (75 %) |');
  expect(stockOutcome([rules, clock], {})).toBe('upheld');
});

test('a file that is below its number fails the run, with what is not noticed there', () => {
  const worse = { ...rules, noticed: 29 };
  expect(stockOutcome([worse, clock], {})).toBe('violated');
  expect(stockText([worse, clock], plain, {})).toBe(
    'rules.ts: 73 % noticed, expected at least 75 %; not noticed are:\n' +
      '  12: a → b\n31 of 43 standard mutants noticed (72 %).\n',
  );
});

test('an interrupted run proves nothing and has no figure', () => {
  expect(stockOutcome([rules], { interrupted: 'SIGINT' })).toBe('unproven');
  expect(stockText([rules], plain, { interrupted: 'SIGINT' })).toBe(
    'The run was interrupted, and no figure is written.\n',
  );
});
