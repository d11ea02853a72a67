// What holds for every operation: its token, its paths, documented answers, and a clear refusal of anything else.
import { describe, expect, test } from 'vitest';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../../contracts/generated/operations.ts';
import open from '../../../contracts/generated/validators/open.js';
import type { Compiled } from '../../../contracts/src/base/compiled-schema.ts';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import { AccountChange } from '../batch-update/user-update.ts';
import { type FaultHooks, noHooks } from '../fault-hooks.ts';
import { Refusal, type SandboxOperation } from './request-and-answer.ts';

const SUCCESS: Record<SandboxOperation, number> = {
  createToken: 200,
  createUser: 201,
  createNotificationRule: 201,
  getClientConfiguration: 200,
  importBankConnectionV1: 451,
  createMoneyTransferV1: 201,
  submitPaymentV1: 451,
  createBankConnectionImport: 201,
  createStandalonePayment: 201,
};
const BODIES: Partial<Record<SandboxOperation, object>> = {
  createUser: { ...examples.requests.createUser.full, id: 'fresh' },
  createNotificationRule: examples.requests.createNotificationRule.newTermsAndConditionsMinimal,
  importBankConnectionV1: examples.requests.importBankConnectionV1.full,
  createMoneyTransferV1: examples.requests.createMoneyTransferV1.full,
  submitPaymentV1: { paymentId: 1, interface: 'XS2A' },
  createBankConnectionImport: examples.requests.createBankConnectionImport.full,
  createStandalonePayment: examples.requests.createStandalonePayment.full,
};
const withToken = (Object.keys(operations) as SandboxOperation[]).filter(
  (id) => operations[id].token !== 'no',
);

/** A caller, a token of each kind, and a payment that can be submitted. */
async function prepared(options: ConstructorParameters<typeof SandboxCaller>[0] = {}) {
  const caller = new SandboxCaller(options);
  const tokens = { client: await caller.clientToken(), user: await caller.userToken() };
  const body = BODIES.createMoneyTransferV1 ?? {};
  await caller.operate('createMoneyTransferV1', { token: tokens.user, body });
  const call = (id: SandboxOperation, token: string | undefined, headers = {}) => {
    return caller.operate(id, { token, headers, ...(BODIES[id] && { body: BODIES[id] }) });
  };
  return { caller, tokens, call };
}

describe('token contexts', () => {
  for (const id of withToken) {
    const { token: right } = operations[id];
    test(`${id} is served with a ${right} token, in its documented shape`, async () => {
      const { tokens, call } = await prepared();
      const answer = await call(id, tokens[right as 'client' | 'user']);
      expect(answer.status).toBe(SUCCESS[id]);
      const documented: Record<string, Compiled | undefined> = open;
      const shape = documented[`${id}.${SUCCESS[id]}`] ?? documented[`${id}.2XX`];
      if (id !== 'createNotificationRule') expect(shape?.validate(answer.json)).toBe(true);
    });

    test(`${id} is refused without a token, with the other kind, an unknown and an expired one`, async () => {
      const { caller, tokens, call } = await prepared();
      const wrong = right === 'client' ? tokens.user : tokens.client;
      const refused = [await call(id, undefined), await call(id, wrong), await call(id, 'unknown')];
      await caller.control('POST', '/clock', { advance: 'PT1H' });
      refused.push(await call(id, tokens[right as 'client' | 'user']));
      expect(refused.map(({ status }) => status)).toEqual([401, 403, 401, 401]);
    });
  }

  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'Bearer  two',
    'Basic dTpw',
    'Bearer a b',
    'bearer\ta',
    '{}',
  ]) {
    test(`the Authorization header ${JSON.stringify(authorization)} is refused`, async () => {
      const { call } = await prepared();
      const answer = await call('createStandalonePayment', undefined, { authorization });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(answer.json.error).toBe('the Authorization header is not "Bearer" and an access token');
    });
  }

  test('a user token reads the client configuration where the setting says so', async () => {
    const { tokens, call } = await prepared({ settings: { configurationWithUserToken: 'accepted' } });
    expect((await call('getClientConfiguration', tokens.user)).status).toBe(200);
    expect((await call('getClientConfiguration', tokens.client)).status).toBe(200);
    expect((await call('createUser', tokens.user)).status).toBe(403);
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
    [
      'hides a prototype in an order',
      '{"orders":[{"__proto__":null,"amount":{"__proto__":{"value":"x"}}}]}',
      {},
      201,
    ],
  ] as const) {
    test(`a body that ${says} is answered with ${status}, and the next request is served`, async () => {
      const { caller, tokens } = await prepared();
      const sent = { token: tokens.user, headers, body };
      expect((await caller.operate('createStandalonePayment', sent)).status).toBe(status);
      expect((await caller.operate('createStandalonePayment', { token: tokens.user, body: {} })).status).toBe(
        201,
      );
      expect(({} as { sender?: unknown }).sender).toBeUndefined();
    });
  }

  test('a body with a hundred thousand mistakes is refused in one short line', async () => {
    const { caller, tokens } = await prepared();
    const body = { accountTypes: Array.from({ length: 100_000 }, () => 1) };
    const answer = await caller.operate('createBankConnectionImport', { token: tokens.user, body });
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(500);
  });
});

describe('hooks', () => {
  test('a decision is made at one place and may be made otherwise', async () => {
    const seen: string[] = [];
    const hooks: typeof noHooks = {
      ...noHooks,
      decide: (name, outcome, { operationId }) => {
        seen.push(`${operationId} ${name}`);
        return (name === 'duplicate' ? false : outcome) as typeof outcome;
      },
    };
    const caller = new SandboxCaller({ hooks });
    const token = await caller.userToken();
    const body = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '1' } };
    const rule = () => caller.operate('createNotificationRule', { token, body });
    expect([(await rule()).status, (await rule()).status]).toEqual([201, 201]);
    expect(seen.slice(-4)).toEqual(
      ['authorization', 'request', 'apiVersion', 'duplicate'].map((name) => `createNotificationRule ${name}`),
    );
  });

  test('an answer may be changed before it leaves, refusals included', async () => {
    const hooks: typeof noHooks = { ...noHooks, answer: (answer) => ({ ...answer, status: 418 }) };
    const caller = new SandboxCaller({ hooks });
    expect((await caller.operate('createToken', { body: { grant_type: 'x' } })).status).toBe(418);
  });

  test('a hook that fails is reported and answered with 500', async () => {
    const reported: string[] = [];
    const fails = {
      ...noHooks,
      answer: () => {
        throw new Error('the hook broke');
      },
    };
    const caller = new SandboxCaller({ hooks: fails, report: (line) => reported.push(line) });
    const answer = await caller.operate('getClientConfiguration');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('the hook broke');
    // The message of an error may be personal data.
    expect(reported.join()).toMatch(/^the sandbox failed at GET \(Error at .*service\.test\.ts:\d+:\d+\)?/);
    expect(reported.join()).not.toContain('the hook broke');
  });

  test('a refusal stays a refusal without a hook', () => {
    const refusal = new Refusal(400, 'no');
    expect(noHooks.decide('request', refusal, undefined as never)).toBe(refusal);
  });
});

// The hooks of updates and messages: what a fault can change there, and that it changes nothing else.

const world = worldOf(
  [
    rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 10 }),
    rule('other', 'NEW_ACCOUNT_BALANCE', { accountIds: '102' }),
  ],
  [rule('login', 'BANK_LOGIN_ERROR'), rule('terms', 'NEW_TERMS_AND_CONDITIONS')],
);
const update = { accounts: [{ accountId: 101, newBalance: 10 }] };
const low = { accounts: [{ accountId: 101, newBalance: 9 }] };

async function runner(hooks: Partial<FaultHooks>, sent = update) {
  const one = new UpdateRunner(world, { hooks: { ...noHooks, ...hooks } });
  await one.update(sent);
  return one;
}

test('without a fault there is nothing to see', async () => {
  expect(await (await runner({})).handles()).toEqual([]);
});

test('which users are updated: none', async () => {
  expect(await (await runner({}, low)).handles()).toEqual(['low']);
  expect(await (await runner({ updates: () => false }, low)).handles()).toEqual([]);
});

test('whether a rule matches: at the boundary too', async () => {
  const hooks: Partial<FaultHooks> = {
    ruleMatches: (counted, { params }, subject) =>
      subject instanceof AccountChange && params.balanceThreshold?.eq(subject.newBalance ?? 0) ? [] : counted,
  };
  expect(await (await runner(hooks)).handles()).toEqual(['low']);
});

test('whether a rule matches: never', async () => {
  const never: Partial<FaultHooks> = { ruleMatches: () => undefined };
  expect(await (await runner(never, low)).handles()).toEqual([]);
  const stopped = { failedLogins: [{ bankConnectionId: 21, errorMessage: '' }], accounts: [] };
  expect(await (await runner({}, stopped)).handles()).toEqual(['login']);
  expect(await (await runner(never, stopped)).handles()).toEqual([]);
  const terms = { unacceptedTerms: [21], accounts: [] };
  expect(await (await runner({}, terms)).handles()).toEqual(['terms']);
  expect(await (await runner(never, terms)).handles()).toEqual([]);
});

test('the rules that are checked: lists that are not read, and the fault can end', async () => {
  let isFaulty = true;
  const hooks: Partial<FaultHooks> = {
    rules: (rules) => (isFaulty ? rules.map((one) => ({ ...one, params: {} })) : rules),
  };
  const one = await runner(hooks);
  expect(await one.handles()).toEqual(['other']);
  isFaulty = false;
  await one.update(low);
  expect(await one.handles()).toEqual(['low']);
});

test('the messages of an update: missing and doubled', async () => {
  expect(await (await runner({ matches: () => [] }, low)).handles()).toEqual([]);
  const doubled: Partial<FaultHooks> = { matches: (matches) => [...matches, ...matches] };
  expect(await (await runner(doubled, low)).handles()).toEqual(['low', 'low']);
});

test('a message before encryption and after it', async () => {
  const before = await runner({ plainMessage: (message) => ({ ...message, callbackHandle: 'x' }) }, low);
  expect(await before.messages()).toMatchObject([
    { callbackHandle: 'x', triggerEvent: 'LOW_ACCOUNT_BALANCE' },
  ]);
  const after = await runner({ message: (_, plain) => plain as never }, low);
  expect((await after.texts())[0]?.text).toContain('"accountName":"Giro"');
});

test('a delivery: dropped, repeated, sent elsewhere', async () => {
  const dropped = await runner({ posts: () => [] }, low);
  expect([await dropped.handles(), (await dropped.sandbox.deliveries()).deliveries]).toEqual([[], []]);
  expect(await (await runner({ posts: (post) => [post, post] }, low)).handles()).toEqual(['low', 'low']);
  const elsewhere = await runner({ posts: (post) => [{ ...post, url: 'http://127.0.0.1:1/' }] }, low);
  expect(await elsewhere.texts()).toMatchObject([{ url: 'http://127.0.0.1:1/' }]);
});

test('the text of a message', async () => {
  const spaced: Partial<FaultHooks> = { messageText: (text, { rule }) => `${text} ${rule.callbackHandle}` };
  expect((await (await runner(spaced, low)).texts())[0]?.text).toMatch(/} low$/);
});

test('how a delivery is made: as is said, and later than the one after it', async () => {
  const methodsUsed: (string | undefined)[] = [];
  const methods = ['PUT', 'PATCH'];
  let secondIsSent = (): void => {};
  const second = new Promise<void>((resolve) => {
    secondIsSent = resolve;
  });
  const one = new UpdateRunner(world, {
    deliver: async (...[, , , { method } = {}]) => {
      if (methodsUsed.push(method) === 1) secondIsSent();
      return 200;
    },
    hooks: {
      ...noHooks,
      posts: (post) => {
        const method = methods.shift() ?? '';
        return [{ ...post, as: method === 'PUT' ? { method, after: () => second } : { method } }];
      },
    },
  });
  await one.update(low);
  await one.update({ accounts: [{ accountId: 101, newBalance: 8 }] });
  await one.sandbox.deliveries({ settled: true });
  expect(methodsUsed).toEqual(['PATCH', 'PUT']);
});

test('an answer as it is written', async () => {
  const plain: Partial<FaultHooks> = {
    response: (response, { operationId }) => ({ ...response, body: `${operationId} ${response.status}` }),
  };
  const one = new UpdateRunner(world, { hooks: { ...noHooks, ...plain } });
  const request = { method: 'POST', url: '/users', headers: {}, body: '' };
  expect((await one.sandbox.call('access', request)).body).toBe('createUser 401');
});

test('the clock', async () => {
  const one = new UpdateRunner(world, {
    hooks: { ...noHooks, clock: (clock) => ({ ...clock, now: () => 0 }) },
  });
  await one.update(low);
  expect((await one.sandbox.deliveries()).deliveries).toMatchObject([{ at: '1970-01-01T00:00:00.000Z' }]);
});
