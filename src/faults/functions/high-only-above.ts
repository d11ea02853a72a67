/** An amount that is at the threshold does not reach it. */
import { amountOf } from '../../sandbox/amount.ts';
import { countedOtherwise, some } from './counted-otherwise.ts';

export const highOnlyAbove = countedOtherwise((_, { params: { absoluteAmountThreshold } }, counted) =>
  some((counted ?? []).filter(({ amount }) => !absoluteAmountThreshold?.eq(amountOf(amount).abs()))),
);
