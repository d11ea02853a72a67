/** A balance that fell does not count as changed. */
import { countedOtherwise } from './counted-otherwise.ts';

export const onlyGrowingBalanceFires = countedOtherwise(({ oldBalance, newBalance }, _, counted) =>
  newBalance?.lt(oldBalance) ? undefined : counted,
);
