// Whom an update concerns: the users it names, their rules, and silence where it is due.
import { expect, test } from 'vitest';
import { Notified, rule, worldOf } from './notified.ts';

const changed = rule('anna', 'NEW_ACCOUNT_BALANCE');
const ofBen = rule('ben', 'NEW_ACCOUNT_BALANCE');
const world = worldOf([changed], [ofBen]);
const update = (accountId: number, newBalance = 1) => ({ accounts: [{ accountId, newBalance }] });

test('the rules of a user are checked against what happened to that user, however alike the accounts are', async () => {
  expect(await Notified.told(world, update(201))).toEqual(['ben']);
  expect(await Notified.told(world, update(101))).toEqual(['anna']);
  expect(
    await Notified.told(world, { accounts: [...update(101).accounts, ...update(201).accounts] }),
  ).toEqual(['anna', 'ben']);
});

test('a rule that lists the account of another user hears nothing of it', async () => {
  const spying = worldOf([rule('spy', 'NEW_ACCOUNT_BALANCE', { accountIds: '201' })]);
  expect(await Notified.told(spying, update(201))).toEqual([]);
});

test('every matching rule sends its own message, with its own id, the same in each update', async () => {
  const rules = [
    changed,
    rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 5 }),
    rule('lower', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 3, accountIds: '101' }),
  ];
  const notified = new Notified(worldOf(rules));
  await notified.update(update(101, 1));
  const first = await notified.messages();
  await notified.update(update(101, 2));
  const second = await notified.messages();
  const ids = (messages: { notificationRuleId: number; callbackHandle: string }[]) =>
    messages.map(({ notificationRuleId, callbackHandle }) => [callbackHandle, notificationRuleId]);
  expect(ids(first)).toEqual(ids(second));
  expect(new Set(first.map(({ notificationRuleId }) => notificationRuleId)).size).toBe(3);
});

test('what one update brought is the old state of the next', async () => {
  const notified = new Notified(world);
  await notified.update(update(101, 1));
  await notified.update(update(101, 1));
  expect(await notified.told()).toEqual(['anna']);
});

test('a user without automatic updates is told nothing and not updated', async () => {
  const [anna, ben] = world.users;
  if (!anna || !ben) throw new Error('the world has two users');
  const still = { ...world, users: [{ ...anna, isAutoUpdateEnabled: false }, ben] };
  const notified = new Notified(still, { settings: { userExists: 'accepted' } });
  await notified.update({ accounts: [...update(101).accounts, ...update(201).accounts] });
  expect(await notified.told()).toEqual(['ben']);
  const body = { id: 'anna', isAutoUpdateEnabled: true };
  await notified.operate('createUser', { token: await notified.clientToken(), body });
  await notified.update(update(101));
  expect(await notified.told()).toEqual(['anna']);
});

test('a client that is not set up for batch updates has none', async () => {
  const notified = new Notified({ ...world, client: { ...world.client, batchUpdates: false } });
  expect(await notified.update(update(101))).toEqual({ queued: 0, waiting: 0 });
  expect(await notified.told()).toEqual([]);
  await notified.control('PUT', '/client-configuration', { batchUpdates: true });
  await notified.update(update(101));
  expect(await notified.told()).toEqual(['anna']);
});

test('without a callback URL nobody is told, and the update is done all the same', async () => {
  const notified = new Notified({ ...world, client: { userNotificationCallbackUrl: null } });
  expect(await notified.update(update(101))).toEqual({ queued: 0, waiting: 0 });
  const body = { userNotificationCallbackUrl: 'http://127.0.0.1:9/' };
  await notified.control('PUT', '/client-configuration', body);
  await notified.update(update(101));
  expect(await notified.told()).toEqual([]);
  await notified.update(update(101, 2));
  expect(await notified.texts()).toMatchObject([{ url: 'http://127.0.0.1:9/' }]);
});
