/** Makes what the verb `export` writes: the documented calls as a Postman collection (format 2.1) and as WireMock mappings. */
import { operations } from '../../contracts/generated/operations.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import type { ExchangeFixture } from '../../contracts/src/base/ledgers.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { jsonText, madeFrom } from '../project.ts';

type Fixtures = Readonly<Record<string, ExchangeFixture>>;
/** By operation, then by the name of the example. */
export type Exchanges = Readonly<Record<OperationId, Fixtures>>;

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

interface Call {
  readonly folder: string;
  readonly of: OperationId;
  /** `full` without one. */
  readonly example?: string;
  /** That of its operation without one. */
  readonly name?: string;
  /** JavaScript that Postman runs before and after the call. */
  readonly before?: string;
  readonly after?: string;
}

const set = (variable: keyof typeof VARIABLES, code: string) =>
  `pm.collectionVariables.set('${variable}', ${code});`;
/** Before a call that sends one. */
const inAWeek = set('executionDate', 'new Date(Date.now() + 7 * 864e5).toISOString().slice(0, 10)');
const token = 'pm.response.json().access_token';
// Not by json(), which rounds a long one.
const payment = '/"id"\\s*:\\s*(\\d+)/.exec(pm.response.text())[1]';

const IDS = Object.keys(operations) as OperationId[];
const AUTH = 'Authorization';
const V1 = 'V1: 451 and location';
const V2 = 'Web Form V2: 201 and url';
const rule = { folder: 'Notification rules', of: 'createNotificationRule' } as const;
const ofClient = { example: 'minimal', name: 'createToken of the client' };

/** In an order in which a run of the whole is green. */
const callsOf = (exchanges: Exchanges): readonly Call[] => [
  { folder: AUTH, of: 'createToken', ...ofClient, after: set('clientToken', token) },
  { folder: AUTH, of: 'createUser', before: set('userId', "pm.variables.replaceIn('user-{{$guid}}')") },
  { folder: AUTH, of: 'createToken', name: 'createToken of the user', after: set('userToken', token) },
  { folder: AUTH, of: 'getClientConfiguration' },
  ...Object.keys(exchanges.createNotificationRule)
    .filter((example) => example.endsWith('Full'))
    .map((example) => ({ ...rule, example, name: `${rule.of} ${example.replace('Full', '')}` })),
  { folder: V1, of: 'importBankConnectionV1' },
  { folder: V1, of: 'createMoneyTransferV1', after: set('paymentId', payment) },
  { folder: V1, of: 'submitPaymentV1' },
  ...IDS.filter((of) => operations[of].document === 'web-form').map((of) => ({ folder: V2, of })),
];

/** The text of each file by its name. */
export function exportFiles(exchanges: Exchanges): Record<string, string> {
  const folders = Map.groupBy(callsOf(exchanges), ({ folder }) => folder);
  const item = [...folders].map(([name, calls]) => ({
    name,
    item: calls.map((call) => itemOf(call, exchanges[call.of])),
  }));
  const info = { description: madeFrom('openapi/'), name: 'Banking data access API', schema: SCHEMA };
  return {
    'postman.json': jsonText({ info, variable: pairs(VARIABLES), item }),
    'wiremock.json': `${writeJson({ generated: madeFrom('openapi/'), mappings: mappingsOf(exchanges) }, 2)}\n`,
  };
}

function itemOf({ of, example = 'full', name = of, before, after = '' }: Call, fixtures: Fixtures) {
  const fixture = fixtures[example];
  if (!fixture) throw new Error(`${of} has no example ${example}`);
  const request = requestOf(fixture);
  const first = JSON.stringify(request).includes('{{executionDate}}') ? inAWeek : before;
  const script = (listen: string, lines: readonly string[]) => ({
    listen,
    script: { type: 'text/javascript', exec: lines },
  });
  return {
    name,
    event: [
      ...(first === undefined ? [] : [script('prerequest', [first])]),
      script('test', [...testsOf(fixture), after].filter(Boolean)),
    ],
    request,
  };
}

/** What the documentation promises of the response: its status, and where the URL of the web form is. */
function testsOf({ documented, response }: ExchangeFixture): string[] {
  const status =
    documented === '2XX'
      ? 'pm.expect(pm.response.code).to.be.within(200, 299)'
      : `pm.response.to.have.status(${documented})`;
  const isAddress = 'to.match(/^https?:\\/\\//)';
  const location = [
    ['location is an address', `pm.expect(pm.response.headers.get('location')).${isAddress}`],
  ];
  const url = [
    ['url is an address', `pm.expect(pm.response.json().url).${isAddress}`],
    ['there is no location', "pm.expect(pm.response.headers.has('location')).to.equal(false)"],
  ];
  return [
    [`the status is ${documented}`, status],
    ...('location' in response.headers ? location : []),
    ...(member(response.body, 'url') === undefined ? [] : url),
  ].map(([says, code]) => `pm.test('${says}', () => ${code});`);
}

function requestOf({ operationId, request }: ExchangeFixture) {
  const { method, path, headers, body } = request;
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

/** The first fixture answers its call, any other one a call that asks for it, as in `Prefer: example=refused`. */
function mappingsOf(exchanges: Exchanges) {
  return Object.entries(exchanges).flatMap(([operationId, fixtures]) =>
    Object.entries(fixtures).map(([example, { request, response }], index) => {
      const { status, headers, body } = response;
      const { method, path } = request;
      const asked = { headers: { prefer: { contains: `example=${example}` } } };
      return {
        name: `${operationId} ${example}`,
        // Below the rank of 5 that a mapping has without one.
        ...(index > 0 && { priority: 1 }),
        request: { method, urlPath: path, ...(index > 0 && asked) },
        response: { status, headers, jsonBody: body },
      };
    }),
  );
}
