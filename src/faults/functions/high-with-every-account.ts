/** An account whose transactions stay below the threshold is told of too. */
import { countedOtherwise, some } from './counted-otherwise.ts';

export const highWithEveryAccount = countedOtherwise(
  ({ transactions }, _, counted) => counted ?? some(transactions),
);
