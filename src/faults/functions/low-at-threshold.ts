/** A balance that is at the threshold counts as one below it. */
import { countedOtherwise, NOTHING_MORE } from './counted-otherwise.ts';

export const lowAtThreshold = countedOtherwise(({ newBalance }, { params: { balanceThreshold } }, counted) =>
  balanceThreshold && newBalance?.eq(balanceThreshold) ? NOTHING_MORE : counted,
);
