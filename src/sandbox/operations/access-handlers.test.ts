// Tokens, users and the client configuration: how a token request is read, and what is refused.
import { expect, test } from 'vitest';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';

const client = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-client',
  client_secret: 'sandbox-secret',
};
const anna = { ...client, grant_type: 'password', username: 'anna', password: 'example-password' };

test.each<[status: number, error: string, body: object | string]>([
  [401, 'invalid_client', { ...client, client_secret: 'wrong' }],
  [401, 'invalid_client', { grant_type: 'client_credentials', client_id: 'sandbox-client' }],
  [401, 'invalid_client', { ...anna, client_secret: 'wrong' }],
  [400, 'invalid_grant', { ...anna, password: 'wrong' }],
  [400, 'invalid_grant', { ...anna, username: '__proto__' }],
  [400, 'invalid_request', { ...client, grant_type: 'password', username: 'anna' }],
  [400, 'invalid_request', { client_id: 'sandbox-client', client_secret: 'sandbox-secret' }],
  [400, 'invalid_request', `${new URLSearchParams(client)}&client_id=sandbox-client`],
  [400, 'unsupported_grant_type', { ...client, grant_type: 'refresh' }],
])('a token request is refused as RFC 6749 says, with %i %s: %j', async (status, error, body) => {
  const sandbox = new SandboxCaller();
  await sandbox.userToken('anna');
  const answer = await sandbox.operate('createToken', { body });
  expect([answer.status, answer.json.error]).toEqual([status, error]);
  expect(answer.text).not.toContain('access_token');
});

test('a setting chooses how the params of a token request are sent', async () => {
  const json = { body: JSON.stringify(client), headers: { 'content-type': 'application/json' } };
  expect((await new SandboxCaller().operate('createToken', json)).status).toBe(415);
  const ofJson = new SandboxCaller({ settings: { tokenEncoding: 'json' } });
  expect((await ofJson.operate('createToken', json)).status).toBe(200);
  const ofQuery = new SandboxCaller({ settings: { tokenEncoding: 'query' } });
  const query = `${new URLSearchParams(client)}`;
  expect((await ofQuery.call('access', 'POST', `/oauth/token?${query}`)).status).toBe(200);
  expect((await ofQuery.call('access', 'POST', '/oauth/token')).status).toBe(400);
});

const fiveFields = {
  id: 'anna',
  password: 'example-password',
  email: 'anna@example.com',
  phone: '+49 30 901820',
  isAutoUpdateEnabled: true,
};

test('more fields of a user than documented are not given back, and those that are left out are made up', async () => {
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

test.each([
  ['refused', 409, 'example-password'],
  ['accepted', 200, 'other'],
] as const)('a user that exists is %s where the setting says so', async (userExists, status, password) => {
  const caller = new SandboxCaller({ settings: { userExists } });
  await caller.userToken('anna', 'example-password');
  const again = await caller.asClient('createUser', { ...fiveFields, password: 'other' });
  expect(again.status === 409).toBe(status === 409);
  for (const tried of ['example-password', 'other']) {
    const answer = await caller.operate('createToken', { body: { ...anna, password: tried } });
    expect(answer.status).toBe(tried === password ? 200 : 400);
  }
});
