/** Exchanges that break one sentence of the documentation each: edits of the `full` fixtures of an operation. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import { sent } from './event-reading.ts';
import { eventReadings } from './event-readings.ts';
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
    ...holds(clause, '/response/status', 200, 400, 422, 500),
    ['V1-451-LOCATION /response/headers', { '/response/headers/location': GONE }],
    ...holds('V1-451-LOCATION', '/response/headers/location', '', '/forms/1', 'webform.example/forms/1'),
    ...holds('V1-451-LOCATION', '/response/headers/location', 'javascript:alert(1)'),
    ...answered('V1-ENVELOPE-ENDPOINT', '/endpoint', '', 'POST', `PUT ${path}`, path),
    ...answered('V1-ENVELOPE-ENDPOINT', '/endpoint', 'POST /api/v1/payments/moneyTransfers', `GET ${path}`),
    // A list without the entry that must be there is wrong as a whole.
    ...answered('V1-451-CODE', '/errors', []),
    ['V1-451-CODE /response/body/errors', { '/response/body/json/errors/0/code': 'web_form_required' }],
    ...answered('V1-451-TYPE', '/errors/0/type', 'TECHNICAL', 'business'),
    ...answered('V1-ENVELOPE-TYPE', '/errors/0/type', GONE),
    ...answered('V1-451-MESSAGE', '/errors/0/message', 'A web form', '', '-1'),
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
    ...answered(
      'V2-FORM-VALIDITY',
      '/expiresAt',
      '2026-11-20T09:15:00.000+0100',
      '2026-11-20T09:14:59.999+0100',
      // Later on the clock of its zone, and earlier all the same.
      '2026-11-20T10:00:00.000+0200',
    ),
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
  ...brokenBy('createUser', [...answered('USER-RESPONSE-AUTO-UPDATE', '/isAutoUpdateEnabled', false)]),
  ...brokenBy('createMoneyTransferV1', [
    ...answered('V1-PAYMENT-ORDER-COUNT', '/orderCount', 1),
    ...answered('V1-PAYMENT-IBAN', '/iban', 'DE02'),
    ['V1-TWO-CALLS /response/body', { '/response': goodExchanges.submitPaymentV1[0].response }],
  ]),
  ...v1,
  ...v2,
];

/** A rule with a list of ids. */
const ids = triggerEvents
  .filter((event) => layoutOf[event].subject !== 'user')
  .flatMap((event) => {
    const isOfLogin = layoutOf[event].subject === 'connection';
    const clause = isOfLogin ? 'RULE-BANK-CONNECTION-IDS' : 'RULE-ACCOUNT-IDS';
    const pointer = isOfLogin ? '/params/bankConnectionIds' : '/params/accountIds';
    return brokenBy(
      'createNotificationRule',
      sent(clause, pointer, 17, ['1', '2'], '', '1,,2'),
      goodRule(event),
    );
  });

const remittance = 'structuredRemittanceInformation';

export const brokenRequests: readonly BrokenExchange[] = [
  ...eventReadings.flatMap(([event, { brokenRules = [] }]) =>
    brokenBy('createNotificationRule', brokenRules, goodRule(event)),
  ),
  ...ids,
  ...brokenBy('createUser', sent('USER-CREATE-CALL', '', ['anna'])),
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
