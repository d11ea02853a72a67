// The two grants of Authentication 2 and 4, and who obtains no token.
import { expect, test } from 'vitest';
import { Visitor } from '../visitor.ts';

const client = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-client',
  client_secret: 'sandbox-secret',
};
const anna = { ...client, grant_type: 'password', username: 'anna', password: 'example-password' };

async function visitor(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.userToken('anna');
  return visitor;
}

test('valid client credentials obtain the documented token response', async () => {
  const answer = await new Visitor().operate('createToken', { body: client });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'bearer',
    expires_in: 3600,
    scope: 'all',
  });
});

test('no token is given twice, and without a seed none can be foretold', async () => {
  const [a, b] = [new Visitor({}), new Visitor({ seed: undefined as never })];
  const tokens = await Promise.all([a.clientToken(), a.clientToken(), b.clientToken(), b.clientToken()]);
  expect(new Set(tokens).size).toBe(4);
});

test('the name and password of a user obtain a token for that user', async () => {
  const answer = await (await visitor()).operate('createToken', { body: anna });
  expect(answer.status).toBe(200);
});

for (const [says, body, status, error] of [
  ['a wrong client secret', { ...client, client_secret: 'wrong' }, 401, 'invalid_client'],
  ['an unknown client', { ...client, client_id: 'somebody' }, 401, 'invalid_client'],
  [
    'no client secret',
    { grant_type: 'client_credentials', client_id: 'sandbox-client' },
    401,
    'invalid_client',
  ],
  [
    'a wrong client secret beside a right password',
    { ...anna, client_secret: 'wrong' },
    401,
    'invalid_client',
  ],
  ['a wrong password', { ...anna, password: 'wrong' }, 400, 'invalid_grant'],
  ['an unknown user', { ...anna, username: 'nobody' }, 400, 'invalid_grant'],
  ['a user name that every object knows', { ...anna, username: '__proto__' }, 400, 'invalid_grant'],
  ['no password', { ...client, grant_type: 'password', username: 'anna' }, 400, 'invalid_request'],
  ['no grant type', { client_id: 'sandbox-client', client_secret: 'sandbox-secret' }, 400, 'invalid_request'],
  ['a grant that is not shown', { ...client, grant_type: 'refresh_token' }, 400, 'unsupported_grant_type'],
] as const) {
  test(`a token request with ${says} is refused as RFC 6749 says`, async () => {
    const answer = await (await visitor()).operate('createToken', { body });
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect(answer.text).not.toContain('access_token');
  });
}

test('a parameter that stands twice is refused', async () => {
  const body = `${new URLSearchParams(client)}&client_id=sandbox-client`;
  expect((await new Visitor().operate('createToken', { body })).json.error).toBe('invalid_request');
});

test('a JSON body is refused where token requests are form-encoded, and taken where the setting says so', async () => {
  const json = { body: JSON.stringify(client), headers: { 'content-type': 'application/json' } };
  expect((await new Visitor().operate('createToken', json)).status).toBe(415);
  const other = new Visitor({ settings: { tokenEncoding: 'json' } });
  expect((await other.operate('createToken', json)).status).toBe(200);
});

test('the query is read where the setting says so', async () => {
  const visitor = new Visitor({ settings: { tokenEncoding: 'query' } });
  const query = `${new URLSearchParams(client)}`;
  expect((await visitor.call('access', 'POST', `/oauth/token?${query}`)).status).toBe(200);
  expect((await visitor.call('access', 'POST', '/oauth/token')).status).toBe(400);
});
