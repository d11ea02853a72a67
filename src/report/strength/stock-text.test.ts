// What the terminal says of a run of the stock mutants, and its outcome.
import { expect, test } from 'vitest';
import type { StockResult } from '../../faults/stock/run-stock.ts';
import { plain } from '../terminal/screen.ts';
import { stockOutcome, stockText } from './strength-text.ts';

const survivor = { id: '7', file: 'rules.ts', within: 'ruleOf', edit: 'a → b' };
const result = (more: Partial<StockResult> = {}): StockResult => ({
  ...{ mutants: 100, noticed: 76, survived: Array(4).fill(survivor), stale: [] },
  listed: { equivalent: 5, 'not documented': 10, 'bounds and plumbing': 5 },
  ...more,
});

test.each<[string, Partial<StockResult>, string]>([
  ['95 % noticed and 20 % listed', {}, 'upheld'],
  ['94 % noticed', { noticed: 75, survived: Array(5).fill(survivor) }, 'violated'],
  ['31 % listed', { noticed: 69, survived: [] }, 'violated'],
  ['an entry that is noticed', { stale: ['a case notices it'] }, 'violated'],
])('%s', (_, more, outcome) => {
  expect(stockOutcome(result(more), {})).toBe(outcome);
});

test('an interrupted run proves nothing and has no figure', () => {
  const interrupted = { interrupted: 'SIGINT' } as const;
  expect(stockOutcome(result(), interrupted)).toBe('unproven');
  expect(stockText(result(), plain, interrupted)).toBe(
    'The run was interrupted, and no figure is written.\n',
  );
});

test('survivors and wrong entries are named, and the figure says what it is of', () => {
  const text = stockText(result({ survived: [survivor], stale: ['no mutant is like it'] }), plain, {});
  expect(text).toContain('1 mutant that no case notices and no reason excuses:\n  rules.ts ruleOf: a → b\n');
  expect(text).toContain('Wrong in src/faults/stock/stock-survivors.yaml:\n  no mutant is like it\n');
  expect(text).toContain('The cases notice 76 of the other 77 (98 %).\n');
  expect(text).toContain('(equivalent 5, not documented 10, bounds and plumbing 5)');
});
