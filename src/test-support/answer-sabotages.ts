/** A good exchange with one thing changed, and the findings that are due: how the tables of sabotages are written. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Finding } from '../../contracts/src/judge/clause-check.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import { edited, pointerOf } from './field-sabotages.ts';
import { goodExchanges } from './good-exchanges.ts';

export interface SabotagedExchange {
  readonly operation: OperationId;
  readonly exchange: Exchange;
  readonly settings?: Partial<Settings>;
  readonly finding: Finding;
}

/** What takes the place of a value that is taken away. */
export const GONE = Symbol('gone');

/** A pointer into the answer, and what is set there. */
export type Edit = readonly [pointer: string, to: unknown];
type Due = readonly [clause: ClauseId, pointer: string, message: string];

/** A good exchange of the operation with another answer. */
export function answered(
  operation: OperationId,
  edits: readonly Edit[],
  [clause, pointer, message]: Due,
  settings?: Partial<Settings>,
): SabotagedExchange {
  const exchange = edits.reduce(
    (value, [at, to]) => set(value, `/response${at}`, to),
    goodExchanges[operation][0],
  );
  return { operation, exchange, finding: { clause, pointer, message }, ...(settings ? { settings } : {}) };
}

/** A field of the answer that holds something else; the message is "<field> is <found>". */
export function answeredField(
  operation: OperationId,
  field: string,
  to: unknown,
  clause: ClauseId,
  is: string,
): SabotagedExchange {
  const pointer = pointerOf(field);
  return answered(
    operation,
    [[`/body/json${pointer}`, to]],
    [clause, `/response/body${pointer}`, `${field} is ${is}`],
  );
}

/** A field of the request that holds something else, while the answer stays the same. */
export function sentField(
  operation: OperationId,
  good: Exchange,
  field: string,
  to: unknown,
  clause: ClauseId,
  is: string,
): SabotagedExchange {
  const pointer = pointerOf(field);
  const exchange = set(good, `/request/body/json${pointer}`, to);
  const message = `${field} is ${is}, and the call is answered with ${good.response.status}`;
  return { operation, exchange, finding: { clause, pointer: `/request/body${pointer}`, message } };
}

function set(exchange: Exchange, pointer: string, to: unknown): Exchange {
  return to === GONE ? edited(exchange, pointer) : edited(exchange, pointer, to);
}

/** V1 answers that ask for a web form in a wrong way: the status, the address, the call they name, the error. */

const calls: [OperationId, ClauseId, string][] = [
  ['importBankConnectionV1', 'V1-IMPORT-451', 'POST /api/v1/bankConnections/import'],
  ['submitPaymentV1', 'V1-SUBMIT-451', 'POST /api/v1/payments/submit'],
];

const addresses = ['', '/forms/1', 'webform.example/forms/1', 'javascript:alert(1)'];

const endpoints = ['', 'POST', 'POST /api/v1/payments/moneyTransfers', 'GET /api/v1/bankConnections/import'];

const errors: [string, unknown, ClauseId, string][] = [
  ['errors', [], 'V1-451-CODE', 'an empty list without the entry that is due'],
  ['errors[0].code', 'web_form_required', 'V1-451-CODE', 'a list of 2 without the entry that is due'],
  ['errors[0].type', 'TECHNICAL', 'V1-451-TYPE', '"TECHNICAL", not "BUSINESS"'],
  ['errors[0].type', 'business', 'V1-451-TYPE', '"business", not "BUSINESS"'],
  ['errors[0].type', GONE, 'V1-ENVELOPE-TYPE', 'missing'],
  ['errors[0].message', 'A web form', 'V1-451-MESSAGE', '"A web form", not a numeric text'],
  ['errors[0].message', '', 'V1-451-MESSAGE', '"", not a numeric text'],
  ['errors[0].message', '-1', 'V1-451-MESSAGE', '"-1", not a numeric text'],
  ['errors[0].message', 10042, 'V1-ENVELOPE-MESSAGE', 'a number, not text'],
  ['errors[0].multiStepAuthentication', {}, 'V1-451-MULTI-STEP', 'an object, not null'],
  ['errors[0].multiStepAuthentication', GONE, 'V1-ENVELOPE-MULTI-STEP', 'missing'],
  ['errors[1]', 'text', 'V1-ENVELOPE-ERRORS', 'text, not an object'],
];

export const sabotagedV1Answers: readonly SabotagedExchange[] = calls.flatMap(([operation, clause, call]) => [
  ...[200, 400, 422, 500].map((status) =>
    answered(
      operation,
      [['/status', status]],
      [clause, '/response/status', `the status is ${status}, not 451`],
    ),
  ),
  answered(
    operation,
    [['/headers/location', GONE]],
    ['V1-451-LOCATION', '/response/headers', 'the location header is missing'],
  ),
  ...addresses.map((address) =>
    answered(
      operation,
      [['/headers/location', address]],
      [
        'V1-451-LOCATION',
        '/response/headers/location',
        `the location header is text of ${address.length} characters, not an absolute http or https address`,
      ],
    ),
  ),
  ...[...endpoints, call.replace('POST', 'PUT'), call.split(' ')[1]].map((found) =>
    answeredField(
      operation,
      'endpoint',
      found,
      'V1-ENVELOPE-ENDPOINT',
      `"${found}", not the method and path of the call, ${call}`,
    ),
  ),
  ...errors.map((row) => {
    const sabotage = answeredField(operation, ...row);
    // A list without its due entry is wrong as a whole, whatever the entry has become.
    if (row[2] !== 'V1-451-CODE') return sabotage;
    return {
      ...sabotage,
      finding: { clause: row[2], pointer: '/response/body/errors', message: `errors is ${row[3]}` },
    };
  }),
]);

/** V2 answers that create a web form in a wrong way: the status, traces of V1, the validity, the type, the host. */

const IMPORT = 'BANK_CONNECTION_IMPORT';
const PAYMENT = 'STANDALONE_PAYMENT';

const callsOfSabotagedV2Answers: [OperationId, ClauseId, ClauseId, string, string][] = [
  ['createBankConnectionImport', 'V2-IMPORT-201', 'V2-IMPORT-TYPE', IMPORT, PAYMENT],
  ['createStandalonePayment', 'V2-PAYMENT-201', 'V2-PAYMENT-TYPE', PAYMENT, IMPORT],
];

const errorsOfSabotagedV2Answers = [{ code: 'OTHER' }, { code: 'WEB_FORM_REQUIRED' }];
const traces: Edit[][] = [
  [
    ['/status', 451],
    ['/body/json', { errors: errorsOfSabotagedV2Answers }],
  ],
  [
    ['/status', 400],
    ['/body/json', { errors: errorsOfSabotagedV2Answers }],
  ],
  [['/body/json/errors', errorsOfSabotagedV2Answers]],
];

const ends = [
  '2026-11-20T08:15:00.123+0000',
  '2026-11-20T08:15:00.122+0000',
  // Later on the clock of its zone, and earlier all the same.
  '2026-11-20T09:00:00.000+0100',
];

export const sabotagedV2Answers: readonly SabotagedExchange[] = callsOfSabotagedV2Answers.flatMap(
  ([operation, clause, typeClause, type, other]) => [
    ...[200, 202, 202].map((status) =>
      answered(
        operation,
        [['/status', status]],
        [clause, '/response/status', `the status is ${status}, not 201`],
      ),
    ),
    answered(
      operation,
      [['/headers/location', 'https://webform.example/1']],
      ['V2-NO-LOCATION', '/response/headers/location', 'the location header is there, not absent'],
    ),
    ...traces.map((edits) =>
      answered(operation, edits, [
        'V2-NO-WEB-FORM-REQUIRED',
        '/response/body',
        'the body holds WEB_FORM_REQUIRED, which V2 does not use',
      ]),
    ),
    ...ends.map((expiresAt) =>
      answered(
        operation,
        [['/body/json/expiresAt', expiresAt]],
        ['V2-FORM-VALIDITY', '/response/body/expiresAt', 'expiresAt is not after createdAt'],
      ),
    ),
    answeredField(operation, 'type', other, typeClause, `"${other}", not "${type}"`),
    answered(
      operation,
      [['/body/json/url', 'https://elsewhere.example/1']],
      ['V2-FORM-URL-HOST', '/response/body/url', 'url is on "elsewhere.example", not on webform.example'],
      { webFormHosts: ['webform.example'] },
    ),
  ],
);

/** Answers that are wrong in one way which a table of fields cannot say: no body, an impossible value, a lost echo. */

const objects: [OperationId, ClauseId][] = [
  ['createToken', 'AUTH-TOKEN-RESPONSE'],
  ['createUser', 'USER-RESPONSE'],
  ['getClientConfiguration', 'CONFIG-RESPONSE'],
  ['importBankConnectionV1', 'V1-ENVELOPE'],
  ['createMoneyTransferV1', 'V1-PAYMENT'],
  ['submitPaymentV1', 'V1-ENVELOPE'],
  ['createBankConnectionImport', 'V2-FORM'],
  ['createStandalonePayment', 'V2-FORM'],
];

const bodies: [string, unknown, string][] = [
  ['/body', GONE, 'the body is missing, not a JSON object'],
  ['/body', { text: '<html>' }, 'the body is text that is not JSON, not a JSON object'],
  ['/body/json', [], 'the body is a list, not an object'],
  ['/body/json', null, 'the body is null, not an object'],
];

const echoes: [ClauseId, string, unknown][] = [
  ['USER-RESPONSE-ID', 'id', 'bert'],
  ['USER-RESPONSE-PASSWORD', 'password', '********'],
  ['USER-RESPONSE-EMAIL', 'email', 'Anna@example.com'],
  ['USER-RESPONSE-PHONE', 'phone', '+49301'],
  ['USER-RESPONSE-AUTO-UPDATE', 'isAutoUpdateEnabled', false],
];

const fields: [OperationId, string, unknown, ClauseId, string][] = [
  [
    'createToken',
    'access_token',
    ' ',
    'AUTH-TOKEN-VALUE',
    'text of 1 character, not text that says something',
  ],
  ['createMoneyTransferV1', 'orderCount', 1, 'V1-PAYMENT-ORDER-COUNT', '1, not 2, the number of orders'],
  ['createMoneyTransferV1', 'iban', 'DE02', 'V1-PAYMENT-IBAN', 'another one, not the IBAN of the sender'],
];

export const sabotagedAnswers: readonly SabotagedExchange[] = [
  ...objects.flatMap(([operation, clause]) =>
    bodies.map(([at, to, message]) => answered(operation, [[at, to]], [clause, '/response/body', message])),
  ),
  ...echoes.map(([clause, field, to]) =>
    answeredField('createUser', field, to, clause, 'another value, not the one of the request'),
  ),
  ...fields.map((row) => answeredField(...row)),
  ...sabotagedV1Answers,
  ...sabotagedV2Answers,
];
