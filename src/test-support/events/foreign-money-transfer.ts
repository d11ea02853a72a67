/** FOREIGN_MONEY_TRANSFER: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import { type BrokenRow, details, type EventReading, holds, item, list } from '../event-reading.ts';
import { documented } from '../field-sabotages.ts';
import { GONE } from '../fixtures.ts';

const one = `${details}[0]`;

export const reading: EventReading = {
  params: ['accountIds'],
  silent: ['MESSAGE-LISTED-ONLY'],
  accounts: ['newTransactions', 'MESSAGE-FOREIGN'],
  transactions: { list: details, of: 'FOREIGN', first: 7443079 },
  message: [documented('newTransactions[0].transactionsCount', 'number', 'MESSAGE-FOREIGN-COUNT')],
  details: [
    documented(
      `${one}.counterpartAccountNumber`,
      'text',
      'MESSAGE-FOREIGN-DETAILS-NUMBER',
      'unset',
      'personal',
    ),
    documented(`${one}.counterpartBlz`, 'text', 'MESSAGE-FOREIGN-DETAILS-BLZ', 'unset', 'personal'),
    documented(`${one}.counterpartBic`, 'text', 'MESSAGE-FOREIGN-DETAILS-BIC', 'unset', 'personal'),
  ],
  broken: [
    ...holds('MESSAGE-FOREIGN-OUTGOING', `${list}/1/amount`, 0, 0.01, 12.5),
    ...holds('MESSAGE-FOREIGN-COUNT', `${item}/transactionsCount`, 1.5, 3.5, -1, -0.5),
    ...holds('MESSAGE-FOREIGN', list, []),
    ...[50, 3, 1, 0].map(
      (to): BrokenRow => [`MESSAGE-FOREIGN-COUNT ${list}`, { [`${item}/transactionsCount`]: to }],
    ),
    [
      `MESSAGE-FOREIGN ${item}/transactionsCount`,
      { [`${item}/transactionsCount`]: 0, [`${item}/details`]: GONE, '/newTransactions/1/details': GONE },
    ],
  ],
};
