// What holds for every operation: its token, its paths, its bodies, and a clear refusal of anything else.
import { expect, test } from 'vitest';
import { operations } from '../../../contracts/generated/operations.ts';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';
import { noHooks } from '../fault-hooks.ts';
import type { SandboxOperation } from './request-and-answer.ts';

test('every operation refuses the other kind of token', async () => {
  const caller = new SandboxCaller();
  const other = { client: await caller.userToken(), user: await caller.clientToken() };
  for (const id of Object.keys(operations) as SandboxOperation[]) {
    const { token } = operations[id];
    if (token === 'no') continue;
    const body = id === 'getClientConfiguration' ? {} : { body: {} };
    expect((await caller.operate(id, { token: other[token], ...body })).status, id).toBe(403);
  }
});

test('the scheme of a token is taken in any case, and an Authorization header of another form is refused', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const answered = (authorization: string) =>
    caller.operate('createStandalonePayment', { headers: { authorization }, body: {} });
  expect((await answered(`bEARER ${token}`)).status).toBe(201);
  for (const authorization of [`Token ${token}`, 'Bearer', 'Bearer  two', 'Bearer a b', 'Bearer\ta']) {
    const { status, headers, json } = await answered(authorization);
    expect([status, headers['www-authenticate']], authorization).toEqual([401, 'Bearer']);
    expect(json.error).toBe('the Authorization header is not "Bearer" and an access token');
  }
});

test('the access endpoints are at their paths, under both API versions, and under the extra prefix', async () => {
  const caller = new SandboxCaller({ settings: { accessPrefix: '/bank/' } });
  const token = await caller.clientToken();
  const statusAt = async (prefix: string) =>
    (await caller.operate('getClientConfiguration', { token, prefix })).status;
  for (const prefix of ['', '/api/v1', '/api/v2', '/bank', '/bank/api/v1', '/bank/api/v2'])
    expect(await statusAt(prefix), prefix).toBe(200);
  expect(await statusAt('/api/v3')).toBe(404);
});

test.each([
  ['access', 'GET', '/', 404],
  ['access', 'POST', '/api/webForms/standalonePayment', 404],
  ['webForm', 'POST', '/users', 404],
  ['webForm', 'POST', '/forms/x', 404],
  ['access', 'PUT', '/users', 405],
  ['access', 'POST', '/users/', 404],
  ['access', 'POST', '/%75sers', 404],
  ['access', 'POST', '//evil.example/users', 404],
  ['access', 'GET', '*', 404],
  ['access', 'GET', '/__proto__', 404],
  ['access', '__proto__', '/users', 405],
  // Found: only the token is missing.
  ['access', 'GET', 'http://bank.example/clientConfiguration?a=/b#c', 401],
] as const)('on %s, %s %s gets %i', async (api, method, path, status) => {
  const answer = await new SandboxCaller().call(api, method, path);
  expect([answer.status, typeof answer.json.error]).toEqual([status, 'string']);
  if (status === 405) expect(answer.headers['allow']).toBe('POST');
});

const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
test.each<[status: number, body: string, headers?: Record<string, string>]>([
  [400, ''],
  [400, '{"orders": ['],
  [400, '{"instantPayment":true,"instantPayment":false}'],
  [400, deep],
  [400, 'null'],
  [400, '{"orders":[{"amount":{"value":1e999}}]}'],
  [400, `{"orders":[${'1,'.repeat(100_000)}1]}`],
  [415, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  [415, '{}', { 'content-type': 'application/json; charset=latin1' }],
  [415, '{}', { 'content-encoding': 'gzip' }],
  [201, '\ufeff{"orders":[]}'],
  [201, '{}', { 'content-type': 'Application/JSON; charset="UTF-8"' }],
  [201, '{"__proto__":{"sender":1},"constructor":{"prototype":1}}'],
  [201, '{"orders":[{"amount":{"__proto__":{"value":"x"}}}]}'],
])(
  '%i is the status for the body %.60j, and the next request is served',
  async (status, body, headers = {}) => {
    const caller = new SandboxCaller();
    const token = await caller.userToken();
    const answer = await caller.operate('createStandalonePayment', { token, headers, body });
    expect(answer.status).toBe(status);
    expect(answer.text.length).toBeLessThan(500);
    expect((await caller.operate('createStandalonePayment', { token, body: {} })).status).toBe(201);
    expect(({} as { sender?: unknown }).sender).toBeUndefined();
  },
);

test('a hook that fails is an error of the sandbox, and no response', async () => {
  const answer = (): never => {
    throw new TypeError('the hook broke');
  };
  const caller = new SandboxCaller({ hooks: { ...noHooks, answer } });
  await expect(caller.operate('getClientConfiguration')).rejects.toThrow('the hook broke');
});
