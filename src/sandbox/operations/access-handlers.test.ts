// The two grants of Authentication 2 and 4, and who obtains no token.
import { expect, test } from 'vitest';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';

const client = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-client',
  client_secret: 'sandbox-secret',
};
const anna = { ...client, grant_type: 'password', username: 'anna', password: 'example-password' };

async function caller(): Promise<SandboxCaller> {
  const caller = new SandboxCaller();
  await caller.userToken('anna');
  return caller;
}

test('no token is given twice, and without a seed none can be foretold', async () => {
  const [a, b] = [new SandboxCaller({}), new SandboxCaller({ seed: undefined as never })];
  const tokens = await Promise.all([a.clientToken(), a.clientToken(), b.clientToken(), b.clientToken()]);
  expect(new Set(tokens).size).toBe(4);
});

const { client_secret: _, ...noSecret } = client;
const { password: __, ...noPassword } = anna;
const { grant_type: ___, ...noGrant } = client;

test('a token request that is refused is refused as RFC 6749 says', async () => {
  const sandbox = await caller();
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
    ['a grant that is not shown', { ...client, grant_type: 'refresh' }, 400, 'unsupported_grant_type'],
  ] as const) {
    const answer = await sandbox.operate('createToken', { body });
    expect([answer.status, answer.json.error], says).toEqual([status, error]);
    expect(answer.text).not.toContain('access_token');
  }
});

test('a parameter that is sent twice is refused', async () => {
  const body = `${new URLSearchParams(client)}&client_id=sandbox-client`;
  expect((await new SandboxCaller().operate('createToken', { body })).json.error).toBe('invalid_request');
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

test('more fields than documented are taken and not given back', async () => {
  const caller = new SandboxCaller();
  const body = { ...fiveFields, theme: 'dark' };
  const answer = await caller.asClient('createUser', body);
  expect(answer.json).toEqual(fiveFields);
});

test('what is left out is made up, so that the answer has all five fields', async () => {
  const caller = new SandboxCaller();
  const { json } = await caller.asClient('createUser', {});
  expect(json).toEqual({
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
  const again = await caller.operate('createUser', {
    token,
    body: { ...fiveFields, password: 'other' },
  });
  expect(again.status).toBe(409);
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

// The client configuration: the two documented fields, and what they hold while nothing is configured.

test('the configuration holds what the control plane put into it', async () => {
  const caller = new SandboxCaller();
  const token = await caller.clientToken();
  const change = {
    userNotificationCallbackUrl: 'http://127.0.0.1:1/hook',
    isAutoCategorizationEnabled: false,
  };
  const changed = await caller.control('PUT', '/client-configuration', change);
  expect(changed.json).toEqual({ ...change, batchUpdates: true, serviceVersion: '1.30.0' });
  const answer = await caller.operate('getClientConfiguration', { token });
  expect([answer.status, answer.json]).toEqual([200, change]);
});

test('a callback that is not configured is empty', async () => {
  const answer = await new SandboxCaller().asClient('getClientConfiguration');
  expect(answer.json).toEqual({ isAutoCategorizationEnabled: true, userNotificationCallbackUrl: '' });
});

test('an address that is not http is refused', async () => {
  const answer = await new SandboxCaller().control('PUT', '/client-configuration', {
    userNotificationCallbackUrl: 'file:///etc/passwd',
  });
  expect(answer.status).toBe(400);
});
