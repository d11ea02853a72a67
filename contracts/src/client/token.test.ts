/** What a token request sends, in each encoding, and what its answer must have. */
import { inspect } from 'node:util';
import nock from 'nock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoAnswer } from './call-error.ts';
import { type ClientSettings, createClient } from './client.ts';
import { clientToken, userToken } from './token.ts';

const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example' };
const TOKEN = { access_token: 'a-1', token_type: 'bearer', expires_in: 3600, scope: 'all' };
const CLIENT = { client_id: 'c 1', client_secret: 's&1' };
const USER = { ...CLIENT, username: 'u-1', password: 'pä=1' };

beforeEach(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

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

const FORM = 'client_id=c+1&client_secret=s%261&username=u-1&password=p%C3%A4%3D1';
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
      body: '{"grant_type":"password","client_id":"c 1","client_secret":"s&1","username":"u-1","password":"pä=1"}',
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
    body: 'grant_type=client_credentials&client_id=c+1&client_secret=s%261',
  });
});

test('the access prefix stands before the path', async () => {
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
  served(401, { error: 'invalid_client', sent: `s&1, pä=1 and ${FORM}` });
  await expect(userToken(createClient(SERVICE), USER)).rejects.toMatchObject({
    name: 'Refused',
    words:
      'invalid_client | [hidden], [hidden] and client_id=c+1&client_secret=[hidden]&username=u-1&password=[hidden]',
  });
});

test('a token request that gets no answer shows no secret, even where they stand in the address', async () => {
  nock(SERVICE.accessUrl).post(/./).replyWithError('no route to /oauth/token?client_secret=s%261');
  const client = createClient({ ...SERVICE, tokenEncoding: 'query' });
  const error: unknown = await clientToken(client, CLIENT).catch((e) => e);
  expect(error).toBeInstanceOf(NoAnswer);
  expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/s%261|s&1/);
});
