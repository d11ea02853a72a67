/** Notification rules that the documentation refuses and that are created all the same, each wrong in one way. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { triggerEvents } from '../../../generated/operations.ts';
import { type Exchange, jsonOf, member } from '../exchange.ts';
import { goodExchanges } from './good-exchanges.ts';
import { GONE, type SabotagedExchange, sentField } from './sabotaged-exchange.ts';
import { edited } from './sabotages.ts';

type Row = [event: string, field: string, to: unknown, clause: ClauseId, is: string];

const required: Row[] = [
  ['LOW_ACCOUNT_BALANCE', 'params', GONE, 'RULE-LOW-PARAMS-REQUIRED', 'missing'],
  ['LOW_ACCOUNT_BALANCE', 'params.balanceThreshold', GONE, 'RULE-LOW-THRESHOLD', 'missing'],
  ['LOW_ACCOUNT_BALANCE', 'params.balanceThreshold', null, 'RULE-LOW-THRESHOLD', 'null, not a number'],
  ['LOW_ACCOUNT_BALANCE', 'params.balanceThreshold', 'low', 'RULE-LOW-THRESHOLD', 'text, not a number'],
  ['HIGH_TRANSACTION_AMOUNT', 'params', GONE, 'RULE-HIGH-PARAMS-REQUIRED', 'missing'],
  ['HIGH_TRANSACTION_AMOUNT', 'params.absoluteAmountThreshold', GONE, 'RULE-HIGH-THRESHOLD', 'missing'],
  [
    'HIGH_TRANSACTION_AMOUNT',
    'params.absoluteAmountThreshold',
    true,
    'RULE-HIGH-THRESHOLD',
    'true, not a number',
  ],
  ['CATEGORY_CASH_FLOW', 'params', GONE, 'RULE-CATEGORY-PARAMS-REQUIRED', 'missing'],
  ['CATEGORY_CASH_FLOW', 'params.categoryId', GONE, 'RULE-CATEGORY-ID', 'missing'],
  ['CATEGORY_CASH_FLOW', 'params.categoryId', null, 'RULE-CATEGORY-ID', 'null, not text'],
  ['CATEGORY_CASH_FLOW', 'params.categoryId', 7, 'RULE-CATEGORY-ID', 'a number, not text'],
];

const counts = ['NEW_TRANSACTIONS', 'HIGH_TRANSACTION_AMOUNT'].flatMap((event) =>
  [
    [-1, '-1, not at least 0'],
    [101, '101, not at most 100'],
    // Written as text it is still above the limit (PARAMS-FORM).
    ['101', '101, not at most 100'],
    ['many', 'text, not a number'],
    [null, 'null, not a number'],
  ].map(
    ([to, is]): Row => [event, 'params.maxTransactionsCount', to, 'RULE-MAX-TRANSACTIONS-COUNT', String(is)],
  ),
);

const listed = 'not identifiers with a comma between each two';
const lists = (
  [
    ['NEW_ACCOUNT_BALANCE', 'params.accountIds', 'RULE-ACCOUNT-IDS'],
    ['NEW_TRANSACTIONS', 'params.accountIds', 'RULE-ACCOUNT-IDS'],
    ['FOREIGN_MONEY_TRANSFER', 'params.accountIds', 'RULE-ACCOUNT-IDS'],
    ['LOW_ACCOUNT_BALANCE', 'params.accountIds', 'RULE-ACCOUNT-IDS'],
    ['HIGH_TRANSACTION_AMOUNT', 'params.accountIds', 'RULE-ACCOUNT-IDS'],
    ['CATEGORY_CASH_FLOW', 'params.accountIds', 'RULE-ACCOUNT-IDS'],
    ['BANK_LOGIN_ERROR', 'params.bankConnectionIds', 'RULE-BANK-CONNECTION-IDS'],
  ] as const
).flatMap(([event, field, clause]): Row[] => [
  [event, field, 17, clause, 'a number, not text'],
  [event, field, ['1', '2'], clause, 'a list, not text'],
  [event, field, '', clause, `"", ${listed}`],
  [event, field, '1,,2', clause, `"1,,2", ${listed}`],
]);

const events = triggerEvents.map((event) => `"${event}"`).join(' or ');
const other: Row[] = [
  [
    'NEW_TRANSACTIONS',
    'params.waitForCategorization',
    1,
    'RULE-TRANSACTIONS-WAIT',
    'a number, not true or false',
  ],
  [
    'CATEGORY_CASH_FLOW',
    'params.includeChildCategories',
    'no',
    'RULE-CATEGORY-CHILDREN',
    'text, not true or false',
  ],
  ['NEW_ACCOUNT_BALANCE', 'triggerEvent', 'OTHER', 'RULE-TRIGGER-EVENT', `"OTHER", not ${events}`],
  [
    'NEW_ACCOUNT_BALANCE',
    'triggerEvent',
    'new_transactions',
    'RULE-TRIGGER-EVENT',
    `"new_transactions", not ${events}`,
  ],
  ['NEW_ACCOUNT_BALANCE', 'params', '1,2', 'RULE-PARAMS', 'text, not an object'],
  ['NEW_ACCOUNT_BALANCE', 'params', null, 'RULE-PARAMS', 'null, not an object'],
  ['NEW_ACCOUNT_BALANCE', 'callbackHandle', 17, 'RULE-CALLBACK-HANDLE', 'a number, not text'],
  ['NEW_ACCOUNT_BALANCE', 'includeDetails', 'true', 'RULE-INCLUDE-DETAILS', 'text, not true or false'],
];

/** Whatever waitForCategorization is, API v1 refuses to be told. */
const waits = [true, false].map((to): SabotagedExchange => {
  const good = goodRule('NEW_TRANSACTIONS');
  const onV1 = edited(good, '/request/url', 'https://access.example/api/v1/notificationRules');
  return {
    operation: 'createNotificationRule',
    exchange: edited(onV1, '/request/body/json/params/waitForCategorization', to),
    finding: {
      clause: 'RULE-WAIT-V1-REFUSED',
      pointer: '/request/body/params/waitForCategorization',
      message: `waitForCategorization is accepted with ${good.response.status}, not refused on API v1`,
    },
  };
});

export const sabotagedRules: readonly SabotagedExchange[] = [
  ...[...required, ...counts, ...lists, ...other].map(([event, ...row]) =>
    sentField('createNotificationRule', goodRule(event), ...row),
  ),
  ...waits,
];

/** The first good rule of a trigger event, which says most. */
function goodRule(event: string): Exchange {
  const found = goodExchanges.createNotificationRule.find(
    ({ request }) => member(jsonOf(request.body), 'triggerEvent') === event,
  );
  if (!found) throw new Error(`there is no good rule of ${event}`);
  return found;
}
