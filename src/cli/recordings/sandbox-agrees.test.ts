// The sandbox and `check` agree on every request: what one takes is no mistake of the client to the other. Each fixture is sent as
// it is and in the dialects of real clients, over HTTP, and is judged beside its documented response.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../../contracts/generated/operations.ts';
import type { ExchangeFixture } from '../../../contracts/src/base/ledgers.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import { check } from '../../../contracts/src/recordings/check.entry.ts';
import { targetSettings } from '../../runner/targets/target-file.ts';
import type { Urls } from '../../sandbox/http-server.ts';
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What is sent in place of the body. */
  readonly packed?: Buffer;
}

type Dialect = (request: Request) => Request;

// A fixture has the credentials of these.
const CLIENT = { id: 'example-client', secret: 'example-secret' };
const USER = { id: 'example-user', password: 'example-password' };

const settings = targetSettings(OWN_VERSIONS);
const caller = new SandboxCaller({ client: CLIENT });
let urls: Urls;
beforeAll(async () => {
  urls = await caller.sandbox.listen();
});
afterAll(() => caller.sandbox.close());

const FOLDER = join(import.meta.dirname, '../../../contracts/generated/fixtures');
const fixtures = Object.keys(operations).flatMap((id) =>
  readdirSync(join(FOLDER, id))
    .filter((file) => file !== 'refused.json')
    .map((file): ExchangeFixture => JSON.parse(readFileSync(join(FOLDER, id, file), 'utf8'))),
);

/** The request of the fixture as its client writes it now, with a token. */
async function requestOf({ operationId, request }: ExchangeFixture): Promise<Request> {
  const { token, encoding } = operations[operationId as OperationId];
  await caller.control('PUT', '/world', { users: operationId === 'createUser' ? [] : [USER] });
  const { authorization: _, ...headers } = request.headers as Record<string, string>;
  const bearer =
    token === 'client' ? await caller.clientToken() : await caller.userToken(USER.id, USER.password);
  const own = request.body as Record<string, string> | undefined;
  const paid = operationId === 'submitPaymentV1' ? { paymentId: await payment(bearer) } : {};
  const body = encoding === 'form' ? String(new URLSearchParams(own)) : JSON.stringify({ ...own, ...paid });
  return {
    method: request.method,
    path: request.path,
    headers: { ...headers, ...(token !== 'no' && { authorization: `Bearer ${bearer}` }) },
    ...(own && { body }),
  };
}

async function payment(token: string): Promise<number> {
  return (await caller.operate('createMoneyTransferV1', { token, body: {} })).json.id;
}

/** Whether the sandbox takes the request, and what it says. fetch would change the path. */
async function taken(base: string, { method, path, headers, body, packed }: Request) {
  const { port, hostname } = new URL(base);
  const sending = httpRequest({ method, path, headers, port, hostname }).end(packed ?? body);
  const [response] = await once(sending, 'response');
  const { statusCode } = response;
  return { isTaken: statusCode < 300 || statusCode === 451, says: await text(response) };
}

/** Whether `check` finds nothing that the client did wrong. */
async function isRight(base: string, { path, body, ...request }: Request, { response }: ExchangeFixture) {
  const record = { request: { ...request, url: base + path, ...(body !== undefined && { body }) }, response };
  const { verdict, findings } = await check(record, { settings });
  expect(['upheld', 'violated']).toContain(verdict);
  return findings.every(({ about }) => about !== 'client');
}

const onPath =
  (edit: (path: string) => string): Dialect =>
  (request) => ({ ...request, path: edit(request.path) });
const onText =
  (edit: (body: string) => string): Dialect =>
  (request) =>
    request.body === undefined ? request : { ...request, body: edit(request.body) };
const isJson = ({ headers }: Request) => headers['content-type'] === 'application/json';
const onJson =
  (edit: (body: Record<string, unknown>) => unknown): Dialect =>
  (request) =>
    isJson(request) ? onText((body) => JSON.stringify(edit(JSON.parse(body))))(request) : request;
const onHeader =
  (name: string, edit: (value: string) => string | undefined): Dialect =>
  (request) => {
    const { [name]: value, ...headers } = request.headers;
    const edited = value && edit(value);
    return { ...request, headers: { ...headers, ...(edited !== undefined && { [name]: edited }) } };
  };
const bearer = (edit: (token: string) => string) =>
  onHeader('authorization', (value) => edit(value.slice(7)));
const type = (edit: (type: string) => string | undefined) => onHeader('content-type', edit);
const onToken =
  (edit: Dialect): Dialect =>
  (request) =>
    isJson(request) || !request.body ? request : edit(request);
const onRule = (edit: (rule: Record<string, unknown>) => object) =>
  onJson((body) => ('triggerEvent' in body ? edit(body) : body));

/** By what they do. */
const AGREED: Readonly<Record<string, Dialect>> = {
  'as it is': (request) => request,
  'a slash too many': onPath((path) => `/${path}`),
  'a slash at the end': onPath((path) => `${path}/`),
  'a query': onPath((path) => `${path}?trace=1`),
  'the API version in the path': onPath((path) => (path.startsWith('/api/') ? path : `/api/v2${path}`)),
  'bearer in lower case': bearer((token) => `bearer ${token}`),
  'bearer in capitals': bearer((token) => `BEARER ${token}`),
  'two blanks behind Bearer': bearer((token) => `Bearer  ${token}`),
  'a charset': type((value) => `${value};charset=UTF-8`),
  'a content type in capitals': type((value) => value.toUpperCase()),
  'no content type': type(() => undefined),
  'a packed body': (request) =>
    request.body === undefined
      ? request
      : {
          ...request,
          headers: { ...request.headers, 'content-encoding': 'gzip' },
          packed: gzipSync(request.body),
        },
  'null for a field that is not there': onJson((body) => ({ ...body, nothing: null })),
  'an undocumented field': onJson((body) => ({ ...body, extra: { deep: [1] } })),
  'whole numbers as 5.0': onText((body) => body.replace(/:(\d+)([,}])/g, ':$1.0$2')),
  'whole numbers as 5E0': onText((body) => body.replace(/:(\d+)([,}])/g, ':$1E0$2')),
  'text for booleans': onText((body) => body.replace(/:(true|false)/g, ':"$1"')),
  'an IBAN in lower case': onText((body) => body.replace(/DE\d{20}/g, (iban) => iban.toLowerCase())),
  'an IBAN with blanks': onText((body) => body.replace(/DE\d{20}/g, (iban) => iban.replace(/.{4}/g, '$& '))),
  'a negative amount': onText((body) => body.replace(/"(amount|value)":(\d)/g, '"$1":-$2')),
  'a list in place of an object': onJson((body) => [body]),
  'a list of account ids': onRule((rule) => ({ ...rule, params: { accountIds: [1, 2] } })),
  'a number as callbackHandle': onRule((rule) => ({ ...rule, callbackHandle: 17 })),
  'a callbackHandle that is too long': onRule((rule) => ({ ...rule, callbackHandle: 'x'.repeat(513) })),
  'an unknown event': onRule((rule) => ({ ...rule, triggerEvent: 'NEW_WEATHER' })),
  'an event in lower case': onRule((rule) => ({ ...rule, triggerEvent: 'new_transactions' })),
  'a rule without an event': onRule(({ triggerEvent: _, ...rule }) => rule),
  'words of V1 in V2': onJson((body) => ({ ...body, accountTypes: ['CreditCard'] })),
  'the client by Basic': onToken((request) => ({
    ...onText((body) => body.replace(/&?client_(id|secret)=[^&]*/g, ''))(request),
    headers: {
      ...request.headers,
      authorization: `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`,
    },
  })),
};

test.each(Object.entries(AGREED))('%s', async (_, dialect) => {
  expect(await differences(dialect)).toEqual([]);
});

const ids = Object.keys(operations) as OperationId[];
const WITH_TOKEN = ids.filter((id) => operations[id].token !== 'no');
const WITH_BODY = ids.filter((id) => operations[id].encoding !== 'none');

interface Differing {
  /** A fact or a reading that leaves it open. */
  readonly since: string;
  readonly edit: Dialect;
  readonly of: readonly OperationId[];
}

const anyType = { since: 'no clause is on the content type', of: WITH_BODY };
const anyScheme = { since: 'AUTHORIZATION-SCHEME is not shown', of: WITH_TOKEN };
const tokenEncoding: Pick<Differing, 'since' | 'of'> = {
  since: 'TOKEN-ENCODING is not shown',
  of: ['createToken'],
};
const anyGrant: Pick<Differing, 'since' | 'of'> = {
  since: 'RFC 6749 has the rule alone',
  of: ['createToken'],
};

/** What the sandbox refuses and a provider may take, or the other way round. */
const DIFFERING: Readonly<Record<string, Differing>> = {
  'another scheme': { ...anyScheme, edit: bearer((token) => `Token ${token}`) },
  'no scheme': { ...anyScheme, edit: bearer((token) => token) },
  'text as content type': { ...anyType, edit: type(() => 'text/plain') },
  'another kind of JSON': { ...anyType, edit: type(() => 'application/hal+json') },
  'another charset': { ...anyType, edit: type((value) => `${value};charset=iso-8859-1`) },
  'a token request in the query': {
    ...tokenEncoding,
    edit: onToken((request) => ({ ...request, path: `${request.path}?${request.body}`, body: '' })),
  },
  'a token request as JSON': {
    ...tokenEncoding,
    edit: onToken((request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new URLSearchParams(request.body))),
    })),
  },
  'a parameter twice': { ...anyGrant, edit: onToken(onText((body) => `${body}&scope=a&scope=b`)) },
  'another grant': {
    ...anyGrant,
    edit: onToken(onText((body) => body.replace(/grant_type=\w+/, 'grant_type=refresh_token'))),
  },
  'no grant': { ...anyGrant, edit: onToken(onText((body) => body.replace(/grant_type=\w+&?/, ''))) },
  'text for numbers': {
    since: 'PARAMS-FORM is not shown, and the sandbox takes both',
    edit: onText((body) => body.replace(/:(\d+(?:\.\d+)?)([,}])/g, ':"$1"$2')),
    of: ['createNotificationRule'],
  },
  'null for params': {
    since: 'no clause that demands an error response is judged where a field is null',
    edit: onRule((rule) => ({ ...rule, params: null })),
    of: ['createNotificationRule'],
  },
  'a submission of nothing': {
    since: 'which fields V1 requires is not shown',
    edit: onJson((body) => ('paymentId' in body ? {} : body)),
    of: ['submitPaymentV1'],
  },
  'a day that does not exist': {
    since: 'a provider that takes it breaks nothing',
    edit: onJson((body) => ({ ...body, executionDate: '2026-02-30' })),
    of: ['createMoneyTransferV1'],
  },
  'a name of V1 in V2': {
    since: 'the sandbox takes it and prints a line',
    edit: onJson((body) => ({ ...body, bankId: 1 })),
    of: ['createBankConnectionImport'],
  },
  'waitForCategorization on v1': {
    since: 'it is the provider that has to refuse it',
    edit: onPath((path) => (path.startsWith('/api/') ? path : `/api/v1${path}`)),
    of: ['createNotificationRule'],
  },
};

test.each(Object.entries(DIFFERING))('%s: they differ, since $since', async (_, { edit, of }) => {
  const differing = (await differences(edit)).map((line) => line.split(':')[0]);
  expect([...new Set(differing)]).toEqual(of);
});

/** Operations that one of the two takes for right, and what the sandbox says. */
async function differences(dialect: Dialect): Promise<string[]> {
  const differing: string[] = [];
  for (const fixture of fixtures) {
    const { document } = operations[fixture.operationId as OperationId];
    const base = document === 'access' ? urls.accessUrl : urls.webFormUrl;
    const request = dialect(await requestOf(fixture));
    const { isTaken, says } = await taken(base, request);
    if (isTaken !== (await isRight(base, request, fixture)))
      differing.push(`${fixture.operationId}: ${says}`);
  }
  return differing;
}
