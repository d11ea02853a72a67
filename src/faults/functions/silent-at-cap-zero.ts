/** A rule whose lists are to stay empty sends nothing at all. */
import { countedOtherwise } from './counted-otherwise.ts';

export const silentAtCapZero = countedOtherwise((_, { params, includeDetails }, counted) =>
  includeDetails && params.maxTransactionsCount === 0 ? undefined : counted,
);
