/** Exchanges that break one sentence of the documentation each: edits of the `full` fixtures of an operation. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import { pointerOf } from './field-sabotages.ts';
import { type Edits, edited, GONE, goodExchanges } from './fixtures.ts';

export interface BrokenExchange {
  readonly operation: OperationId;
  readonly exchange: Exchange;
  readonly settings?: Partial<Settings>;
  /** `CLAUSE pointer: message` of the one finding. */
  readonly due: string;
}

function breaks(
  operation: OperationId,
  due: string,
  edits: Edits,
  settings?: Partial<Settings>,
  good: Exchange = goodExchanges[operation][0],
): BrokenExchange {
  return { operation, exchange: edited(good, edits), due, ...(settings && { settings }) };
}

/** A field of the answer that holds something else; the message is "<field> is <found>". */
function answered(operation: OperationId, field: string, to: unknown, clause: ClauseId, is: string) {
  const pointer = pointerOf(field);
  const due = `${clause} /response/body${pointer}: ${field} is ${is}`;
  return breaks(operation, due, { [`/response/body/json${pointer}`]: to });
}

/** A field of the request that holds something else, and the call succeeds all the same. */
function sent(
  operation: OperationId,
  field: string,
  to: unknown,
  clause: ClauseId,
  is: string,
  good: Exchange = goodExchanges[operation][0],
) {
  const pointer = pointerOf(field);
  // Only required params have to be there for the call to succeed.
  const whose = to === GONE ? `, and the call is answered with ${good.response.status}` : ' (client)';
  const due = `${clause} /request/body${pointer}: ${field} is ${is}${whose}`;
  return breaks(operation, due, { [`/request/body/json${pointer}`]: to }, undefined, good);
}

const bodies = (
  [
    ['createToken', 'AUTH-TOKEN-RESPONSE'],
    ['createUser', 'USER-RESPONSE'],
    ['getClientConfiguration', 'CONFIG-RESPONSE'],
    ['importBankConnectionV1', 'V1-ENVELOPE'],
    ['createMoneyTransferV1', 'V1-PAYMENT'],
    ['submitPaymentV1', 'V1-ENVELOPE'],
    ['createBankConnectionImport', 'V2-FORM'],
    ['createStandalonePayment', 'V2-FORM'],
  ] as const
).flatMap(([operation, clause]) => [
  breaks(operation, `${clause} /response/body: the body is missing, not a JSON object`, {
    '/response/body': GONE,
  }),
  breaks(operation, `${clause} /response/body: the body is text that is not JSON, not a JSON object`, {
    '/response/body': { text: '<html>' },
  }),
  breaks(operation, `${clause} /response/body: the body is a list, not an object`, {
    '/response/body/json': [],
  }),
  breaks(operation, `${clause} /response/body: the body is null, not an object`, {
    '/response/body/json': null,
  }),
]);

const repeated = 'another value, not the one of the request';
const answers = [
  answered(
    'createToken',
    'access_token',
    ' ',
    'AUTH-TOKEN-VALUE',
    'text of 1 character, not text that is not blank',
  ),
  answered('createUser', 'id', 'bert', 'USER-RESPONSE-ID', repeated),
  answered('createUser', 'password', 'another-password', 'USER-RESPONSE-PASSWORD', repeated),
  answered('createUser', 'email', 'users@example.com', 'USER-RESPONSE-EMAIL', repeated),
  answered('createUser', 'phone', '+49309018200', 'USER-RESPONSE-PHONE', repeated),
  answered('createUser', 'isAutoUpdateEnabled', false, 'USER-RESPONSE-AUTO-UPDATE', repeated),
  answered(
    'createMoneyTransferV1',
    'orderCount',
    1,
    'V1-PAYMENT-ORDER-COUNT',
    '1, not 2, the number of orders',
  ),
  answered('createMoneyTransferV1', 'iban', 'DE02', 'V1-PAYMENT-IBAN', repeated),
  breaks(
    'createMoneyTransferV1',
    'V1-TWO-CALLS /response/body: the creation asks for the web form of the submission',
    { '/response': goodExchanges.submitPaymentV1[0].response },
  ),
];

const v1 = (
  [
    ['importBankConnectionV1', 'V1-IMPORT-451', 'POST /api/v1/bankConnections/import'],
    ['submitPaymentV1', 'V1-SUBMIT-451', 'POST /api/v1/payments/submit'],
  ] as const
).flatMap(([operation, clause, call]) => {
  const location = 'V1-451-LOCATION /response/headers';
  const endpoints = [
    '',
    'POST',
    'POST /api/v1/payments/moneyTransfers',
    'GET /api/v1/bankConnections/import',
  ];
  const noError = 'V1-451-CODE /response/body/errors: errors is';
  return [
    ...[200, 400, 422, 500].map((status) =>
      breaks(operation, `${clause} /response/status: the status is ${status}, not 451`, {
        '/response/status': status,
      }),
    ),
    breaks(operation, `${location}: the location header is missing`, { '/response/headers/location': GONE }),
    ...['', '/forms/1', 'webform.example/forms/1', 'javascript:alert(1)'].map((address) =>
      breaks(
        operation,
        `${location}/location: the location header is text of ${address.length} characters, not an absolute http or https address`,
        { '/response/headers/location': address },
      ),
    ),
    ...[...endpoints, call.replace('POST', 'PUT'), call.split(' ')[1]].map((found) =>
      answered(
        operation,
        'endpoint',
        found,
        'V1-ENVELOPE-ENDPOINT',
        `"${found}", not the method and path of the call, ${call}`,
      ),
    ),
    // A list without the entry that must be there is wrong as a whole.
    breaks(operation, `${noError} an empty list without the required entry`, {
      '/response/body/json/errors': [],
    }),
    breaks(operation, `${noError} a list of 2 without the required entry`, {
      '/response/body/json/errors/0/code': 'web_form_required',
    }),
    answered(operation, 'errors[0].type', 'TECHNICAL', 'V1-451-TYPE', '"TECHNICAL", not "BUSINESS"'),
    answered(operation, 'errors[0].type', 'business', 'V1-451-TYPE', '"business", not "BUSINESS"'),
    answered(operation, 'errors[0].type', GONE, 'V1-ENVELOPE-TYPE', 'missing'),
    ...['A web form', '', '-1'].map((text) =>
      answered(operation, 'errors[0].message', text, 'V1-451-MESSAGE', `"${text}", not a numeric text`),
    ),
    answered(operation, 'errors[0].message', 10042, 'V1-ENVELOPE-MESSAGE', 'a number, not text'),
    answered(operation, 'errors[0].multiStepAuthentication', {}, 'V1-451-MULTI-STEP', 'an object, not null'),
    answered(operation, 'errors[1]', 'text', 'V1-ENVELOPE-ERRORS', 'text, not an object'),
  ];
});

const v2 = (
  [
    ['createBankConnectionImport', 'V2-IMPORT', 'BANK_CONNECTION_IMPORT', 'STANDALONE_PAYMENT'],
    ['createStandalonePayment', 'V2-PAYMENT', 'STANDALONE_PAYMENT', 'BANK_CONNECTION_IMPORT'],
  ] as const
).flatMap(([operation, clause, type, other]) => {
  const errors = [{ code: 'OTHER' }, { code: 'WEB_FORM_REQUIRED' }];
  const traces: Edits[] = [
    { '/response/status': 451, '/response/body/json': { errors } },
    { '/response/status': 400, '/response/body/json': { errors } },
    { '/response/body/json/errors': errors },
  ];
  const ends = [
    '2026-11-20T09:15:00.000+0100',
    '2026-11-20T09:14:59.999+0100',
    // Later on the clock of its zone, and earlier all the same.
    '2026-11-20T10:00:00.000+0200',
  ];
  return [
    ...[200, 202, 204].map((status) =>
      breaks(operation, `${clause}-201 /response/status: the status is ${status}, not 201`, {
        '/response/status': status,
      }),
    ),
    breaks(
      operation,
      'V2-NO-LOCATION /response/headers/location: the location header is present, not absent',
      {
        '/response/headers/location': 'https://webform.example/1',
      },
    ),
    ...traces.map((edits) =>
      breaks(
        operation,
        'V2-NO-WEB-FORM-REQUIRED /response/body: the body holds WEB_FORM_REQUIRED, which V2 does not use',
        edits,
      ),
    ),
    ...ends.map((expiresAt) =>
      breaks(operation, 'V2-FORM-VALIDITY /response/body/expiresAt: expiresAt is not after createdAt', {
        '/response/body/json/expiresAt': expiresAt,
      }),
    ),
    answered(operation, 'type', other, `${clause}-TYPE`, `"${other}", not "${type}"`),
    breaks(
      operation,
      'V2-FORM-URL-HOST /response/body/url: url is on "elsewhere.example", not on webform.example',
      { '/response/body/json/url': 'https://elsewhere.example/1' },
      { webFormHosts: ['webform.example'] },
    ),
  ];
});

export const brokenAnswers: readonly BrokenExchange[] = [...bodies, ...answers, ...v1, ...v2];

const list = 'not identifiers with a comma between each two';
const events = triggerEvents.map((event) => `"${event}"`).join(' or ');
const [high, category] = ['HIGH_TRANSACTION_AMOUNT', 'CATEGORY_CASH_FLOW'];
const rules: [event: string, field: string, to: unknown, clause: ClauseId, is: string][] = [
  ['LOW_ACCOUNT_BALANCE', 'params', GONE, 'RULE-LOW-PARAMS-REQUIRED', 'missing'],
  ['LOW_ACCOUNT_BALANCE', 'params.balanceThreshold', GONE, 'RULE-LOW-THRESHOLD', 'missing'],
  ['LOW_ACCOUNT_BALANCE', 'params.balanceThreshold', null, 'RULE-LOW-THRESHOLD', 'null, not a number'],
  ['LOW_ACCOUNT_BALANCE', 'params.balanceThreshold', 'low', 'RULE-LOW-THRESHOLD', 'text, not a number'],
  [high, 'params', GONE, 'RULE-HIGH-PARAMS-REQUIRED', 'missing'],
  [high, 'params.absoluteAmountThreshold', GONE, 'RULE-HIGH-THRESHOLD', 'missing'],
  [high, 'params.absoluteAmountThreshold', true, 'RULE-HIGH-THRESHOLD', 'true, not a number'],
  [category, 'params', GONE, 'RULE-CATEGORY-PARAMS-REQUIRED', 'missing'],
  [category, 'params.categoryId', GONE, 'RULE-CATEGORY-ID', 'missing'],
  [category, 'params.categoryId', null, 'RULE-CATEGORY-ID', 'null, not text'],
  [category, 'params.categoryId', 7, 'RULE-CATEGORY-ID', 'a number, not text'],
  ...['NEW_TRANSACTIONS', high].flatMap((event): typeof rules => [
    [event, 'params.maxTransactionsCount', -1, 'RULE-MAX-TRANSACTIONS-COUNT', '-1, not at least 0'],
    [event, 'params.maxTransactionsCount', 101, 'RULE-MAX-TRANSACTIONS-COUNT', '101, not at most 100'],
    // Written as text it is still above the limit (PARAMS-FORM).
    [event, 'params.maxTransactionsCount', '101', 'RULE-MAX-TRANSACTIONS-COUNT', '101, not at most 100'],
    [event, 'params.maxTransactionsCount', 'many', 'RULE-MAX-TRANSACTIONS-COUNT', 'text, not a number'],
    [event, 'params.maxTransactionsCount', null, 'RULE-MAX-TRANSACTIONS-COUNT', 'null, not a number'],
  ]),
  ...triggerEvents
    .filter((event) => event !== 'NEW_TERMS_AND_CONDITIONS')
    .flatMap((event): typeof rules => {
      const [field, clause] =
        event === 'BANK_LOGIN_ERROR'
          ? (['params.bankConnectionIds', 'RULE-BANK-CONNECTION-IDS'] as const)
          : (['params.accountIds', 'RULE-ACCOUNT-IDS'] as const);
      return [
        [event, field, 17, clause, 'a number, not text'],
        [event, field, ['1', '2'], clause, 'a list, not text'],
        [event, field, '', clause, `"", ${list}`],
        [event, field, '1,,2', clause, `"1,,2", ${list}`],
      ];
    }),
  [
    'NEW_TRANSACTIONS',
    'params.waitForCategorization',
    1,
    'RULE-TRANSACTIONS-WAIT',
    'a number, not true or false',
  ],
  [category, 'params.includeChildCategories', 'no', 'RULE-CATEGORY-CHILDREN', 'text, not true or false'],
  ['NEW_ACCOUNT_BALANCE', 'triggerEvent', 'OTHER', 'RULE-TRIGGER-EVENT', `"OTHER", not ${events}`],
  ['NEW_ACCOUNT_BALANCE', 'triggerEvent', 'new_terms', 'RULE-TRIGGER-EVENT', `"new_terms", not ${events}`],
  ['NEW_ACCOUNT_BALANCE', 'params', '1,2', 'RULE-PARAMS', 'text, not an object'],
  ['NEW_ACCOUNT_BALANCE', 'params', null, 'RULE-PARAMS', 'null, not an object'],
  ['NEW_ACCOUNT_BALANCE', 'callbackHandle', 17, 'RULE-CALLBACK-HANDLE', 'a number, not text'],
  ['NEW_ACCOUNT_BALANCE', 'includeDetails', 'true', 'RULE-INCLUDE-DETAILS', 'text, not true or false'],
];

const v1Types =
  '"Checking" or "Savings" or "CreditCard" or "Security" or "Loan" or "Membership" or "Bausparen"';
const v2Types =
  '"CHECKING" or "SAVINGS" or "CREDIT_CARD" or "SECURITY" or "MEMBERSHIP" or "LOAN" or "BAUSPAREN"';
const remittance = 'structuredRemittanceInformation';
const interfaces = '"XS2A" or "FINTS_SERVER" or "WEB_SCRAPER"';
/** What is in the lists of a request; the fields themselves are in the table of request fields. */
const entries: { [Id in OperationId]?: [field: string, to: unknown, ClauseId, is: string][] } = {
  importBankConnectionV1: [
    ['accountTypes[2]', 'CREDIT_CARD', 'V1-IMPORT-ACCOUNT-TYPES', `"CREDIT_CARD", not ${v1Types}`],
  ],
  createBankConnectionImport: [
    ['accountTypes[2]', 'CREDITCARD', 'V2-IMPORT-ACCOUNT-TYPES', `"CREDITCARD", not ${v2Types}`],
    ['allowedInterfaces[0]', 'HBCI', 'V2-IMPORT-INTERFACES', `"HBCI", not ${interfaces}`],
  ],
  createMoneyTransferV1: [
    [`moneyTransfers[0].${remittance}[1]`, 5390, 'V1-ORDER-REMITTANCE', 'a number, not text'],
    ['moneyTransfers[1]', 'text', 'V1-CREATE-ORDERS', 'text, not an object'],
  ],
  createStandalonePayment: [
    ['orders[0]', [], 'V2-PAYMENT-ORDERS', 'a list, not an object'],
    [`orders[0].${remittance}[0]`, null, 'V2-ORDER-REMITTANCE', 'null, not text'],
  ],
};

export const brokenRequests: readonly BrokenExchange[] = [
  ...rules.map(([event, field, to, clause, is]) =>
    sent('createNotificationRule', field, to, clause, is, goodRule(event)),
  ),
  // Whatever waitForCategorization is, API v1 refuses it.
  ...[true, false].map((waits) =>
    breaks(
      'createNotificationRule',
      'RULE-WAIT-V1-REFUSED /request/body/params/waitForCategorization: waitForCategorization is accepted with 200, not refused on API v1',
      {
        '/request/url': 'https://access.example/api/v1/notificationRules',
        '/request/body/json/params/waitForCategorization': waits,
      },
      { apiVersionSelectors: { v1: '/api/v1' } },
      goodRule('NEW_TRANSACTIONS'),
    ),
  ),
  ...Object.entries(entries).flatMap(([operation, rows]) =>
    rows.map((row) => sent(operation as OperationId, ...row)),
  ),
];

/** The rule of a trigger event with the most params. */
function goodRule(event: string): Exchange {
  const size = ({ request }: Exchange) => Object.keys(member(jsonOf(request.body), 'params') ?? {}).length;
  const [largest] = goodExchanges.createNotificationRule
    .filter(({ request }) => member(jsonOf(request.body), 'triggerEvent') === event)
    .sort((a, b) => size(b) - size(a));
  if (!largest) throw new Error(`there is no rule of ${event} among the fixtures`);
  return largest;
}
