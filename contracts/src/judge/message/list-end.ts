/** Where the lists of a rule end, so far as it is shown (Limits; Events 5). */
import type { Settings } from '../settings.ts';
import type { RuleFacts } from './rule-facts.ts';

/**
 * At its maxTransactionsCount in whole transactions, at 100 without one. Undefined for a rule that was created with a
 * count out of range: of its lists it is shown only that they end at 100, as the schema of every list has it.
 */
export function listEnd(
  { mostTransactions }: Pick<RuleFacts, 'mostTransactions'>,
  { countOutOfRange }: Pick<Settings, 'countOutOfRange'>,
): number | undefined {
  const isInRange = mostTransactions >= 0 && mostTransactions <= 100;
  return isInRange || countOutOfRange === 'refused' ? Math.floor(mostTransactions) : undefined;
}
