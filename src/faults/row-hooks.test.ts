/** A decision that a fault takes otherwise: which requests it is about, by operation, trigger event and body. */
import { expect, test } from 'vitest';
import { type HookContext, noHooks } from '../sandbox/fault-hooks.ts';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';
import { composeHooks, type FaultyHooks } from './fault.ts';
import type { DecisionEdit, FaultRow } from './fault-row.ts';
import { onlyOf, rowHooks } from './row-hooks.ts';

/** The statuses of these rules, one after the other. */
async function statuses(edit: DecisionEdit, of: FaultRow['of'], ...rules: object[]): Promise<number[]> {
  const row = { id: 'MADE-UP', class: 'a', clause: 'V2-FORM', says: 'a' } as const;
  const hooks = rowHooks({ ...row, hook: 'decision', ...(of && { of }), edit });
  const caller = new SandboxCaller({ hooks: composeHooks([hooks]) });
  const token = await caller.userToken();
  const given: number[] = [];
  for (const body of rules)
    given.push((await caller.operate('createNotificationRule', { token, body })).status);
  return given;
}

const counted = (maxTransactionsCount: number) => ({
  triggerEvent: 'NEW_TRANSACTIONS',
  params: { maxTransactionsCount, accountIds: `${100 + maxTransactionsCount}` },
});
const terms = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' };
const balance = { triggerEvent: 'NEW_ACCOUNT_BALANCE' };

test('refuses the requests that carry something, that fits, or that lack something', async () => {
  const rules = [counted(1), counted(10), terms];
  expect(
    await statuses({ refuse: 'request', where: '/params' }, ['createNotificationRule'], ...rules),
  ).toEqual([400, 400, 201]);
  const like = { refuse: 'request', where: '/params/maxTransactionsCount', like: '^1$' } as const;
  expect(await statuses(like, ['createNotificationRule'], ...rules)).toEqual([400, 201, 201]);
  const without = { refuse: 'request', without: '/params' } as const;
  expect(await statuses(without, ['createNotificationRule'], ...rules)).toEqual([201, 201, 400]);
});

test('is about the rules of a trigger event', async () => {
  const refused = { refuse: 'request' } as const;
  expect(await statuses(refused, ['NEW_TRANSACTIONS'], counted(1), terms)).toEqual([400, 201]);
});

test('lets pass what is to be refused, and only that', async () => {
  const accepted = { accept: 'request', where: '/params/maxTransactionsCount', like: '^101$' } as const;
  expect(await statuses(accepted, ['NEW_TRANSACTIONS'], counted(101), counted(102))).toEqual([201, 400]);
  const duplicate = { accept: 'duplicate' } as const;
  expect(await statuses(duplicate, ['NEW_ACCOUNT_BALANCE'], balance, balance)).toEqual([201, 201]);
  expect(await statuses(duplicate, ['LOW_ACCOUNT_BALANCE'], balance, balance)).toEqual([201, 400]);
});

// What a function does holds for what its row names, and a row that names what no hook of its function heeds is refused.

const row = { id: 'MADE-UP', of: ['createUser'] } as const;
const teapot: FaultyHooks = { answer: (answer) => ({ ...answer, status: 418 }) };
const { posts, updates } = noHooks;

test('an answer to another operation is left alone', () => {
  const { answer } = onlyOf(row, teapot);
  const given = { status: 200 };
  expect(answer?.(given, { operationId: 'createUser' } as HookContext).status).toBe(418);
  expect(answer?.(given, { operationId: 'createToken' } as HookContext)).toBe(given);
});

test('rules and matches of other events are left alone', () => {
  const [low, other] = ['LOW_ACCOUNT_BALANCE', 'NEW_TRANSACTIONS'].map((triggerEvent) => ({ triggerEvent }));
  const of = ['LOW_ACCOUNT_BALANCE'] as const;
  const { rules, matches } = onlyOf(
    { id: 'MADE-UP', of },
    { rules: () => [low, low] as never, matches: () => [] },
  );
  expect(rules?.([low, other] as never, {} as never, {} as never)).toEqual([low, other]);
  expect(matches?.([{ rule: low }, { rule: other }] as never, {} as never)).toEqual([{ rule: other }]);
});

test.each<[string, FaultyHooks]>([
  ['posts', { posts }],
  ['updates', { ...teapot, updates }],
])('a row whose hook %s cannot use `of` is refused', (name, hooks) => {
  expect(() => onlyOf(row, hooks)).toThrow(`its hook ${name} cannot use`);
  expect(onlyOf({ id: 'MADE-UP' }, hooks)).toBe(hooks);
});
