/** Exchanges that break one sentence of the documentation each: edits of the `full` fixtures of an operation. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import { type Edits, edited, GONE, goodExchanges } from './fixtures.ts';

export interface BrokenExchange {
  readonly operation: OperationId;
  readonly exchange: Exchange;
  readonly settings?: Partial<Settings>;
  /** `CLAUSE pointer` of the one finding, with `(client)` at the end of what the client did. */
  readonly due: string;
}

type Row = readonly [due: string, edits: Edits, settings?: Partial<Settings>];

function brokenBy(
  operation: OperationId,
  rows: readonly Row[],
  good: Exchange = goodExchanges[operation][0],
): BrokenExchange[] {
  return rows.map(([due, edits, settings]) => ({
    operation,
    exchange: edited(good, edits),
    due,
    ...(settings && { settings }),
  }));
}

/** A place of the answer that holds each of these values instead. */
function answered(clause: ClauseId, pointer: string, ...values: readonly unknown[]): Row[] {
  return values.map((to) => [
    `${clause} /response/body${pointer}`,
    { [`/response/body/json${pointer}`]: to },
  ]);
}

/** A place of the request, and the call succeeds all the same. */
function sent(clause: ClauseId, pointer: string, ...values: readonly unknown[]): Row[] {
  return values.map((to) => [
    // Only required params have to be there for the call to succeed.
    `${clause} /request/body${pointer}${to === GONE ? '' : ' (client)'}`,
    { [`/request/body/json${pointer}`]: to },
  ]);
}

/** A place of the exchange that is also that of the finding. */
function holds(clause: ClauseId, pointer: string, ...values: readonly unknown[]): Row[] {
  return values.map((to) => [`${clause} ${pointer}`, { [pointer]: to }]);
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
).flatMap(([operation, clause]) =>
  brokenBy(operation, [
    ...holds(clause, '/response/body', GONE, { text: '<html>' }),
    ...answered(clause, '', [], null),
  ]),
);

const v1 = (
  [
    ['importBankConnectionV1', 'V1-IMPORT-451', '/api/v1/bankConnections/import'],
    ['submitPaymentV1', 'V1-SUBMIT-451', '/api/v1/payments/submit'],
  ] as const
).flatMap(([operation, clause, path]) =>
  brokenBy(operation, [
    ...holds(clause, '/response/status', 200, 400, 500),
    ['V1-451-LOCATION /response/headers', { '/response/headers/location': GONE }],
    ...holds('V1-451-LOCATION', '/response/headers/location', '', '/forms/1', 'javascript:alert(1)'),
    ...answered('V1-ENVELOPE-ENDPOINT', '/endpoint', 'POST', `PUT ${path}`, 'POST /api/v1/payments'),
    // A list without the entry that must be there is wrong as a whole.
    ...answered('V1-451-CODE', '/errors', []),
    ['V1-451-CODE /response/body/errors', { '/response/body/json/errors/0/code': 'web_form_required' }],
    ...answered('V1-451-TYPE', '/errors/0/type', 'TECHNICAL'),
    ...answered('V1-ENVELOPE-TYPE', '/errors/0/type', GONE),
    ...answered('V1-451-MESSAGE', '/errors/0/message', 'A web form', '-1'),
    ...answered('V1-ENVELOPE-MESSAGE', '/errors/0/message', 10042),
    ...answered('V1-451-MULTI-STEP', '/errors/0/multiStepAuthentication', {}),
    ...answered('V1-ENVELOPE-ERRORS', '/errors/1', 'text'),
  ]),
);

const required = [{ code: 'OTHER' }, { code: 'WEB_FORM_REQUIRED' }];
const v2 = (
  [
    ['createBankConnectionImport', 'V2-IMPORT', 'STANDALONE_PAYMENT'],
    ['createStandalonePayment', 'V2-PAYMENT', 'BANK_CONNECTION_IMPORT'],
  ] as const
).flatMap(([operation, clause, otherType]) =>
  brokenBy(operation, [
    ...holds(`${clause}-201`, '/response/status', 200, 202, 204),
    ...holds('V2-NO-LOCATION', '/response/headers/location', 'https://webform.example/1'),
    ...[451, 400].map(
      (status): Row => [
        'V2-NO-WEB-FORM-REQUIRED /response/body',
        { '/response/status': status, '/response/body/json': { errors: required } },
      ],
    ),
    ['V2-NO-WEB-FORM-REQUIRED /response/body', { '/response/body/json/errors': required }],
    // Later on the clock of its zone, and earlier all the same.
    ...answered('V2-FORM-VALIDITY', '/expiresAt', '2026-11-20T10:00:00.000+0200'),
    ...answered(`${clause}-TYPE`, '/type', otherType),
    [
      'V2-FORM-URL-HOST /response/body/url',
      { '/response/body/json/url': 'https://elsewhere.example/1' },
      { webFormHosts: ['webform.example'] },
    ],
  ]),
);

export const brokenAnswers: readonly BrokenExchange[] = [
  ...bodies,
  ...brokenBy('createToken', answered('AUTH-TOKEN-VALUE', '/access_token', ' ')),
  ...brokenBy('createUser', [
    ...answered('USER-RESPONSE-ID', '/id', 'bert'),
    ...answered('USER-RESPONSE-PASSWORD', '/password', 'another-password'),
    ...answered('USER-RESPONSE-EMAIL', '/email', 'users@example.com'),
    ...answered('USER-RESPONSE-PHONE', '/phone', '+49309018200'),
    ...answered('USER-RESPONSE-AUTO-UPDATE', '/isAutoUpdateEnabled', false),
  ]),
  ...brokenBy('createMoneyTransferV1', [
    ...answered('V1-PAYMENT-ORDER-COUNT', '/orderCount', 1),
    ...answered('V1-PAYMENT-IBAN', '/iban', 'DE02'),
    ['V1-TWO-CALLS /response/body', { '/response': goodExchanges.submitPaymentV1[0].response }],
  ]),
  ...v1,
  ...v2,
];

const count = '/params/maxTransactionsCount';
/** By trigger event, of its rule with the most params; each lists accounts or connections. */
const rules: Readonly<Record<string, readonly Row[]>> = {
  NEW_ACCOUNT_BALANCE: [
    ...sent('RULE-TRIGGER-EVENT', '/triggerEvent', 'OTHER'),
    ...sent('RULE-PARAMS', '/params', '1,2'),
    ...sent('RULE-CALLBACK-HANDLE', '/callbackHandle', 17),
    ...sent('RULE-INCLUDE-DETAILS', '/includeDetails', 'true'),
  ],
  NEW_TRANSACTIONS: [
    ...sent('RULE-MAX-TRANSACTIONS-COUNT', count, -1, '101', null),
    ...sent('RULE-TRANSACTIONS-WAIT', '/params/waitForCategorization', 1),
    // Whatever waitForCategorization is, API v1 refuses it.
    [
      'RULE-WAIT-V1-REFUSED /request/body/params/waitForCategorization',
      {
        '/request/url': 'https://access.example/api/v1/notificationRules',
        '/request/body/json/params/waitForCategorization': false,
      },
      { apiVersionSelectors: { v1: '/api/v1' } },
    ],
  ],
  BANK_LOGIN_ERROR: sent('RULE-BANK-CONNECTION-IDS', '/params/bankConnectionIds', 17, ['1', '2'], '', '1,,2'),
  FOREIGN_MONEY_TRANSFER: [],
  LOW_ACCOUNT_BALANCE: [
    ...sent('RULE-LOW-PARAMS-REQUIRED', '/params', GONE),
    ...sent('RULE-LOW-THRESHOLD', '/params/balanceThreshold', GONE, null, 'low'),
  ],
  HIGH_TRANSACTION_AMOUNT: [
    ...sent('RULE-HIGH-PARAMS-REQUIRED', '/params', GONE),
    ...sent('RULE-HIGH-THRESHOLD', '/params/absoluteAmountThreshold', GONE, true),
    // Written as text it is still above the limit (PARAMS-FORM).
    ...sent('RULE-MAX-TRANSACTIONS-COUNT', count, 101, '101', 'many'),
  ],
  CATEGORY_CASH_FLOW: [
    ...sent('RULE-CATEGORY-PARAMS-REQUIRED', '/params', GONE),
    ...sent('RULE-CATEGORY-ID', '/params/categoryId', GONE, null, 7),
    ...sent('RULE-CATEGORY-CHILDREN', '/params/includeChildCategories', 'no'),
  ],
};
const accountIds = sent('RULE-ACCOUNT-IDS', '/params/accountIds', 17, ['1', '2'], '', '1,,2');

const remittance = 'structuredRemittanceInformation';

export const brokenRequests: readonly BrokenExchange[] = [
  ...Object.entries(rules).flatMap(([event, rows]) => {
    const ids = event === 'BANK_LOGIN_ERROR' ? [] : accountIds;
    return brokenBy('createNotificationRule', [...rows, ...ids], goodRule(event));
  }),
  // What is in the lists of a request; the fields themselves are in the table of request fields.
  ...brokenBy('importBankConnectionV1', sent('V1-IMPORT-ACCOUNT-TYPES', '/accountTypes/2', 'CREDIT_CARD')),
  ...brokenBy('createBankConnectionImport', [
    ...sent('V2-IMPORT-ACCOUNT-TYPES', '/accountTypes/2', 'CREDITCARD'),
    ...sent('V2-IMPORT-INTERFACES', '/allowedInterfaces/0', 'HBCI'),
  ]),
  ...brokenBy('createMoneyTransferV1', [
    ...sent('V1-ORDER-REMITTANCE', `/moneyTransfers/0/${remittance}/1`, 5390),
    ...sent('V1-CREATE-ORDERS', '/moneyTransfers/1', 'text'),
  ]),
  ...brokenBy('createStandalonePayment', [
    ...sent('V2-PAYMENT-ORDERS', '/orders/0', []),
    ...sent('V2-ORDER-REMITTANCE', `/orders/0/${remittance}/0`, null),
  ]),
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
