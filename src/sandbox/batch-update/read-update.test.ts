// Batch updates that contradict the world or themselves: one line that says where, and nothing has changed.
import { expect, test } from 'vitest';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { AcceptedUpdate } from './user-update.ts';

const world = worldOf([rule('a', 'NEW_ACCOUNT_BALANCE'), rule('b', 'NEW_TRANSACTIONS')]);
const transaction = { id: 1, bankBookingDate: '2026-03-01T08:00:00Z', amount: 1 };
const transactions = (...list: object[]) =>
  ({ accounts: [{ accountId: 102, newBalance: 1, transactions: list }] }) as AcceptedUpdate;
const login = (bankConnectionId: number) => ({ bankConnectionId, errorMessage: '' });

for (const [update, error] of [
  [{ accounts: [{ accountId: 999 }] }, 'accounts[0].accountId is 999, which no account has'],
  [
    { accounts: [{ accountId: 102 }, { accountId: 101 }, { accountId: 102 }] },
    'accounts[2].accountId is 102, which is named twice',
  ],
  [{ failedLogins: [login(99)] }, 'failedLogins[0].bankConnectionId is 99, which no bank connection has'],
  [{ unacceptedTerms: [11, 99] }, 'unacceptedTerms[1] is 99, which no bank connection has'],
  [
    { failedLogins: [login(11), login(11)] },
    'failedLogins[1].bankConnectionId is 11, which is named twice among the connections that were not updated',
  ],
  [
    { failedLogins: [login(11)], unacceptedTerms: [11] },
    'unacceptedTerms[0] is 11, which is named twice among the connections that were not updated',
  ],
  [
    { accounts: [{ accountId: 101 }], failedLogins: [login(11)] },
    'accounts[0] is of bank connection 11, which was not updated',
  ],
  [
    { accounts: [{ accountId: 103 }], unacceptedTerms: [12] },
    'accounts[0] is of bank connection 12, which was not updated',
  ],
  [transactions(transaction, transaction), 'accounts[0].transactions[1].id is 1, which is named twice'],
  [
    transactions({ ...transaction, bankBookingDate: '2026-02-30T08:00:00Z' }),
    'accounts[0].transactions[0].bankBookingDate is no instant that exists',
  ],
  [
    transactions({ ...transaction, serviceBookingDate: '2026-03-01T25:00:00Z' }),
    'accounts[0].transactions[0].serviceBookingDate is no instant that exists',
  ],
  [
    transactions({ ...transaction, bankBookingDate: '9999-12-31T23:30:00Z' }),
    'accounts[0].transactions[0].bankBookingDate is no instant that exists',
  ],
  [
    transactions({ ...transaction, categoryId: 9 }),
    'accounts[0].transactions[0].categoryId is 9, which no category has',
  ],
  [
    transactions({ ...transaction, categorizedAfter: '5 minutes' }),
    'accounts[0].transactions[0].categorizedAfter is no ISO 8601 duration that is not negative, such as PT1H',
  ],
  [
    transactions({ ...transaction, categorizedAfter: '-PT1H' }),
    'accounts[0].transactions[0].categorizedAfter is no ISO 8601 duration that is not negative, such as PT1H',
  ],
  [
    transactions({ ...transaction, categorizedAfter: 'P9999Y' }),
    'accounts[0].transactions[0].categorizedAfter leads past the year 9998',
  ],
] satisfies [AcceptedUpdate, string][]) {
  test(`an update is refused, and nothing has changed: ${error}`, async () => {
    const runner = new UpdateRunner(world);
    const refused = await runner.control('POST', '/batch-updates', { accounts: [], ...update });
    expect([refused.status, refused.json.error]).toEqual([400, error]);
    await expect(runner.update({ ...update, accounts: [...(update.accounts ?? [])] })).rejects.toThrow(error);
    expect(await runner.handles()).toEqual([]);
    await runner.update({ accounts: [{ accountId: 102, newBalance: 1 }] });
    expect(await runner.handles()).toEqual(['a']);
  });
}

for (const [says, body, error] of [
  ['a misspelt field', { account: [] }, 'the body has the unknown field "account"'],
  [
    'an amount that is a text',
    transactions({ ...transaction, amount: '1' }),
    'accounts[0].transactions[0].amount must be a number',
  ],
  [
    'a date without a time',
    transactions({ ...transaction, bankBookingDate: '2026-03-01' }),
    'accounts[0].transactions[0].bankBookingDate must be text of the pattern',
  ],
] as const) {
  test(`${says} is refused`, async () => {
    const refused = await new UpdateRunner(world).control('POST', '/batch-updates', body);
    expect([refused.status, refused.json.error.startsWith(error)]).toEqual([400, true]);
  });
}
