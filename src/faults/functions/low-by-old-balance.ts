/** The balance before the update is held against the threshold. */
import { countedOtherwise, NOTHING_MORE } from './counted-otherwise.ts';

export const lowByOldBalance = countedOtherwise(({ oldBalance }, { params: { balanceThreshold } }) =>
  balanceThreshold && oldBalance.lt(balanceThreshold) ? NOTHING_MORE : undefined,
);
