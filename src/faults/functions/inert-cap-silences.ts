/** A rule without details whose maxTransactionsCount is 0 sends nothing. */
import { countedOtherwise } from './counted-otherwise.ts';

export const inertCapSilences = countedOtherwise((_, { params, includeDetails }, counted) =>
  !includeDetails && params.maxTransactionsCount === 0 ? undefined : counted,
);
