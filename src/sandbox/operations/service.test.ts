// What holds for every operation: its token, its paths, documented answers, and a clear refusal of anything else.
import { describe, expect, test } from 'vitest';
import { operations } from '../../../contracts/generated/operations.ts';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import { type FaultHooks, noHooks } from '../fault-hooks.ts';
import type { SandboxOperation } from './request-and-answer.ts';

const withToken = (Object.keys(operations) as SandboxOperation[]).filter(
  (id) => operations[id].token !== 'no',
);

/** A caller and a token of each kind. */
async function prepared(options: ConstructorParameters<typeof SandboxCaller>[0] = {}) {
  const caller = new SandboxCaller(options);
  const tokens = { client: await caller.clientToken(), user: await caller.userToken() };
  const call = (id: SandboxOperation, token: string | undefined, headers = {}) =>
    caller.operate(id, { token, headers, ...(id !== 'getClientConfiguration' && { body: {} }) });
  return { caller, tokens, call };
}

describe('token contexts', () => {
  // The cases have the rest: none, an unknown and an expired one.
  test('every operation refuses the other kind of token', async () => {
    const { tokens, call } = await prepared();
    for (const id of withToken)
      expect((await call(id, tokens[operations[id].token === 'client' ? 'user' : 'client'])).status).toBe(
        403,
      );
  });

  test('an Authorization header of another form is refused', async () => {
    const { call } = await prepared();
    for (const rest of ['', ' ', '  two', ' a b', '\ta']) {
      const authorization = `Bearer${rest}`;
      const answer = await call('createStandalonePayment', undefined, { authorization });
      expect([answer.status, answer.headers['www-authenticate']], authorization).toEqual([401, 'Bearer']);
      expect(answer.json.error).toBe('the Authorization header is not "Bearer" and an access token');
    }
  });

  test('the scheme is taken in any case, and is the one of the setting', async () => {
    const { tokens, call } = await prepared();
    const header = (scheme: string) => ({ authorization: `${scheme} ${tokens.user}` });
    expect((await call('createStandalonePayment', undefined, header('bEARER'))).status).toBe(201);
    expect((await call('createStandalonePayment', undefined, header('Token'))).status).toBe(401);
  });
});

describe('paths', () => {
  test('the access endpoints are at their paths, under both API versions, and under the extra prefix', async () => {
    const caller = new SandboxCaller({ settings: { accessPrefix: '/bank/' } });
    const token = await caller.clientToken();
    for (const prefix of ['', '/api/v1', '/api/v2', '/bank', '/bank/api/v1', '/bank/api/v2']) {
      expect((await caller.operate('getClientConfiguration', { token, prefix })).status).toBe(200);
    }
    expect((await caller.operate('getClientConfiguration', { token, prefix: '/api/v3' })).status).toBe(404);
  });

  for (const [api, method, path, status] of [
    ['access', 'GET', '/', 404],
    ['access', 'POST', '/api/webForms/standalonePayment', 404],
    ['webForm', 'POST', '/users', 404],
    ['webForm', 'POST', '/forms/x', 404],
    ['access', 'PUT', '/users', 405],
    ['access', 'OPTIONS', '/oauth/token', 405],
    ['access', 'POST', '/users/', 404],
    ['access', 'POST', '/%75sers', 404],
    ['access', 'POST', '//evil.example/users', 404],
    ['access', 'GET', '*', 404],
    ['access', 'GET', '/__proto__', 404],
    ['access', '__proto__', '/users', 405],
  ] as const) {
    test(`${method} ${path} on ${api} is refused with ${status}`, async () => {
      const answer = await new SandboxCaller().call(api, method, path);
      expect([answer.status, typeof answer.json.error]).toEqual([status, 'string']);
      if (status === 405) expect(answer.headers['allow']).toBe('POST');
    });
  }

  test('an absolute address, a query and unknown headers change nothing', async () => {
    const caller = new SandboxCaller();
    const headers = {
      authorization: `Bearer ${await caller.clientToken()}`,
      'x-request-id': 'r',
      expect: 'x',
    };
    const answer = await caller.call('access', 'GET', 'http://bank.example/clientConfiguration?a=/b#c', {
      headers,
    });
    expect(answer.status).toBe(200);
  });
});

describe('bodies', () => {
  const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
  for (const [says, body, headers, status] of [
    ['is empty', '', {}, 400],
    ['is not JSON', '{"orders": [', {}, 400],
    ['is not JSON at all', 'sender=DE89', {}, 400],
    ['repeats a key', '{"instantPayment":true,"instantPayment":false}', {}, 400],
    ['nests a thousand levels deep', deep, {}, 400],
    ['is a number', '1e999', {}, 400],
    ['is null', 'null', {}, 400],
    ['has a number beyond all floats', '{"orders":[{"amount":{"value":1e999}}]}', {}, 400],
    ['is form-encoded', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['is text', '{}', { 'content-type': 'text/plain' }, 415],
    ['is in another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['is compressed', '{}', { 'content-encoding': 'gzip' }, 415],
    ['begins with a byte order mark', '\ufeff{"orders":[]}', {}, 201],
    ['names UTF-8', '{}', { 'content-type': 'Application/JSON; charset="UTF-8"' }, 201],
    ['hides a prototype', '{"__proto__":{"sender":1},"constructor":{"prototype":1}}', {}, 201],
    ['hides one in an order', '{"orders":[{"amount":{"__proto__":{"value":"x"}}}]}', {}, 201],
  ] as const) {
    test(`a body that ${says} is answered with ${status}, and the next request is served`, async () => {
      const caller = new SandboxCaller();
      const token = await caller.userToken();
      const statusOf = async (sent: object) =>
        (await caller.operate('createStandalonePayment', { token, ...sent })).status;
      expect([await statusOf({ headers, body }), await statusOf({ body: {} })]).toEqual([status, 201]);
      expect(({} as { sender?: unknown }).sender).toBeUndefined();
    });
  }

  test('a body with a hundred thousand mistakes is refused in one short line', async () => {
    const body = { accountTypes: Array.from({ length: 100_000 }, () => 1) };
    const answer = await new SandboxCaller().asUser('createBankConnectionImport', body);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(500);
  });
});

test('a hook that fails is an error of the sandbox, and no response', async () => {
  const answer = (): never => {
    throw new TypeError('the hook broke');
  };
  const caller = new SandboxCaller({ hooks: { ...noHooks, answer } });
  await expect(caller.operate('getClientConfiguration')).rejects.toThrow('the hook broke');
});

test('each hook of updates and messages changes what its name says', async () => {
  const world = worldOf([rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 10 })]);
  const rows: [hooks: Partial<FaultHooks>, arrives: RegExp[]][] = [
    [{}, [/hook {.*"accountName":"⟦Giro⟧".*}$/]],
    [{ updates: () => false }, []],
    [{ rules: () => [] }, []],
    [{ ruleMatches: () => undefined }, []],
    [{ matches: (matches) => [...matches, ...matches] }, [/{/, /{/]],
    [{ plainMessage: (message) => ({ ...message, callbackHandle: 'x' }) }, [/"callbackHandle":"x"/]],
    [{ message: (_, plain) => plain as never }, [/"accountName":"Giro"/]],
    [{ messageText: (text, match) => `${text} ${match.rule.callbackHandle}` }, [/} low$/]],
    [{ posts: () => [] }, []],
    [{ posts: (post) => [{ ...post, url: 'http://127.0.0.1:1/' }] }, [/^http:\/\/127\.0\.0\.1:1\/ /]],
  ];
  for (const [hooks, arrives] of rows) {
    const runner = new UpdateRunner(world, { hooks: { ...noHooks, ...hooks } });
    await runner.update({ accounts: [{ accountId: 101, newBalance: 9 }] });
    const texts = (await runner.texts()).map(({ url, text }) => `${url} ${text}`);
    expect(texts).toEqual(arrives.map((pattern) => expect.stringMatching(pattern)));
  }
});
