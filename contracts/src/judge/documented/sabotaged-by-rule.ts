/** Messages in plain text that are good alone but not as messages of their rule, each with the finding that is due. */
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { sabotagedByParams } from './sabotaged-by-params.ts';
import { GONE } from './sabotaged-exchange.ts';
import { row, type SabotagedByRule } from './sabotaged-rule-row.ts';

const events: readonly TriggerEvent[] = [
  'NEW_ACCOUNT_BALANCE',
  'NEW_TRANSACTIONS',
  'BANK_LOGIN_ERROR',
  'FOREIGN_MONEY_TRANSFER',
  'LOW_ACCOUNT_BALANCE',
  'HIGH_TRANSACTION_AMOUNT',
  'CATEGORY_CASH_FLOW',
  'NEW_TERMS_AND_CONDITIONS',
];

const identity = events.flatMap((event) => {
  const other = event === 'NEW_TRANSACTIONS' ? 'HIGH_TRANSACTION_AMOUNT' : 'NEW_TRANSACTIONS';
  return [
    row(
      event,
      [['/notificationRuleId', 8]],
      {},
      'MESSAGE-RULE-ID',
      '/notificationRuleId',
      'notificationRuleId is 8, not 7, the id of its rule',
    ),
    row(
      event,
      [['/callbackHandle', 'My-rule']],
      {},
      'MESSAGE-CALLBACK-HANDLE',
      '/callbackHandle',
      'callbackHandle is another text of 7 characters, not that of its rule',
    ),
    row(
      event,
      [],
      { triggerEvent: other },
      'MESSAGE-TRIGGER-EVENT',
      '/triggerEvent',
      `triggerEvent is "${event}", not "${other}", that of its rule`,
    ),
  ];
});

/** The events whose good message has one item. */
const oneItem = [
  ['LOW_ACCOUNT_BALANCE', '/balanceChanges/0', { balanceThreshold: 87.41 }],
  ['HIGH_TRANSACTION_AMOUNT', '/newTransactions/0', { absoluteAmountThreshold: 12.5 }],
] as const;

const details = oneItem.flatMap(([event, at]) => [
  row(
    event,
    [],
    { includeDetails: false },
    'MESSAGE-DETAILS-ONLY-ASKED',
    `${at}/details`,
    'details is there for a rule without includeDetails, not absent',
  ),
  row(
    event,
    [[`${at}/details`, GONE]],
    {},
    'MESSAGE-DETAILS-PRESENT',
    `${at}/details`,
    'details is missing, and the rule includes details',
  ),
]);

const listed = [
  ...oneItem.map(([event, at, params]) =>
    row(
      event,
      [],
      { params: { ...params, accountIds: '1,10,1011' } },
      'MESSAGE-LISTED-ONLY',
      `${at}/accountId`,
      'accountId is 101, not one of accountIds of the rule',
    ),
  ),
  row(
    'BANK_LOGIN_ERROR',
    [],
    { params: { bankConnectionIds: '11' } },
    'MESSAGE-LISTED-ONLY',
    '/loginErrors/1/bankConnectionId',
    'bankConnectionId is 12, not one of bankConnectionIds of the rule',
  ),
  row(
    'NEW_ACCOUNT_BALANCE',
    [],
    { params: { accountIds: '101' } },
    'MESSAGE-LISTED-ONLY',
    '/balanceChanges/1/accountId',
    'accountId is 102, not one of accountIds of the rule',
  ),
  row(
    'CATEGORY_CASH_FLOW',
    [],
    { params: { categoryId: '7', includeChildCategories: false, accountIds: '102' } },
    'MESSAGE-LISTED-ONLY',
    '/categoryCashFlows/0/accountId',
    'accountId is 101, not one of accountIds of the rule',
  ),
];

const list = '/newTransactions/0/details/transactionDetails';

/** By events whose lists are cut; the good lists hold three. */
const capped = (
  [
    ['NEW_TRANSACTIONS', 'MESSAGE-TRANSACTIONS-COUNT', 'MESSAGE-TRANSACTIONS', {}],
    ['HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH-COUNT', 'MESSAGE-HIGH', { absoluteAmountThreshold: 12.5 }],
  ] as const
).flatMap(([event, counted, some, params]) => [
  row(
    event,
    [],
    { params: { ...params, maxTransactionsCount: 2 } },
    'MESSAGE-LIST-CAP',
    list,
    'transactionDetails is a list of 3, not at most 2, the maxTransactionsCount of the rule',
  ),
  ...[4, '5', 100, 4.5].map((maxTransactionsCount) =>
    row(
      event,
      [['/newTransactions/0/newTransactionsCount', 4]],
      { params: { ...params, maxTransactionsCount } },
      counted,
      list,
      'transactionDetails is a list of 3, not of 4, as newTransactionsCount and the rule have it',
    ),
  ),
  // A rule that does not say has 100.
  ...[
    [4, 4],
    [1000, 100],
  ].map(([count, due]) =>
    row(
      event,
      [['/newTransactions/0/newTransactionsCount', count]],
      { params },
      'RULE-MAX-COUNT-DEFAULT',
      list,
      `transactionDetails is a list of 3, not of ${due}, as newTransactionsCount and a rule without maxTransactionsCount have it`,
    ),
  ),
  row(
    event,
    [['/newTransactions/0/newTransactionsCount', 1000]],
    { params: { ...params, maxTransactionsCount: 4 } },
    counted,
    list,
    'transactionDetails is a list of 3, not of 4, as newTransactionsCount and the rule have it',
  ),
  row(
    event,
    [
      ['/newTransactions/0/newTransactionsCount', 0],
      [list, []],
    ],
    {},
    some,
    '/newTransactions/0/newTransactionsCount',
    'newTransactionsCount is 0, not the number of transactions that made the item',
  ),
]);

export const sabotagedByRule: readonly SabotagedByRule[] = [
  ...identity,
  ...details,
  ...listed,
  ...capped,
  ...sabotagedByParams,
];
