/** HIGH_TRANSACTION_AMOUNT: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import {
  accountItems,
  asked,
  counted,
  details,
  type EventReading,
  holds,
  items,
  list,
  ofParams,
  ordered,
  sent,
  transactions,
} from '../event-reading.ts';
import { documented } from '../field-sabotages.ts';
import { GONE } from '../fixtures.ts';

export const reading: EventReading = {
  params: ['absoluteAmountThreshold!', 'accountIds', 'maxTransactionsCount'],
  compared: { absoluteAmountThreshold: 250.5, maxTransactionsCount: 2 },
  silent: ['MESSAGE-LISTED-ONLY', 'RULE-MAX-COUNT-DEFAULT', 'RULE-MAX-COUNT-INERT'],
  message: [
    documented('absoluteAmountThreshold', 'number', 'MESSAGE-HIGH-THRESHOLD'),
    ...accountItems('newTransactions', 'MESSAGE-HIGH'),
    documented('newTransactions[0].newTransactionsCount', 'number', 'MESSAGE-HIGH-COUNT'),
  ],
  details: [
    ...transactions(details, 'HIGH'),
    documented(`${details}[0].isAdjustingEntry`, 'true or false', 'MESSAGE-HIGH-DETAILS-ADJUSTING', {
      mayBe: 'absent',
    }),
  ],
  broken: [
    ...items('HIGH_TRANSACTION_AMOUNT', 'newTransactions', 'MESSAGE-HIGH'),
    ...asked('newTransactions'),
    ...ordered(list, 'MESSAGE-HIGH-DETAILS-ID', 7150436),
    ...counted('MESSAGE-HIGH', { absoluteAmountThreshold: 250.5 }),
    ...holds('MESSAGE-HIGH-QUALIFYING', `${list}/1/amount`, 250.49, -250.49, 0),
    ...[250.51, '-250.5', '13'].flatMap((absoluteAmountThreshold) =>
      ofParams('MESSAGE-HIGH-THRESHOLD /absoluteAmountThreshold', { absoluteAmountThreshold }),
    ),
  ],
  brokenRules: [
    ...sent('RULE-HIGH-PARAMS-REQUIRED', '/params', GONE),
    ...sent('RULE-HIGH-THRESHOLD', '/params/absoluteAmountThreshold', GONE, true),
    // Written as text it is still above the limit (PARAMS-FORM).
    ...sent('RULE-MAX-TRANSACTIONS-COUNT', '/params/maxTransactionsCount', -1, 101, '101', 'many'),
  ],
};
