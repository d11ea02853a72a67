/** Which clauses are not evaluated for a message, whatever it holds: fields of another rule or of a later service. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { Settings } from '../settings.ts';
import { knowsAdjustingEntry } from './knows-adjusting-entry.ts';
import type { RuleFacts } from './rule-facts.ts';

const ADJUSTING: ClauseId[] = ['MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', 'MESSAGE-HIGH-DETAILS-ADJUSTING'];
/** Trigger semantics 10: evaluated only for rules created with waitForCategorization. */
const CATEGORIES: ClauseId[] = [
  'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
  'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
];

export function unreadClauses(rule: RuleFacts | undefined, { serviceVersion }: Settings): ClauseId[] {
  return [
    ...(knowsAdjustingEntry(serviceVersion) ? [] : ADJUSTING),
    ...(rule?.waitsForCategorization ? [] : CATEGORIES),
  ];
}
