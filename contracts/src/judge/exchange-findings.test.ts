// What an exchange breaks: one sentence, at one place, whether the provider or the client broke it; and what breaks nothing.
import { expect, test } from 'vitest';
import { sent } from '../../../src/test-support/event-reading.ts';
import { eventReadings } from '../../../src/test-support/event-readings.ts';
import { type Edits, edited, GONE, goodExchanges, placesOf } from '../../../src/test-support/fixtures.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import { layoutOf } from '../base/event-layout.ts';
import { member } from '../base/json-value.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { judge } from './judge.ts';
import { type OperationId, operationOf } from './operation.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** `CLAUSE pointer` of the finding, with `(client)` at the end of what the client did; '' for none, and a list for several. */
type Row = readonly [due: string | readonly string[], edits: Edits, settings?: Partial<Settings>];

/** A place that holds each of these values instead, and is also that of the finding. */
function holds(clause: ClauseId, pointer: string, ...values: readonly unknown[]): Row[] {
  return values.map((to) => [`${clause} ${pointer}`, { [pointer]: to }]);
}

/** As holds, of a place in the body of the response. */
function answered(clause: ClauseId, pointer: string, ...values: readonly unknown[]): Row[] {
  return values.map((to) => [
    `${clause} /response/body${pointer}`,
    { [`/response/body/json${pointer}`]: to },
  ]);
}

/** Edits of fields of both bodies. */
function bodies(request: object, response: object): Edits {
  const at = (side: string, fields: object) =>
    Object.entries(fields).map(([name, value]) => [`/${side}/body/json/${name}`, value]);
  return Object.fromEntries([...at('request', request), ...at('response', response)]);
}

/** What is no JSON object, or another one, in the place of the body of a response. */
const noObject = (clause: ClauseId, other: OperationId = 'createMoneyTransferV1') => [
  ...holds(clause, '/response/body', GONE, { text: '<html>' }),
  ...answered(clause, '', [], null, jsonOf(goodExchanges[other][0].response.body)),
];

const amount = (text: string): Edits => ({ '/request/body/json/moneyTransfers/0/amount': text });

/** A user is echoed where the answer repeats each field, in a usual way. */
const echoed = (request: object, response: object): Row => ['', bodies(request, response)];
const user = (field: string, request: string, ...responses: readonly string[]): Row[] =>
  responses.map((to) => [
    `USER-RESPONSE-${field.toUpperCase()} /response/body/${field}`,
    bodies({ [field]: request }, { [field]: to }),
  ]);

const mail = (to: string): Row => [
  to === 'a@b.example' ? '' : 'USER-RESPONSE-EMAIL /response/body/email',
  bodies({ email: 'a@b.example' }, { email: GONE, mail: to }),
  { fieldAliases: { email: ['mail'] } },
];

const createUser: readonly Row[] = [
  ...noObject('USER-RESPONSE'),
  echoed({ phone: '+49 30 901820' }, { phone: '004930901820' }),
  echoed({ phone: '030 901820' }, { phone: '+4930901820' }),
  echoed({ phone: '+49 (30) 901820' }, { phone: '030/901820' }),
  echoed({ phone: GONE }, {}),
  echoed({ password: 'secret-1' }, { password: '********' }),
  echoed({ password: 'secret-1' }, { password: '[hidden]' }),
  echoed({ password: 'secret-1' }, { password: 'masked' }),
  echoed({ password: 'secret-1' }, { password: '' }),
  echoed({ email: 'Anna@Example.org' }, { email: 'anna@example.org' }),
  // What the request left out has no value.
  echoed({ email: GONE, phone: GONE }, { email: null, phone: GONE }),
  ...user('id', 'Anna', 'anna'),
  // Without the code of its area, or cut to three digits, it is another number.
  ...user('phone', '+49 30 901820', '+49 30 901821', '+49309018200', '', '901820', '820'),
  ...user('phone', '110', ''),
  ...user(
    'password',
    'secret-1',
    ' ',
    'secret-2',
    'SECRET-1',
    'a<secret>',
    '<secret>a',
    'other---password',
    'secre***1',
  ),
  ...user('email', 'anna@example.org', 'ann@example.org'),
  // Two fields with the values of each other are one defect; two others are two.
  [
    'USER-RESPONSE-PHONE /response/body/phone',
    bodies({ email: 'a@b.example', phone: '0800 330' }, { email: '0800 330', phone: 'a@b.example' }),
  ],
  [
    ['USER-RESPONSE-EMAIL /response/body/email', 'USER-RESPONSE-PHONE /response/body/phone'],
    bodies({ email: 'a@b.example', phone: '0800 330' }, { email: '0800 330', phone: 'c@d.example' }),
  ],
  [
    ['USER-RESPONSE-EMAIL /response/body/email', 'USER-RESPONSE-PHONE /response/body/phone'],
    bodies({ email: 'a@b.example', phone: '0800 330' }, { email: 'e@f.example', phone: '0800 999' }),
  ],
  ...answered('USER-RESPONSE-EMAIL', '/email', null),
  ...answered('USER-RESPONSE-PHONE', '/phone', GONE),
  ...answered('USER-RESPONSE-AUTO-UPDATE', '/isAutoUpdateEnabled', false),
  mail('a@b.example'),
  mail('another@example.com'),
  ...sent('USER-CREATE-CALL', '', ['anna']),
  // A request that was not recorded, or is no JSON, is not judged.
  ['', { '/request/body': GONE }],
  ['', { '/request/body': { text: 'id=anna' } }],
];

const v1 = (clause: ClauseId, path: string): Row[] => {
  const noBank = { '/response/body/json/bank': GONE };
  const failed = (status: number, edits: Edits): Edits => ({
    ...noBank,
    '/response/status': status,
    '/response/body/json/errors': [{ message: 'Not found', code: 'UNKNOWN', type: 'BUSINESS' }],
    ...edits,
  });
  const wrong = { '/response/body/json/date': 'today' };
  return [
    ...noObject('V1-ENVELOPE'),
    ...holds(clause, '/response/status', 200, 400, 403, 422, 500),
    ['V1-451-LOCATION /response/headers', { '/response/headers/location': GONE }],
    ...holds('V1-451-LOCATION', '/response/headers/location', '', '/forms/1', 'webform.example/forms/1'),
    ...holds('V1-451-LOCATION', '/response/headers/location', 'javascript:alert(1)'),
    ...answered('V1-ENVELOPE-ENDPOINT', '/endpoint', '', 'POST', `PUT ${path}`, path, `GET ${path}`),
    ...answered('V1-ENVELOPE-ENDPOINT', '/endpoint', 'POST /api/v1/payments/moneyTransfers'),
    ['', { '/response/body/json/endpoint': `post:https://api.example/bank${path}?x=1` }],
    // A list without the entry that must be there is wrong as a whole.
    ...answered('V1-451-CODE', '/errors', []),
    ['V1-451-CODE /response/body/errors', { '/response/body/json/errors/0/code': 'web_form_required' }],
    ...answered('V1-451-TYPE', '/errors/0/type', 'TECHNICAL', 'business'),
    ...answered('V1-ENVELOPE-TYPE', '/errors/0/type', GONE),
    ...answered('V1-451-MESSAGE', '/errors/0/message', 'A web form', '', '-1'),
    ...answered('V1-ENVELOPE-MESSAGE', '/errors/0/message', 10042),
    ...answered('V1-451-MULTI-STEP', '/errors/0/multiStepAuthentication', {}),
    ...answered('V1-ENVELOPE-ERRORS', '/errors/1', 'text'),
    // The envelope of another error is judged where it is one, for what it has.
    ['', failed(404, {})],
    ['', failed(404, { '/response/body/json/date': GONE, '/response/body/json/requestId': null })],
    ...[400, 422, 500].map((status): Row => ['V1-ENVELOPE-DATE /response/body/date', failed(status, wrong)]),
    [
      'V1-ENVELOPE-ENDPOINT /response/body/endpoint',
      failed(400, { '/response/body/json/endpoint': 'GET /elsewhere' }),
    ],
    ...['authContext', 'endpoint', 'errors/0/code'].map(
      (field): Row => ['', failed(400, { ...wrong, [`/response/body/json/${field}`]: GONE })],
    ),
    ...[429, 502, 503, 504].map((status): Row => ['', failed(status, wrong)]),
    ...[{ json: { error: 'no' } }, { json: null }, { text: '<p>no</p>' }].map(
      (body): Row => ['', { '/response/status': 404, '/response/body': body }],
    ),
    // What needs no web form succeeds as the documentation leaves open, with the URL of what it created or without.
    ['', { '/response': { status: 201, headers: {}, body: { json: { id: 1 } } } }],
    [
      '',
      {
        '/response': {
          status: 201,
          headers: { location: `https://api.example${path}/7` },
          body: { json: {} },
        },
      },
    ],
    [
      [`${clause} /response/status`, 'V1-451-CODE /response/body/errors'],
      { '/response/status': 200, '/response/body/json/errors/0/code': 'OTHER' },
    ],
    // A call elsewhere has no endpoint.
    ['', { '/request/url': '/elsewhere' }],
  ];
};

const v2 = (call: 'V2-IMPORT' | 'V2-PAYMENT', otherType: string): Row[] => {
  const required = [{ code: 'OTHER' }, { code: 'WEB_FORM_REQUIRED' }];
  return [
    ...noObject('V2-FORM'),
    ...holds(`${call}-201`, '/response/status', 200, 202, 204),
    [
      [`${call}-201 /response/status`, 'V2-FORM-URL /response/body/url'],
      { '/response/status': 200, '/response/body/json/url': GONE },
    ],
    ...holds('V2-NO-LOCATION', '/response/headers/location', 'https://webform.example/1'),
    [
      `${call}-201 /response/status`,
      { '/response/status': 451, '/response/body/json': { errors: required } },
    ],
    [
      'V2-NO-WEB-FORM-REQUIRED /response/body',
      { '/response/status': 400, '/response/body/json': { errors: required } },
    ],
    ['V2-NO-WEB-FORM-REQUIRED /response/body', { '/response/body/json/errors': required }],
    // At the same time, before it, and later on the clock of its zone alone.
    ...['T09:15:00.000+0100', 'T09:14:59.999+0100', 'T10:00:00.000+0200'].flatMap((time) =>
      answered('V2-FORM-VALIDITY', '/expiresAt', `2026-11-20${time}`),
    ),
    ...answered(`${call}-TYPE`, '/type', otherType),
    [
      'V2-FORM-URL-HOST /response/body/url',
      { '/response/body/json/url': 'https://elsewhere.example/1' },
      { webFormHosts: ['webform.example'] },
    ],
  ];
};

const remittance = 'structuredRemittanceInformation';
const iban = 'DE89370400440532013000';
/** The V1 name of a V2 field, or the other way round. */
const other = (clause: string, pointer: string, to: unknown): Row => [
  `MIGRATION-${clause} /request/body${pointer} (client)`,
  { [`/request/body/json${pointer}`]: to },
];

/** A time in another format, and where the target tolerates it: as a whole text, of its own field and of a time. */
const zulu = '2026-11-20T08:15:00Z';
const tolerated = { toleratedTimeFormats: { createdAt: [`${zulu}|2026-11-20T08:35:00Z`], url: ['.*'] } };
const form = (field: string, to: string): Edits => ({ [`/response/body/json/${field}`]: to });
const otherTimes: readonly Row[] = [
  ['V2-TIME-FORMAT /response/body/createdAt', form('createdAt', zulu)],
  ['', form('createdAt', zulu), tolerated],
  ['V2-TIME-FORMAT /response/body/createdAt', form('createdAt', `${zulu} and more`), tolerated],
  ['V2-TIME-FORMAT /response/body/expiresAt', form('expiresAt', '2026-11-20T08:35:00Z'), tolerated],
  ['V2-FORM-URL /response/body/url', form('url', 'no address'), tolerated],
];

/** A field under another name is judged as the documented one where the target names it; the own name comes first. */
const aliases = { fieldAliases: { createdAt: ['creationTime', 'created'] } };
const renamed = (to: string) => bodies({}, { createdAt: GONE, created: to });
const otherNames: readonly Row[] = [
  ['V2-FORM-CREATED-AT /response/body/createdAt', renamed('2026-11-20T08:15:00.123+0000')],
  ['', renamed('2026-11-20T08:15:00.123+0000'), aliases],
  ['V2-TIME-FORMAT /response/body/createdAt', renamed('yesterday'), aliases],
  ['', form('created', 'yesterday'), aliases],
];
const rows: { readonly [Id in OperationId]?: readonly Row[] } = {
  createToken: [
    ...noObject('AUTH-TOKEN-RESPONSE'),
    ...answered('AUTH-TOKEN-VALUE', '/access_token', ' '),
    ['', { '/response/body/json/token_type': 'Bearer' }],
  ],
  createUser,
  getClientConfiguration: noObject('CONFIG-RESPONSE'),
  importBankConnectionV1: [
    ...v1('V1-IMPORT-451', '/api/v1/bankConnections/import'),
    // What is in a list; the fields themselves are in the tables of documented fields.
    ...sent('V1-IMPORT-ACCOUNT-TYPES', '/accountTypes/2', 'Pocket'),
    other('ACCOUNT-TYPES', '/accountTypes/2', 'CREDIT_CARD'),
    [
      '',
      bodies({}, { 'errors/0/code': GONE, 'errors/0/errorCode': 'WEB_FORM_REQUIRED' }),
      { fieldAliases: { code: ['errorCode'] } },
    ],
    other('BANK-ID', '/bank', { id: 7 }),
    other('INTERFACE', '/allowedInterfaces', ['XS2A']),
  ],
  createMoneyTransferV1: [
    ...noObject('V1-PAYMENT', 'createStandalonePayment'),
    ...answered('V1-PAYMENT-ORDER-COUNT', '/orderCount', 1),
    ...answered('V1-PAYMENT-IBAN', '/iban', 'DE02'),
    ['', bodies({ iban: 'DE89 3704 0044 0532 0130 00' }, { iban })],
    ['', bodies({ iban: GONE, moneyTransfers: GONE }, {})],
    ['', bodies({ iban: GONE, accountId: 7 }, { iban: GONE, accountId: 7 })],
    ['V1-PAYMENT-ACCOUNT-ID /response/body/accountId', bodies({}, { accountId: 7 })],
    ['V1-ORDER-AMOUNT /request/body/moneyTransfers/0/amount (client)', amount('12.50')],
    ['', amount('12.50'), { numbersAsText: 'accepted' }],
    [
      'V1-ORDER-AMOUNT /request/body/moneyTransfers/0/amount (client)',
      amount('twelve'),
      { numbersAsText: 'accepted' },
    ],
    ['V1-PAYMENT-AMOUNT /response/body/amount', bodies({}, { amount: '1' }), { numbersAsText: 'accepted' }],
    ['V1-TWO-CALLS /response/body', { '/response': goodExchanges.submitPaymentV1[0].response }],
    ...sent('V1-ORDER-REMITTANCE', `/moneyTransfers/0/${remittance}/1`, 5390),
    ...sent('V1-CREATE-ORDERS', '/moneyTransfers/1', 'text', null),
    other('COUNTERPART-NAME', '/moneyTransfers/0/recipient', {}),
    ['', bodies({ note: 1, id: 2 }, {})],
  ],
  submitPaymentV1: v1('V1-SUBMIT-451', '/api/v1/payments/submit'),
  createBankConnectionImport: [
    [
      'V2-FORM-STATUS /response/body/status',
      { ...form('type', 'NOT_YET_OPENED'), ...form('status', 'BANK_CONNECTION_IMPORT') },
    ],
    ...v2('V2-IMPORT', 'STANDALONE_PAYMENT'),
    ...sent('V2-IMPORT-ACCOUNT-TYPES', '/accountTypes/2', 'CREDITCARD'),
    ...sent('V2-IMPORT-INTERFACES', '/allowedInterfaces/0', 'HBCI'),
    other('BANK-ID', '/bankId', 7),
    other('NAME', '/name', 'a'),
    other('INTERFACE', '/interface', 'XS2A'),
  ],
  createStandalonePayment: [
    ...v2('V2-PAYMENT', 'BANK_CONNECTION_IMPORT'),
    ...sent('V2-PAYMENT-ORDERS', '/orders/0', []),
    ...sent('V2-ORDER-REMITTANCE', `/orders/0/${remittance}/0`, null),
    ...otherTimes,
    ...otherNames,
    other('IBAN', '/iban', 'a'),
    other('ORDERS', '/moneyTransfers', []),
    other('COUNTERPART-NAME', '/orders/1/counterpartName', 'b'),
  ],
};

/** A rule with a list of ids, and what only its event has. */
const rules = eventReadings.map(([event, { brokenRules = [] }]) => {
  const { subject } = layoutOf[event];
  const ids = subject === 'connection' ? 'RULE-BANK-CONNECTION-IDS' : 'RULE-ACCOUNT-IDS';
  const ofIds = sent(ids, `/params/${layoutOf[event].listed}`, 17, ['1', '2'], '', '1,,2');
  return [goodRule(event), [...brokenRules, ...(subject === 'user' ? [] : ofIds)]] as const;
});

/** The rule of a trigger event with the most params. */
function goodRule(event: string): Exchange {
  const size = ({ request }: Exchange) => Object.keys(member(jsonOf(request.body), 'params') ?? {}).length;
  const [largest = expect.unreachable()] = goodExchanges.createNotificationRule
    .filter(({ request }) => member(jsonOf(request.body), 'triggerEvent') === event)
    .sort((a, b) => size(b) - size(a));
  return largest;
}

/** What is null was not sent, and demands no error response. */
const unset = (...pointers: string[]): Row[] =>
  pointers.map((pointer) => ['', { [`/request/body/json${pointer}`]: null }]);
const tables = [
  [goodRule('LOW_ACCOUNT_BALANCE'), unset('/params/balanceThreshold', '/params')] as const,
  [goodRule('NEW_ACCOUNT_BALANCE'), unset('/params/accountIds')] as const,
  [goodExchanges.createBankConnectionImport[0], unset('/bank')] as const,
  ...Object.entries(rows).map(([id, table]) => [goodExchanges[id as OperationId][0], table] as const),
  ...rules,
];

test('an exchange breaks these clauses at these places, and no others', () => {
  const wrong = tables.flatMap(([good, table]) => {
    const id = operationOf(good.request) ?? expect.unreachable();
    return table.flatMap(([due, edits, settings]) => {
      const { findings } = judge(id, edited(good, edits), { ...defaultSettings, ...settings });
      const found = placesOf(findings);
      return found.join() === [due].flat().join() ? [] : [{ id, edits, due, found }];
    });
  });
  expect(wrong).toEqual([]);
});

test('a service that does not read requests is not judged by its requests', () => {
  const mock = { ...defaultSettings, readsRequests: false };
  const repeating = /^(USER-RESPONSE-|V1-PAYMENT-(IBAN|ORDER-COUNT)|V1-ENVELOPE-ENDPOINT)/;
  const found = tables.flatMap(([good, table]) =>
    table
      .filter(
        ([due, edits]) =>
          repeating.test(`${due}`) && !('/response/body' in edits) && !('/response/body/json' in edits),
      )
      .map(
        ([, edits]) =>
          judge(operationOf(good.request) ?? expect.unreachable(), edited(good, edits), mock).findings,
      ),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.flat()).toEqual([]);
});
