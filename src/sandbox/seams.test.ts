// The seams of updates and messages: what a fault can change there, and that it changes nothing else.
import { expect, test } from 'vitest';
import { AccountChange } from './batch-update/account-change.ts';
import { Notified, rule, worldOf } from './batch-update/notified.ts';
import { noSeams, type Seams } from './seams.ts';

const world = worldOf(
  [
    rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 10 }),
    rule('other', 'NEW_ACCOUNT_BALANCE', { accountIds: '102' }),
  ],
  [rule('login', 'BANK_LOGIN_ERROR'), rule('terms', 'NEW_TERMS_AND_CONDITIONS')],
);
const update = { accounts: [{ accountId: 101, newBalance: 10 }] };
const low = { accounts: [{ accountId: 101, newBalance: 9 }] };

async function notified(seams: Partial<Seams>, sent = update) {
  const one = new Notified(world, { seams: { ...noSeams, ...seams } });
  await one.update(sent);
  return one;
}

test('without a fault there is nothing to see', async () => {
  expect(await (await notified({})).told()).toEqual([]);
});

test('which users are updated: nobody', async () => {
  expect(await (await notified({}, low)).told()).toEqual(['low']);
  expect(await (await notified({ updates: () => false }, low)).told()).toEqual([]);
});

test('whether a rule matches: at the boundary too', async () => {
  const seams: Partial<Seams> = {
    ruleMatches: (counted, { params }, subject) =>
      subject instanceof AccountChange && params.balanceThreshold?.eq(subject.newBalance ?? 0) ? [] : counted,
  };
  expect(await (await notified(seams)).told()).toEqual(['low']);
});

test('whether a rule matches: never', async () => {
  const never: Partial<Seams> = { ruleMatches: () => undefined };
  expect(await (await notified(never, low)).told()).toEqual([]);
  const stopped = { failedLogins: [{ bankConnectionId: 21, errorMessage: '' }], accounts: [] };
  expect(await (await notified({}, stopped)).told()).toEqual(['login']);
  expect(await (await notified(never, stopped)).told()).toEqual([]);
  const terms = { unacceptedTerms: [21], accounts: [] };
  expect(await (await notified({}, terms)).told()).toEqual(['terms']);
  expect(await (await notified(never, terms)).told()).toEqual([]);
});

test('the rules that are checked: lists that are not read, and the fault can end', async () => {
  let isFaulty = true;
  const seams: Partial<Seams> = {
    rules: (rules) => (isFaulty ? rules.map((one) => ({ ...one, params: {} })) : rules),
  };
  const one = await notified(seams);
  expect(await one.told()).toEqual(['other']);
  isFaulty = false;
  await one.update(low);
  expect(await one.told()).toEqual(['low']);
});

test('the messages of an update: missing and doubled', async () => {
  expect(await (await notified({ matches: () => [] }, low)).told()).toEqual([]);
  const doubled: Partial<Seams> = { matches: (matches) => [...matches, ...matches] };
  expect(await (await notified(doubled, low)).told()).toEqual(['low', 'low']);
});

test('a message before encryption and after it', async () => {
  const before = await notified({ plainMessage: (message) => ({ ...message, callbackHandle: 'x' }) }, low);
  expect(await before.messages()).toMatchObject([
    { callbackHandle: 'x', triggerEvent: 'LOW_ACCOUNT_BALANCE' },
  ]);
  const after = await notified({ message: (_, plain) => plain as never }, low);
  expect((await after.texts())[0]?.text).toContain('"accountName":"Giro"');
});

test('a delivery: dropped, repeated, sent elsewhere', async () => {
  const dropped = await notified({ posts: () => [] }, low);
  expect([await dropped.told(), (await dropped.sandbox.deliveries()).deliveries]).toEqual([[], []]);
  expect(await (await notified({ posts: (post) => [post, post] }, low)).told()).toEqual(['low', 'low']);
  const elsewhere = await notified({ posts: (post) => [{ ...post, url: 'http://127.0.0.1:1/' }] }, low);
  expect(await elsewhere.texts()).toMatchObject([{ url: 'http://127.0.0.1:1/' }]);
});

test('the text of a message', async () => {
  const spaced: Partial<Seams> = { messageText: (text, { rule }) => `${text} ${rule.callbackHandle}` };
  expect((await (await notified(spaced, low)).texts())[0]?.text).toMatch(/} low$/);
});

test('how a delivery is made: as is said, and later than the one after it', async () => {
  const heard: (string | undefined)[] = [];
  const methods = ['PUT', 'PATCH'];
  let isSecondHeard = (): void => {};
  const second = new Promise<void>((resolve) => {
    isSecondHeard = resolve;
  });
  const one = new Notified(world, {
    deliver: async (...[, , , { method } = {}]) => {
      if (heard.push(method) === 1) isSecondHeard();
      return 200;
    },
    seams: {
      ...noSeams,
      posts: (post) => {
        const method = methods.shift() ?? '';
        return [{ ...post, as: method === 'PUT' ? { method, after: () => second } : { method } }];
      },
    },
  });
  await one.update(low);
  await one.update({ accounts: [{ accountId: 101, newBalance: 8 }] });
  await one.sandbox.deliveries({ settled: true });
  expect(heard).toEqual(['PATCH', 'PUT']);
});

test('an answer as it is written', async () => {
  const plain: Partial<Seams> = {
    response: (response, { operationId }) => ({ ...response, body: `${operationId} ${response.status}` }),
  };
  const one = new Notified(world, { seams: { ...noSeams, ...plain } });
  const request = { method: 'POST', url: '/users', headers: {}, body: '' };
  expect((await one.sandbox.call('access', request)).body).toBe('createUser 401');
});

test('the clock', async () => {
  const one = new Notified(world, { seams: { ...noSeams, clock: (clock) => ({ ...clock, now: () => 0 }) } });
  await one.update(low);
  expect((await one.sandbox.deliveries()).deliveries).toMatchObject([{ at: '1970-01-01T00:00:00.000Z' }]);
});
