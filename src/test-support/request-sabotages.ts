/** Notification rules that the documentation refuses and that are created all the same, each wrong in one way. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { type Exchange, jsonOf, member } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { GONE, type SabotagedExchange, sentField } from './answer-sabotages.ts';
import { edited } from './field-sabotages.ts';
import { goodExchanges } from './good-exchanges.ts';

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

/** Requests that break a documented rule and are answered with success, each wrong in one way. */

const v1Types =
  '"Checking" or "Savings" or "CreditCard" or "Security" or "Loan" or "Membership" or "Bausparen"';
const v2Types =
  '"CHECKING" or "SAVINGS" or "CREDIT_CARD" or "SECURITY" or "MEMBERSHIP" or "LOAN" or "BAUSPAREN"';
const interfaces = '"XS2A" or "FINTS_SERVER" or "WEB_SCRAPER"';
const v1Lines = 'moneyTransfers[0].structuredRemittanceInformation[1]';
const v2Lines = 'orders[0].structuredRemittanceInformation[0]';

/** What stands in the lists of a request; the fields themselves are in the table of request fields. */
const entries: [OperationId, string, unknown, ClauseId, string][] = [
  [
    'importBankConnectionV1',
    'accountTypes[2]',
    'CREDIT_CARD',
    'V1-IMPORT-ACCOUNT-TYPES',
    `"CREDIT_CARD", not ${v1Types}`,
  ],
  [
    'createBankConnectionImport',
    'accountTypes[2]',
    'CREDITCARD',
    'V2-IMPORT-ACCOUNT-TYPES',
    `"CREDITCARD", not ${v2Types}`,
  ],
  [
    'createBankConnectionImport',
    'allowedInterfaces[1]',
    'HBCI',
    'V2-IMPORT-INTERFACES',
    `"HBCI", not ${interfaces}`,
  ],
  ['createMoneyTransferV1', 'moneyTransfers[1]', 'text', 'V1-CREATE-ORDERS', 'text, not an object'],
  ['createMoneyTransferV1', v1Lines, 5390, 'V1-ORDER-REMITTANCE', 'a number, not text'],
  ['createStandalonePayment', 'orders[0]', [], 'V2-PAYMENT-ORDERS', 'a list, not an object'],
  ['createStandalonePayment', v2Lines, null, 'V2-ORDER-REMITTANCE', 'null, not text'],
];

export const sabotagedRequests: readonly SabotagedExchange[] = [
  ...sabotagedRules,
  ...entries.map(([operation, ...row]) => sentField(operation, goodExchanges[operation][0], ...row)),
];
