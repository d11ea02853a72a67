/** Amounts are held against the threshold with their sign. */
import { amountOf } from '../../sandbox/amount.ts';
import { countedOtherwise, some } from './counted-otherwise.ts';

export const highOnSignedAmounts = countedOtherwise((_, _rule, counted) =>
  some((counted ?? []).filter(({ amount }) => amountOf(amount).gte(0))),
);
