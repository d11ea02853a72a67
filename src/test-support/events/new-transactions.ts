/** NEW_TRANSACTIONS: its fields as the documentation lists them, and messages and rules that break a sentence about it. */
import {
  type BrokenRow,
  type BrokenRule,
  categorized,
  counted,
  details,
  type EventReading,
  list,
  sent,
} from '../event-reading.ts';
import { documented } from '../field-sabotages.ts';

const waits = { params: { waitForCategorization: true } };

const one = `${details}[0]`;

export const reading: EventReading = {
  params: ['accountIds', 'maxTransactionsCount', 'waitForCategorization'],
  compared: { accountIds: '547699,547700', maxTransactionsCount: 2 },
  silent: [
    'RULE-MAX-COUNT-DEFAULT',
    'RULE-MAX-COUNT-INERT',
    'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
  ],
  accounts: ['newTransactions', 'MESSAGE-TRANSACTIONS'],
  transactions: { list: details, of: 'TRANSACTIONS', first: 7443079 },
  message: [documented('newTransactions[0].newTransactionsCount', 'number', 'MESSAGE-TRANSACTIONS-COUNT')],
  details: [
    documented(
      `${one}.isAdjustingEntry`,
      'true or false',
      'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING',
      'absent',
    ),
    documented(`${one}.categoryId`, 'number', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'unset'),
    documented(`${one}.categoryName`, 'text', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'unset'),
  ],
  broken: [
    ...counted('MESSAGE-TRANSACTIONS'),
    ...(
      [
        ['MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'categoryId', '7'],
        ['MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'categoryName', 7],
      ] as const
    ).map(([clause, field, to]): BrokenRow => {
      const place = `${list}/1/${field}`;
      return [`${clause} ${place}`, { ...categorized, [place]: to }, waits];
    }),
  ],
  brokenRules: [
    ...sent('RULE-MAX-TRANSACTIONS-COUNT', '/params/maxTransactionsCount', -1, 101, '101', 'many'),
    ...sent('RULE-TRANSACTIONS-WAIT', '/params/waitForCategorization', 1),
    // Whatever waitForCategorization is, API v1 refuses it.
    ...[true, false].map(
      (waits): BrokenRule => [
        'RULE-WAIT-V1-REFUSED /request/body/params/waitForCategorization',
        {
          '/request/url': 'https://access.example/api/v1/notificationRules',
          '/request/body/json/params/waitForCategorization': waits,
        },
        { apiVersionSelectors: { v1: '/api/v1' } },
      ],
    ),
  ],
};
