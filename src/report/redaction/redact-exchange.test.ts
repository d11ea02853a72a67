// What a report shows of an exchange: its shape and documented words, and no secrets or personal values.
import { expect, test } from 'vitest';
import { operations } from '../../../contracts/generated/operations.ts';
import open from '../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../contracts/src/base/schema.ts';
import type { Body, Exchange } from '../../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import type { CaseResult } from '../../runner/verdict.ts';
import { importV1, violated } from '../../test-support/sample-runs.ts';
import { caseReport } from '../run-json.ts';
import { collectSensitive, placeholder, Redactor, redactMessage } from './redact-exchange.ts';

const HOST = 'https://bank.example';
const TOKEN = 'c4nary-t0ken';

test('a header name loses the secrets and personal values of the exchange, which it has in lower case', () => {
  const name = 'Erika-Muster';
  const request = {
    ...importV1.request,
    headers: { authorization: 'Bearer Some-Token-0123' },
    body: { json: { bankId: 280001, name } },
  };
  const headers = {
    'x-some-token-0123': '1',
    [`x-of-${name.toLowerCase()}`]: '2',
    'content-type': 'text/plain',
  };
  const { response } = redact({ request, response: { status: 451, headers } });
  expect(Object.keys(response.headers)).toEqual(['x-[secret]', 'x-of-[personal]', 'content-type']);
});

test('an import keeps its shape and loses credentials, names, undocumented values and the query of the form', () => {
  expect(redact(importV1)).toEqual({
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/api/v1/bankConnections/import',
      headers: { authorization: 'Bearer [secret]', 'content-type': 'application/json' },
      body: {
        json: {
          bankId: 280001,
          name: '[personal]',
          accountTypes: ['CreditCard'],
          apiKey: '[undocumented]',
        },
      },
    },
    response: {
      status: 451,
      headers: {
        'content-type': 'application/json',
        location: 'https://webform.example/[secret]',
      },
      body: {
        json: {
          errors: [
            { message: '4711', code: 'WEB_FORM_REQUIRED', type: 'BUSINESS', multiStepAuthentication: null },
          ],
          date: '2026-11-20 09:15:00.123',
          requestId: 'req-1',
          endpoint: 'POST /api/v1/bankConnections/import',
          authContext: '[personal]',
          bank: '280001 - Test bank',
        },
      },
    },
  });
});

test('a payment keeps dates, booleans and codes, and of money and people only the kind', () => {
  const body = {
    iban: 'DE89370400440532013000',
    executionDate: '2026-12-01',
    instantPayment: true,
    moneyTransfers: [
      {
        counterpartName: 'Erika',
        counterpartAddress: { city: 'Berlin', country: 'DE' },
        amount: 98765.43,
        sepaPurposeCode: 'SALA',
        structuredRemittanceInformation: ['RF18'],
      },
    ],
  };
  expect(sent('/api/v1/payments/moneyTransfers', { json: body })).toEqual({
    iban: '[personal]',
    executionDate: '2026-12-01',
    instantPayment: true,
    moneyTransfers: [
      {
        counterpartName: '[personal]',
        counterpartAddress: { city: '[personal]', country: '[personal]' },
        amount: '[personal number]',
        sepaPurposeCode: 'SALA',
        structuredRemittanceInformation: ['[personal]'],
      },
    ],
  });
});

test('an undocumented value is replaced by its kind, and a documented field keeps only values of its kind', () => {
  const json = { bankId: 1, extra: { owner: 'Erika' }, list: ['Erika'], rich: true, age: 42, none: null };
  expect(sent('/api/v1/bankConnections/import', { json })).toEqual({
    bankId: 1,
    extra: '[undocumented object]',
    list: '[undocumented list]',
    rich: '[undocumented boolean]',
    age: '[undocumented number]',
    none: null,
  });
  const wrong = { bankId: 'Erika', loadOwnerData: 'Erika', accountTypes: [{ owner: 'Erika' }] };
  expect(sent('/api/v1/bankConnections/import', { json: wrong })).toEqual({
    bankId: '[undocumented]',
    loadOwnerData: '[undocumented]',
    accountTypes: ['[undocumented object]'],
  });
});

test('a token call loses its credentials, however they are encoded', () => {
  const json = { grant_type: 'password', client_id: 'app', client_secret: 's3cret', username: 'erika' };
  expect(sent('/oauth/token', { json })).toEqual({
    grant_type: 'password',
    client_id: '[secret]',
    client_secret: '[secret]',
    username: '[personal]',
  });
  const pairs = 'grant_type=password&client_id=app&client_secret=s3cr%20et&username=erika&token=t&solo';
  const redacted =
    'grant_type=password&client_id=[secret]&client_secret=[secret]&username=[personal]&token=[undocumented]&[undocumented]';
  expect(sent('/oauth/token', { text: pairs }, 'application/x-www-form-urlencoded')).toBe(redacted);
  expect(redact(exchange(`/oauth/token?${pairs}#f`, undefined)).request.url).toBe(
    `${HOST}/oauth/token?${redacted}`,
  );
});

test('a token answer loses its token, however long it is', () => {
  for (const token of [TOKEN, 'long'.repeat(15_000)]) {
    const json = { access_token: token, token_type: `${token} ${token}x`, expires_in: 60, scope: 'all' };
    const redacted = { ...json, access_token: '[secret]', token_type: '[secret] [secret]x' };
    expect(answered('/oauth/token', 200, { json })).toEqual(redacted);
  }
});

test('only harmless headers keep their value', () => {
  const headers = {
    authorization: 'Basic YXBwOnMzY3JldA==',
    'proxy-authorization': 'opaque',
    cookie: 'session=abc',
    'x-api-key': 'abc',
    'x-tenant': 'Erika',
    'user-agent': 'node',
  };
  const { request } = redact({ ...exchange('/clientConfiguration', undefined, headers) });
  expect(request.headers).toEqual({
    authorization: 'Basic [secret]',
    'proxy-authorization': '[secret]',
    cookie: '[secret]',
    'x-api-key': '[secret]',
    'x-tenant': '[undocumented]',
    'user-agent': 'node',
  });
});

test('a secret or personal value is struck wherever the exchange repeats it', () => {
  const json = {
    errors: [{ message: `Max Muster and ${TOKEN} and max%20muster`, code: 'X', type: 'BUSINESS' }],
    requestId: 'Max%20Muster',
    [`of ${TOKEN}`]: 1,
  };
  const request = { json: { bankId: 1, name: 'Max Muster' } };
  const given = exchange('/api/v1/bankConnections/import', request, { authorization: `Bearer ${TOKEN}` });
  const { response } = redact({ ...given, response: { status: 400, headers: {}, body: { json } } });
  expect(response.body).toEqual({
    json: {
      errors: [{ message: '[personal] and [secret] and [personal]', code: 'X', type: 'BUSINESS' }],
      requestId: '[personal]',
      'of [secret]': '[undocumented number]',
    },
  });
});

test('a documented word stays, though it is also a personal value of the exchange', () => {
  const json = { name: 'BUSINESS', bankId: 1 };
  const body = { json: { errors: [{ type: 'BUSINESS' }] } };
  const given = exchange('/api/v1/bankConnections/import', { json });
  const { response } = redact({ ...given, response: { status: 451, headers: {}, body } });
  expect(response.body).toEqual(body);
});

test('text that looks like a token, an e-mail address or an IBAN is struck', () => {
  const message =
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc, Bearer abc123, a.b@mail.example, DE89 3704 0044 0532 0130 00, at https://u:p@bank.example/x?y=z.';
  const redacted =
    '[secret], Bearer [secret], [personal], [personal], at https://bank.example/x?y=[undocumented]';
  expect(answered('/users', 400, { json: { errors: [{ message }] } })).toEqual({
    errors: [{ message: redacted }],
  });
});

test('the address of a web form keeps its host, and its id is kept only where the address does not hold it', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const json = { id, url: `${HOST}/f/1?t=abc#def`, status: 'NOT_YET_OPENED' };
  const path = '/api/webForms/bankConnectionImport';
  const redacted = { ...json, url: `${HOST}/[secret]` };
  expect(answered(path, 201, { json })).toEqual(redacted);
  expect(answered(path, 200, { json }), 'under a status that is not documented').toEqual(redacted);
  expect(answered(path, 201, { json: { ...json, url: `${HOST}/f/${id}` } })).toEqual({
    ...redacted,
    id: '[secret]',
  });
  expect(answered(path, 201, { json: { ...json, url: HOST } })).toEqual({ ...json, url: `${HOST}/` });
  expect(answered(path, 201, { json: { ...json, url: '/f/1' } })).toEqual({ ...json, url: '[secret]' });
});

test('text, a plain JSON text and the answer of an unknown call are not repeated', () => {
  expect(answered('/users', 500, { text: 'Erika owes' })).toBe('[text of 10 characters]');
  expect(answered('/users', 400, { json: 'Erika owes' })).toBe('[undocumented]');
  expect(answered('/accounts', 200, { json: { id: 1 } })).toBe('[undocumented object]');
});

function exchange(path: string, body: Body | undefined, headers = {}): Exchange {
  const method = path.startsWith('/clientConfiguration') ? 'GET' : 'POST';
  return {
    request: { method, url: HOST + path, headers, ...(body && { body }) },
    response: { status: 200, headers: {} },
  };
}

/** What is left of a request body. */
function sent(path: string, body: Body, type = 'application/json'): unknown {
  return content(redact(exchange(path, body, { 'content-type': type })).request.body);
}

/** What is left of an answer. */
function answered(path: string, status: number, body: Body): unknown {
  return content(
    redact({ ...exchange(path, undefined), response: { status, headers: {}, body } }).response.body,
  );
}

function content(body: Body | undefined): unknown {
  return body && ('json' in body ? body.json : body.text);
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
      expect(JSON.stringify(caseReport(result, { chosenBy: 'mock' })), path.join('.')).not.toContain(CANARY);
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

test('a message of no documented event keeps what any event documents', () => {
  const item = { accountId: 101, accountName: 'Anna', details: { iban: 'X', oldBalance: 5, owner: 'Erika' } };
  expect(redactMessage({ notificationRuleId: 7, balanceChanges: [item], note: 'Erika' })).toEqual({
    notificationRuleId: 7,
    balanceChanges: [
      {
        accountId: 101,
        accountName: '[personal]',
        details: { iban: '[personal]', oldBalance: '[personal number]', owner: '[undocumented]' },
      },
    ],
    note: '[undocumented]',
  });
});
