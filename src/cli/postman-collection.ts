/** The documented calls as a Postman collection (format 2.1), in an order in which a run of the whole is green. */
import { exchanges } from '../../contracts/generated/exchanges.ts';
import { operations } from '../../contracts/generated/operations.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import type { ExchangeFixture } from '../../contracts/src/base/ledgers.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Addresses and client are those of the verb `sandbox`; the empty ones are set by the run. */
const VARIABLES = {
  accessUrl: 'http://127.0.0.1:4020',
  webFormUrl: 'http://127.0.0.1:4021',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  userPassword: 'example-password',
  userId: '',
  clientToken: '',
  userToken: '',
  executionDate: '',
  paymentId: '',
};

/** Where a request has a variable, by its text in the fixtures. */
const IN_REQUESTS: readonly (readonly [text: string, variable: string])[] = [
  ['example-client', '{{clientId}}'],
  ['example-secret', '{{clientSecret}}'],
  ['"example-user"', '"{{userId}}"'],
  ['example-password', '{{userPassword}}'],
  ['2026-12-01', '{{executionDate}}'],
  ['"paymentId": 501', '"paymentId": {{paymentId}}'],
];

/** The examples that every call has beside its own. */
const OF_ALL = ['minimal', 'an-unknown-extra-field', 'refused'];

interface Call {
  readonly of: ExchangeFixture;
  /** That of its operation without one. */
  readonly name?: string;
  /** JavaScript that Postman runs before and after the call. */
  readonly before?: string;
  readonly after?: string;
}

const set = (variable: keyof typeof VARIABLES, code: string) =>
  `pm.collectionVariables.set('${variable}', ${code});`;
const inAWeek = set('executionDate', 'new Date(Date.now() + 7 * 864e5).toISOString().slice(0, 10)');
const { createToken, createNotificationRule: rules } = exchanges;

const token = 'pm.response.json().access_token';
// Not by json(), which rounds a long one.
const payment = '/"id"\\s*:\\s*(\\d+)/.exec(pm.response.text())[1]';

const FOLDERS: Readonly<Record<string, readonly Call[]>> = {
  Authorization: [
    { of: createToken.minimal, name: 'createToken of the client', after: set('clientToken', token) },
    { of: exchanges.createUser.full, before: set('userId', "pm.variables.replaceIn('user-{{$guid}}')") },
    { of: createToken.full, name: 'createToken of the user', after: set('userToken', token) },
    { of: exchanges.getClientConfiguration.full },
  ],
  'Notification rules': Object.entries(rules)
    .filter(([name]) => name.endsWith('Full'))
    .map(([name, of]) => ({ name: `createNotificationRule ${name.replace('Full', '')}`, of })),
  'V1: 451 and location': [
    { of: exchanges.importBankConnectionV1.full },
    { of: exchanges.createMoneyTransferV1.full, before: inAWeek, after: set('paymentId', payment) },
    { of: exchanges.submitPaymentV1.full },
  ],
  'Web Form V2: 201 and url': [
    { of: exchanges.createBankConnectionImport.full },
    { of: exchanges.createStandalonePayment.full, before: inAWeek },
  ],
};

/** As JSON text, with the same bytes every time. */
export function postmanCollection(): string {
  const collection = {
    info: { name: 'Banking data access API', schema: SCHEMA },
    variable: pairs(VARIABLES),
    item: Object.entries(FOLDERS).map(([name, calls]) => ({ name, item: calls.map(itemOf) })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function itemOf({ of, name = of.operationId, before, after }: Call) {
  const listen = (event: string, lines: readonly string[]) => ({
    listen: event,
    script: { type: 'text/javascript', exec: lines },
  });
  const fixtures = Object.entries(exchanges[of.operationId as OperationId]);
  const examples = fixtures.filter(([example, fixture]) => fixture === of || OF_ALL.includes(example));
  return {
    name,
    event: [
      ...(before === undefined ? [] : [listen('prerequest', [before])]),
      listen('test', [...testsOf(of), ...(after === undefined ? [] : [after])]),
    ],
    request: requestOf(of),
    response: examples.map(([example, fixture]) => exampleOf(example, fixture)),
  };
}

/** What the documentation promises of the answer: its status, and where the address of the web form is. */
function testsOf({ documented, response }: ExchangeFixture): string[] {
  const status =
    documented === '2XX'
      ? 'pm.expect(pm.response.code).to.be.within(200, 299)'
      : `pm.response.to.have.status(${documented})`;
  const test = (says: string, code: string) => `pm.test('${says}', () => ${code});`;
  const isAddress = 'to.match(/^https?:\\/\\//)';
  const url = typeof response.body === 'object' && response.body !== null && 'url' in response.body;
  return [
    test(`the status is ${documented}`, status),
    ...('location' in response.headers
      ? [test('location is an address', `pm.expect(pm.response.headers.get('location')).${isAddress}`)]
      : []),
    ...(url
      ? [
          test('url is an address', `pm.expect(pm.response.json().url).${isAddress}`),
          test('there is no location', "pm.expect(pm.response.headers.has('location')).to.equal(false)"),
        ]
      : []),
  ];
}

function requestOf({ operationId, request: { method, path, headers, body } }: ExchangeFixture) {
  const { document, token, encoding } = operations[operationId as OperationId];
  const host = document === 'access' ? '{{accessUrl}}' : '{{webFormUrl}}';
  const sent = { ...headers, ...(token !== 'no' && { authorization: `Bearer {{${token}Token}}` }) };
  const text = IN_REQUESTS.reduce((json, [old, put]) => json.replaceAll(old, put), writeJson(body ?? {}, 2));
  return {
    method,
    url: { raw: host + path, host: [host], path: path.split('/').slice(1) },
    header: pairs(sent),
    ...(encoding === 'json' && { body: { mode: 'raw', raw: text, options: { raw: { language: 'json' } } } }),
    ...(encoding === 'form' && { body: { mode: 'urlencoded', urlencoded: pairs(JSON.parse(text)) } }),
  };
}

function pairs(object: object) {
  return Object.entries(object).map(([key, value]) => ({ key, value }));
}

function exampleOf(name: string, fixture: ExchangeFixture) {
  const { status, headers, body } = fixture.response;
  return {
    name,
    originalRequest: requestOf(fixture),
    code: status,
    header: pairs(headers),
    body: writeJson(body, 2),
  };
}
