/** A decision that a fault takes otherwise: which requests it is about, by operation, trigger event and body. */
import { expect, test } from 'vitest';
import type { DecisionEdit } from '../../../contracts/src/contract/fault-row.ts';
import { Visitor } from '../../sandbox/visitor.ts';
import { composeSeams } from './compose-seams.ts';
import { decisionSeam } from './decision-seam.ts';

/** The statuses of these rules, one after the other. */
async function statuses(
  edit: DecisionEdit,
  of: readonly string[] | undefined,
  ...rules: object[]
): Promise<number[]> {
  const visitor = new Visitor({ seams: composeSeams([{ decide: decisionSeam('MADE-UP', edit, of) }]) });
  const token = await visitor.userToken();
  const given: number[] = [];
  for (const body of rules)
    given.push((await visitor.operate('createNotificationRule', { token, body })).status);
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
