/** HIGH_TRANSACTION_AMOUNT: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import { asked, counted, details, type EventReading, holds, list, ofParams, sent } from '../event-reading.ts';
import { documented } from '../field-sabotages.ts';
import { GONE } from '../fixtures.ts';

const one = `${details}[0]`;

export const reading: EventReading = {
  params: ['absoluteAmountThreshold!', 'accountIds', 'maxTransactionsCount'],
  compared: { absoluteAmountThreshold: 250.5, maxTransactionsCount: 2 },
  silent: ['MESSAGE-LISTED-ONLY', 'RULE-MAX-COUNT-DEFAULT', 'RULE-MAX-COUNT-INERT'],
  accounts: ['newTransactions', 'MESSAGE-HIGH'],
  transactions: { list: details, of: 'HIGH', first: 7150436 },
  message: [
    documented('absoluteAmountThreshold', 'BigDecimal', 'MESSAGE-HIGH-THRESHOLD'),
    documented('newTransactions[0].newTransactionsCount', 'number', 'MESSAGE-HIGH-COUNT'),
  ],
  details: [
    documented(`${one}.isAdjustingEntry`, 'true or false', 'MESSAGE-HIGH-DETAILS-ADJUSTING', 'absent'),
  ],
  broken: [
    ...asked('newTransactions'),
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
