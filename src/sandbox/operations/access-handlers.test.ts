// The two grants of Authentication 2 and 4, and who obtains no token.
import { expect, test } from 'vitest';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';

const client = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-client',
  client_secret: 'sandbox-secret',
};
const anna = { ...client, grant_type: 'password', username: 'anna', password: 'example-password' };

test('no token is given twice, and without a seed none can be foretold', async () => {
  const [a, b] = [new SandboxCaller({}), new SandboxCaller({ seed: undefined as never })];
  const tokens = await Promise.all([a.clientToken(), a.clientToken(), b.clientToken(), b.clientToken()]);
  expect(new Set(tokens).size).toBe(4);
});

const { client_secret: _, ...noSecret } = client;
const { password: __, ...noPassword } = anna;
const { grant_type: ___, ...noGrant } = client;

test('a token request that is refused is refused as RFC 6749 says', async () => {
  const sandbox = new SandboxCaller();
  await sandbox.userToken('anna');
  for (const [says, body, status, error] of [
    ['a wrong client secret', { ...client, client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown client', { ...client, client_id: 'unknown' }, 401, 'invalid_client'],
    ['no client secret', noSecret, 401, 'invalid_client'],
    ['a wrong secret beside a right password', { ...anna, client_secret: 'wrong' }, 401, 'invalid_client'],
    ['a wrong password', { ...anna, password: 'wrong' }, 400, 'invalid_grant'],
    ['an unknown user', { ...anna, username: 'nobody' }, 400, 'invalid_grant'],
    ['a user name that every object knows', { ...anna, username: '__proto__' }, 400, 'invalid_grant'],
    ['no password', noPassword, 400, 'invalid_request'],
    ['no grant type', noGrant, 400, 'invalid_request'],
    ['a parameter twice', `${new URLSearchParams(client)}&client_id=sandbox-client`, 400, 'invalid_request'],
    ['a grant that is not shown', { ...client, grant_type: 'refresh' }, 400, 'unsupported_grant_type'],
  ] as const) {
    const answer = await sandbox.operate('createToken', { body });
    expect([answer.status, answer.json.error], says).toEqual([status, error]);
    expect(answer.text).not.toContain('access_token');
  }
});

test('a JSON body is refused where token requests are form-encoded, and taken where the setting says so', async () => {
  const json = { body: JSON.stringify(client), headers: { 'content-type': 'application/json' } };
  expect((await new SandboxCaller().operate('createToken', json)).status).toBe(415);
  const other = new SandboxCaller({ settings: { tokenEncoding: 'json' } });
  expect((await other.operate('createToken', json)).status).toBe(200);
});

test('the query is read where the setting says so', async () => {
  const caller = new SandboxCaller({ settings: { tokenEncoding: 'query' } });
  const query = `${new URLSearchParams(client)}`;
  expect((await caller.call('access', 'POST', `/oauth/token?${query}`)).status).toBe(200);
  expect((await caller.call('access', 'POST', '/oauth/token')).status).toBe(400);
});

// Users: the same five fields back, and nothing of one user visible to or in the way of another.

const fiveFields = {
  id: 'anna',
  password: 'example-password',
  email: 'anna@example.com',
  phone: '+49 30 901820',
  isAutoUpdateEnabled: true,
};

test('more fields than documented are not given back, and those that are left out are made up', async () => {
  const caller = new SandboxCaller();
  expect((await caller.asClient('createUser', { ...fiveFields, theme: 'dark' })).json).toEqual(fiveFields);
  expect((await caller.asClient('createUser', {})).json).toEqual({
    id: expect.stringMatching(/./),
    password: expect.stringMatching(/./),
    email: '',
    phone: '',
    isAutoUpdateEnabled: false,
  });
});

test('a user that exists is refused and keeps the password', async () => {
  const caller = new SandboxCaller();
  await caller.userToken('anna', 'example-password');
  const token = await caller.clientToken();
  const body = { ...fiveFields, password: 'other' };
  expect((await caller.operate('createUser', { token, body })).status).toBe(409);
  await expectToken(caller, 'example-password', 200);
  await expectToken(caller, 'other', 400);
});

test('a user that exists is accepted and takes the new fields where the setting says so', async () => {
  const caller = new SandboxCaller({ settings: { userExists: 'accepted' } });
  await caller.userToken('anna', 'example-password');
  const token = await caller.clientToken();
  const body = { ...fiveFields, password: 'other' };
  expect((await caller.operate('createUser', { token, body })).json).toEqual(body);
  await expectToken(caller, 'other', 200);
});

async function expectToken(caller: SandboxCaller, password: string, status: number): Promise<void> {
  const client = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
  const body = { ...client, grant_type: 'password', username: 'anna', password };
  expect((await caller.operate('createToken', { body })).status).toBe(status);
}

test('a callback that is not configured is empty', async () => {
  const answer = await new SandboxCaller().asClient('getClientConfiguration');
  expect(answer.json).toEqual({ isAutoCategorizationEnabled: true, userNotificationCallbackUrl: '' });
});
