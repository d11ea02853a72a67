/** What a token request sends, in each encoding, and what its answer must have. */
import { inspect } from 'node:util';
import nock from 'nock';
import { expect, test } from 'vitest';
import { failureOf, SERVICE, withoutNetwork } from '../../../src/test-support/client-calls.ts';
import type { NotificationRuleRequest } from '../index.entry.ts';
import { clientToken, createNotificationRule, createUser, userToken } from './access-calls.ts';
import { NoAnswer, Refused } from './call-error.ts';
import { type ClientSettings, createClient } from './client.ts';

const TOKEN = { access_token: 'a-1', token_type: 'bearer', expires_in: 3600, scope: 'all' };
const CLIENT = { client_id: 'c 1', client_secret: 's&13' };
const USER = { ...CLIENT, username: 'u-1', password: 'pä=1' };

withoutNetwork();

/** Serves one token request and returns it as it came. */
function served(status: number, answer: string | object) {
  const seen = { url: '', type: null as string | null, body: '' };
  nock(SERVICE.accessUrl)
    .post(/./)
    .reply(async (request: Request) => {
      Object.assign(seen, {
        url: request.url,
        type: request.headers.get('content-type'),
        body: await request.text(),
      });
      return [status, answer];
    });
  return seen;
}

const FORM = 'client_id=c+1&client_secret=s%2613&username=u-1&password=p%C3%A4%3D1';
const encodings: [
  ClientSettings['tokenEncoding'] & string,
  { url: string; type: string | null; body: string },
][] = [
  [
    'form',
    {
      url: 'https://access.example/oauth/token',
      type: 'application/x-www-form-urlencoded',
      body: `grant_type=password&${FORM}`,
    },
  ],
  [
    'json',
    {
      url: 'https://access.example/oauth/token',
      type: 'application/json',
      body: '{"grant_type":"password","client_id":"c 1","client_secret":"s&13","username":"u-1","password":"pä=1"}',
    },
  ],
  ['query', { url: `https://access.example/oauth/token?grant_type=password&${FORM}`, type: null, body: '' }],
];
for (const [tokenEncoding, sent] of encodings) {
  test(`a user is authorized by name and password, written as ${tokenEncoding}`, async () => {
    const seen = served(200, TOKEN);
    expect(await userToken(createClient({ ...SERVICE, tokenEncoding }), USER)).toEqual(TOKEN);
    expect(seen).toEqual(sent);
  });
}

test('a client is authorized by its own credentials alone, form-encoded where nothing else is set', async () => {
  const seen = served(200, TOKEN);
  expect(await clientToken(createClient(SERVICE), USER)).toEqual(TOKEN);
  expect(seen).toMatchObject({
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=client_credentials&client_id=c+1&client_secret=s%2613',
  });
});

test('the access prefix precedes the path', async () => {
  const seen = served(200, TOKEN);
  await clientToken(createClient({ ...SERVICE, accessPrefix: '/api/v2' }), CLIENT);
  expect(seen.url).toBe('https://access.example/api/v2/oauth/token');
});

test('a token answer without a token, or without its lifetime, is malformed', async () => {
  served(200, { token_type: 'bearer', expires_in: '3600' });
  await expect(clientToken(createClient(SERVICE), CLIENT)).rejects.toMatchObject({
    name: 'MalformedAnswer',
    fault: 'access_token is missing, expires_in is text',
  });
});

test('a wrong secret is Refused, and the error shows neither secret nor password', async () => {
  served(401, { error: 'invalid_client', sent: `s&13, pä=1 and ${FORM}` });
  await expect(userToken(createClient(SERVICE), USER)).rejects.toMatchObject({
    name: 'Refused',
    words:
      'invalid_client | [hidden], [hidden] and client_id=c+1&client_secret=[hidden]&username=u-1&password=[hidden]',
  });
});

test('a token request that gets no answer shows no secret, even where the address contains them', async () => {
  nock(SERVICE.accessUrl).post(/./).replyWithError('no route to /oauth/token?client_secret=s%2613');
  const client = createClient({ ...SERVICE, tokenEncoding: 'query' });
  const error = await failureOf(clientToken(client, CLIENT));
  expect(error).toBeInstanceOf(NoAnswer);
  expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/s%2613|s&13/);
});

// Creating a user sends the given fields and returns the created user.

const CREATED = {
  id: 'u-1',
  password: 'p-1',
  email: 'u@example.com',
  phone: '+49 30 1',
  isAutoUpdateEnabled: true,
};

test('a user is created with its five fields, and the same five are returned', async () => {
  nock(SERVICE.accessUrl)
    .post('/v2/users', CREATED)
    .matchHeader('content-type', 'application/json')
    .reply(201, CREATED);
  const client = createClient({ ...SERVICE, accessPrefix: '/v2' }, 't-1');
  expect(await createUser(client, CREATED)).toEqual(CREATED);
});

test('a field that is undefined is not sent', async () => {
  nock(SERVICE.accessUrl).post('/users', { id: 'u-1', password: 'p-1' }).reply(200, CREATED);
  const user = { id: 'u-1', password: 'p-1', phone: undefined as unknown as string };
  expect(await createUser(createClient(SERVICE, 't-1'), user)).toEqual(CREATED);
});

test('a user is returned with its undocumented fields', async () => {
  nock(SERVICE.accessUrl)
    .post('/users', CREATED)
    .reply(201, { ...CREATED, createdBy: 'c-1' });
  expect(await createUser(createClient(SERVICE, 't-1'), CREATED)).toEqual({
    ...CREATED,
    createdBy: 'c-1',
  });
});

/** Creating a rule sends it to the endpoint of the API version and reads no body. */

const RULE = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: 250.5, accountIds: '101,102' },
  callbackHandle: 'below-threshold',
  includeDetails: true,
} satisfies NotificationRuleRequest;

const paths = [
  [undefined, '/access/notificationRules'],
  ['v1', '/api/v1/notificationRules'],
  ['v2', '/second/notificationRules'],
] as const;
for (const [version, path] of paths) {
  test(`a rule of API version ${version ?? 'unnamed'} is posted to ${path}`, async () => {
    const apiVersionSelectors = { v1: '/api/v1', v2: '/second' };
    const client = createClient({ ...SERVICE, accessPrefix: '/access', apiVersionSelectors }, 't-1');
    const scope = nock(SERVICE.accessUrl).post(path, RULE).reply(201, { any: 'thing' });
    expect(await createNotificationRule(client, RULE, version)).toBeUndefined();
    expect(scope.isDone()).toBe(true);
  });
}

test('a version whose selector is not set is not called', async () => {
  const client = createClient({ ...SERVICE, apiVersionSelectors: { v2: '/v2' } }, 't-1');
  await expect(createNotificationRule(client, RULE, 'v1')).rejects.toThrow(
    'apiVersionSelectors.v1 is not set',
  );
});

test('an API version is selected by a header or a query where the settings say so, and the token is under its own prefix', async () => {
  const apiVersionSelectors = { v1: 'Api-Version: 1', v2: '?version=2' };
  const own = { ...SERVICE, accessPrefix: '/access', tokenPrefix: '', apiVersionSelectors };
  const client = createClient(own, 't-1');
  const scope = nock(SERVICE.accessUrl)
    .post('/access/notificationRules')
    .matchHeader('api-version', '1')
    .reply(201)
    .post('/access/notificationRules?version=2')
    .reply(201)
    .post('/oauth/token')
    .reply(200, TOKEN);
  await createNotificationRule(client, RULE, 'v1');
  await createNotificationRule(client, RULE, 'v2');
  await clientToken(client, CLIENT);
  expect(scope.isDone()).toBe(true);
});

for (const body of ['', 'created', '{"id":', '7']) {
  test(`a created rule is a success whatever its body says: "${body}"`, async () => {
    nock(SERVICE.accessUrl).post('/notificationRules').reply(200, body);
    await expect(createNotificationRule(createClient(SERVICE, 't-1'), RULE)).resolves.toBeUndefined();
  });
}

test('a duplicate is Refused and says that the rule already exists', async () => {
  const message = 'A notification rule with the given parameters already exists.';
  nock(SERVICE.accessUrl)
    .post('/notificationRules')
    .reply(422, { errors: [{ message }] });
  const error = await failureOf(createNotificationRule(createClient(SERVICE, 't-1'), RULE));
  expect(error instanceof Refused && error.says('already exists')).toBe(true);
});
