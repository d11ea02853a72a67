/** A balance that was below the threshold already tells nobody that it still is. */
import { countedOtherwise } from './counted-otherwise.ts';

export const lowOnlyWhenCrossing = countedOtherwise(
  ({ oldBalance }, { params: { balanceThreshold } }, counted) =>
    balanceThreshold && oldBalance.lt(balanceThreshold) ? undefined : counted,
);
