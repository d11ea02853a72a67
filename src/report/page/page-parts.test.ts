// Evidence is shown while there are bytes left; what is not is counted, and the next one may still fit.
import { expect, test } from 'vitest';
import { Html } from '../../../contracts/src/base/html.ts';
import { ByteBudget } from './page-parts.ts';

const line = new Html('in run.json');
const text = (bytes: number, sign = 'x') => new Html(sign.repeat(bytes));

test('what fits is shown, bytes are counted and not characters, and a smaller one finds the bytes that are left', () => {
  const budget = new ByteBudget(10);
  expect(budget.show([text(6)], line).text).toBe('xxxxxx');
  expect(budget.show([text(3, 'ü')], line)).toBe(line);
  expect(budget.show([text(3, 'ü'), text(4)], line).text).toBe('xxxx');
  expect({ used: budget.used, cut: budget.cut }).toEqual({ used: 10, cut: 2 });
});

test('one piece is never so large that no other is seen, and without bytes there is only the line', () => {
  expect(new ByteBudget(Number.POSITIVE_INFINITY).show([text(50_001)], line)).toBe(line);
  expect(new ByteBudget(-5).show([text(1)], line)).toBe(line);
});
