// What a report shows of an exchange: its shape and documented words, and no secrets or personal values.
import { expect, test } from 'vitest';
import { operations } from '../../../contracts/generated/operations.ts';
import open from '../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../contracts/src/base/schema.ts';
import type { Body, Exchange, Headers } from '../../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import type { CaseResult } from '../../runner/verdict.ts';
import { importV1, violated } from '../../test-support/sample-runs.ts';
import { caseReport } from '../run-json.ts';
import { collectSensitive, placeholder, Redactor, redactText } from './redact-exchange.ts';

const HOST = 'https://bank.example';
const TOKEN = 'c4nary-t0ken';

const IMPORT = '/api/v1/bankConnections/import';
const FORM = '/api/webForms/bankConnectionImport';
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const form = { id: ID, url: `${HOST}/f/1?t=abc#def`, status: 'NOT_YET_OPENED' };
const pairs = 'grant_type=password&client_id=app&client_secret=s3cr%20et&username=erika&token=t&solo';
const person = { bankId: 1, name: 'Max Muster' };
const repeated = {
  errors: [{ message: `Max Muster and ${TOKEN} and max%20muster`, code: 'X', type: 'BUSINESS' }],
  requestId: 'Max%20Muster',
  [`of ${TOKEN}`]: 1,
};
const looks =
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc, Bearer abc123, a.b@mail.example, DE89 3704 0044 0532 0130 00, at https://u:p@bank.example/x?y=z.';
const order = {
  counterpartName: 'Erika',
  counterpartAddress: { city: 'Berlin', country: 'DE' },
  amount: 98765.43,
  sepaPurposeCode: 'SALA',
  structuredRemittanceInformation: ['RF18'],
};

/** What is left of each is in a file: a documented word stays, as `BUSINESS` does, though it is also a personal value. */
const EXCHANGES: Readonly<Record<string, Exchange>> = {
  'an import': importV1,
  'names of headers': {
    request: {
      ...importV1.request,
      headers: { authorization: 'Bearer Some-Token-0123' },
      body: { json: { bankId: 280001, name: 'Erika-Muster' } },
    },
    response: {
      status: 451,
      headers: { 'x-some-token-0123': '1', 'x-of-erika-muster': '2', 'content-type': 'text/plain' },
    },
  },
  'values of headers': sending('/clientConfiguration', undefined, {
    authorization: 'Basic YXBwOnMzY3JldA==',
    'proxy-authorization': 'opaque',
    cookie: 'session=abc',
    'x-api-key': 'abc',
    'x-tenant': 'Erika',
    'user-agent': 'node',
  }),
  'a payment': sending('/api/v1/payments/moneyTransfers', {
    json: {
      iban: 'DE89370400440532013000',
      executionDate: '2026-12-01',
      instantPayment: true,
      moneyTransfers: [order],
    },
  }),
  'undocumented values': sending(IMPORT, {
    json: { bankId: 1, extra: { owner: 'Erika' }, list: ['Erika'], rich: true, age: 42, none: null },
  }),
  'values of another kind': sending(IMPORT, {
    json: { bankId: 'Erika', loadOwnerData: 'Erika', accountTypes: [{ owner: 'Erika' }] },
  }),
  'a token call as JSON': sending('/oauth/token', {
    json: { grant_type: 'password', client_id: 'app', client_secret: 's3cret', username: 'erika' },
  }),
  'a token call as a form': sending(
    '/oauth/token',
    { text: pairs },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ),
  'a token call as a query': sending(`/oauth/token?${pairs}#f`, undefined),
  'a token': answering('/oauth/token', 200, {
    json: { access_token: TOKEN, token_type: `${TOKEN} ${TOKEN}x`, expires_in: 60, scope: 'all' },
  }),
  'values that are repeated': {
    ...sending(IMPORT, { json: person }, { authorization: `Bearer ${TOKEN}` }),
    response: { status: 400, headers: {}, body: { json: repeated } },
  },
  'a documented word': {
    ...sending(IMPORT, { json: { name: 'BUSINESS', bankId: 1 } }),
    response: { status: 451, headers: {}, body: { json: { errors: [{ type: 'BUSINESS' }] } } },
  },
  'look-alikes': answering('/users', 400, { json: { errors: [{ message: looks }] } }),
  'a web form': answering(FORM, 201, { json: form }),
  'a web form under another status': answering(FORM, 200, { json: form }),
  'a web form with its id in the address': answering(FORM, 201, {
    json: { ...form, url: `${HOST}/f/${ID}` },
  }),
  'a web form at a host': answering(FORM, 201, { json: { ...form, url: HOST } }),
  'a web form at a path': answering(FORM, 201, { json: { ...form, url: '/f/1' } }),
  text: answering('/users', 500, { text: 'Erika owes' }),
  'a JSON text': answering('/users', 400, { json: 'Erika owes' }),
  'an unknown call': answering('/accounts', 200, { json: { id: 1 } }),
};

test('what is left of exchanges', async () => {
  const left = Object.entries(EXCHANGES).flatMap(([name, given]) => {
    const { request, response } = redact(given);
    const { method, url } = request;
    return [
      `# ${name}`,
      `${method} ${url}`,
      ...partLines(request),
      `${response.status}`,
      ...partLines(response),
    ];
  });
  await expect(`${left.join('\n')}\n`).toMatchFileSnapshot('screens/exchanges.txt');
});

/** A line for each header, then the body as JSON or, without quotes, as text. */
function partLines({ headers, body }: { headers: Headers; body?: Body }): string[] {
  const lines = Object.entries(headers).map((header) => header.join(': '));
  return body ? [...lines, 'json' in body ? JSON.stringify(body.json) : body.text] : lines;
}

test('a token is struck, however long it is', () => {
  const token = 'long'.repeat(15_000);
  const given = answering('/oauth/token', 200, { json: { access_token: token, token_type: `${token} x` } });
  expect(redact(given).response.body).toEqual({
    json: { access_token: '[secret]', token_type: '[secret] x' },
  });
});

function sending(path: string, body: Body | undefined, headers = {}): Exchange {
  const method = path === '/clientConfiguration' ? 'GET' : 'POST';
  return {
    request: { method, url: HOST + path, headers, ...(body && { body }) },
    response: { status: 200, headers: {} },
  };
}

function answering(path: string, status: number, body: Body): Exchange {
  return { ...sending(path, undefined), response: { status, headers: {}, body } };
}

function redact(exchange: Exchange): Exchange {
  return new Redactor(placeholder, collectSensitive([exchange])).exchange(exchange);
}

// Every place that the documents mark as secret or personal, in every request and answer: nothing of it is repeated.

const CANARY = 'c4nary';
const [sample] = violated.cases as readonly [CaseResult];
const bodies = Object.entries(open).flatMap(([name, { schema }]) => {
  const [id = '', part = ''] = name.split('.');
  return id in operations ? [{ id: id as OperationId, part, paths: markedPaths(schema) }] : [];
});

for (const { id, part, paths } of bodies.filter((it) => it.paths.length > 0)) {
  test(`${id} ${part} repeats none of its ${paths.length} marked places`, () => {
    for (const path of paths) {
      const result = { ...sample, exchanges: [exchangeWith(id, part, valueAt(path, CANARY))] };
      const { exchanges, ...report } = caseReport(result, violated);
      // Its commands hold what the run made up; repeat-commands.test.ts shows what is a variable there.
      const shown = exchanges.map(({ curl: _, ...exchange }) => exchange);
      expect(JSON.stringify([report, shown]), path.join('.')).not.toContain(CANARY);
    }
  });
}

test('names, accounts, money, passwords and tokens are marked', () => {
  const marked = new Set(bodies.flatMap(({ paths }) => paths.map((path) => path.at(-1))));
  const personal = 'iban counterpartIban name email phone amount value purpose bic';
  const secret = 'password client_secret access_token username authContext';
  for (const name of `${personal} ${secret}`.split(' ')) expect(marked).toContain(name);
});

/** Where the schema marks something; `[]` is any item. */
function markedPaths(node: SchemaNode): string[][] {
  const isMarked = node['x-personal'] || node['x-encrypted'] || node.format === 'password';
  return [
    ...(isMarked ? [[]] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, part]) =>
      markedPaths(part).map((path) => [name, ...path]),
    ),
    ...(node.items ? markedPaths(node.items).map((path) => ['[]', ...path]) : []),
    ...(node.allOf ?? []).flatMap(markedPaths),
    ...(node.then ? markedPaths(node.then) : []),
  ];
}

function valueAt([step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  return step === '[]' ? [valueAt(rest, value)] : { [step]: valueAt(rest, value) };
}

/** The value as body and, since an envelope might repeat it, as its free text. */
function exchangeWith(id: OperationId, part: string, json: unknown): Exchange {
  const { method, path } = operations[id];
  const request = { method, url: HOST + path, headers: {} };
  if (part !== 'request')
    return { request, response: { status: Number(part.replace('XX', '00')), headers: {}, body: { json } } };
  const body = { json: { errors: [{ message: `no ${CANARY} here` }] } };
  return { request: { ...request, body: { json } }, response: { status: 400, headers: {}, body } };
}

test('the values that a reason suggests for a target file stay, and no other IBAN does', () => {
  const suggestion = 'as in testData: { senderIbans: ["DE75512108001245126199"] }';
  expect(redactText(`DE89370400440532013000 is closed; ${suggestion}`)).toBe(
    `[personal] is closed; ${suggestion}`,
  );
});
