/** A row of the tables of messages that are good alone but not as messages of their rule. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';
import { GONE } from './answer-sabotages.ts';

export interface SabotagedByRule {
  readonly event: TriggerEvent;
  /** Pointers into the good message, and what is set there. */
  readonly edits: readonly (readonly [pointer: string, to: unknown])[];
  /** What the good rule of the event has instead. */
  readonly rule: Partial<NotificationRule>;
  readonly due: readonly [clause: ClauseId, pointer: string, message: string];
}

export function row(
  event: TriggerEvent,
  edits: SabotagedByRule['edits'],
  rule: SabotagedByRule['rule'],
  ...due: SabotagedByRule['due']
): SabotagedByRule {
  return { event, edits, rule, due };
}

/** Messages in plain text that are good alone but not with the thresholds, the category and the waiting of their rule. */

const list = '/newTransactions/0/details/transactionDetails';

const thresholds = [
  ...[87.4, '87.4101', '87.40'].map((balanceThreshold) =>
    row(
      'LOW_ACCOUNT_BALANCE',
      [],
      { params: { balanceThreshold } },
      'MESSAGE-LOW-THRESHOLD',
      '/balanceThreshold',
      `balanceThreshold is 87.41, not ${balanceThreshold}, that of the rule`,
    ),
  ),
  ...[12.51, '-12.5', '13'].map((absoluteAmountThreshold) =>
    row(
      'HIGH_TRANSACTION_AMOUNT',
      [],
      { params: { absoluteAmountThreshold } },
      'MESSAGE-HIGH-THRESHOLD',
      '/absoluteAmountThreshold',
      `absoluteAmountThreshold is 12.5, not ${absoluteAmountThreshold}, that of the rule`,
    ),
  ),
];

const categories = [
  row(
    'CATEGORY_CASH_FLOW',
    [],
    { params: { categoryId: '70', includeChildCategories: false } },
    'MESSAGE-CATEGORY-ID',
    '/categoryId',
    'categoryId is 7, not "70", that of the rule',
  ),
  ...[true, 'true'].map((includeChildCategories) =>
    row(
      'CATEGORY_CASH_FLOW',
      [],
      { params: { categoryId: '7', includeChildCategories } },
      'MESSAGE-CATEGORY-CHILDREN',
      '/includeChildCategories',
      'includeChildCategories is false, not true, that of the rule',
    ),
  ),
  row(
    'CATEGORY_CASH_FLOW',
    [],
    { params: { categoryId: '7' } },
    'RULE-CATEGORY-CHILDREN-DEFAULT',
    '/includeChildCategories',
    'includeChildCategories is false, not true, for a rule that does not say',
  ),
];

const waiting = (
  [
    ['categoryId', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'categoryName'],
    ['categoryName', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'categoryId'],
  ] as const
).flatMap(([field, clause, other]) => {
  const rule = { params: { waitForCategorization: true } };
  const categorized = [0, 1, 2].flatMap((index) => [
    [`${list}/${index}/${other}`, null] as const,
    [`${list}/${index}/${field}`, null] as const,
  ]);
  const another = '/newTransactions/1/details/transactionDetails/0';
  const edits = [...categorized, [`${another}/categoryId`, 7], [`${another}/categoryName`, 'Rent']] as const;
  const pointer = `${list}/2/${field}`;
  const wrong = field === 'categoryId' ? '7' : 7;
  const kind = field === 'categoryId' ? 'text, not a number or null' : 'a number, not text or null';
  return [
    row(
      'NEW_TRANSACTIONS',
      [...edits, [pointer, GONE]],
      rule,
      clause,
      pointer,
      `${field} is missing, and the rule waits for categorization`,
    ),
    row(
      'NEW_TRANSACTIONS',
      [...edits, [pointer, wrong]],
      rule,
      clause,
      pointer,
      `transactionDetails[2].${field} is ${kind}`,
    ),
  ];
});

export const sabotagedByParams: readonly SabotagedByRule[] = [...thresholds, ...categories, ...waiting];

/** Messages in plain text that are good alone but not as messages of their rule, each with the finding that is due. */

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

const listOfSabotagedByRule = '/newTransactions/0/details/transactionDetails';

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
    listOfSabotagedByRule,
    'transactionDetails is a list of 3, not at most 2, the maxTransactionsCount of the rule',
  ),
  ...[4, '5', 100, 4.5].map((maxTransactionsCount) =>
    row(
      event,
      [['/newTransactions/0/newTransactionsCount', 4]],
      { params: { ...params, maxTransactionsCount } },
      counted,
      listOfSabotagedByRule,
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
      listOfSabotagedByRule,
      `transactionDetails is a list of 3, not of ${due}, as newTransactionsCount and a rule without maxTransactionsCount have it`,
    ),
  ),
  row(
    event,
    [['/newTransactions/0/newTransactionsCount', 1000]],
    { params: { ...params, maxTransactionsCount: 4 } },
    counted,
    listOfSabotagedByRule,
    'transactionDetails is a list of 3, not of 4, as newTransactionsCount and the rule have it',
  ),
  row(
    event,
    [
      ['/newTransactions/0/newTransactionsCount', 0],
      [listOfSabotagedByRule, []],
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
