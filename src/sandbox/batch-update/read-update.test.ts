// Batch updates that contradict the world or themselves: one line that says where, and nothing has changed.
// Replaced: the receiver by a list, and the socket by a call of the sandbox in process.
import { expect, test } from 'vitest';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';

const transactions = (...list: object[]) => ({
  accounts: [
    {
      accountId: 102,
      newBalance: 1,
      transactions: list.map((own) => ({
        id: 1,
        bankBookingDate: '2026-03-01T08:00:00Z',
        amount: 1,
        ...own,
      })),
    },
  ],
});
const accounts = (...ids: number[]) => ({ accounts: ids.map((accountId) => ({ accountId })) });
const logins = (...ids: number[]) => ({
  failedLogins: ids.map((bankConnectionId) => ({ bankConnectionId, errorMessage: '' })),
});
const IN_LIST = 'accounts[0].transactions[0]';
const TWICE = 'which is named twice among the connections that were not updated';

test.each<[string, object]>([
  ['accounts[0].accountId is 999, which no account has', accounts(999)],
  ['accounts[2].accountId is 102, which is named twice', accounts(102, 101, 102)],
  ['failedLogins[0].bankConnectionId is 99, which no bank connection has', logins(99)],
  ['unacceptedTerms[1] is 99, which no bank connection has', { unacceptedTerms: [11, 99] }],
  [`failedLogins[1].bankConnectionId is 11, ${TWICE}`, logins(11, 11)],
  [`unacceptedTerms[0] is 11, ${TWICE}`, { ...logins(11), unacceptedTerms: [11] }],
  ['accounts[0] is of bank connection 11, which was not updated', { ...accounts(101), ...logins(11) }],
  ['accounts[0].transactions[1].id is 1, which is named twice', transactions({}, {})],
  [
    `${IN_LIST}.bankBookingDate must be an instant that exists`,
    transactions({ bankBookingDate: '2026-02-30T08:00:00Z' }),
  ],
  [
    `${IN_LIST}.serviceBookingDate must be an instant that exists`,
    transactions({ serviceBookingDate: '9999-12-31T23:30:00Z' }),
  ],
  [`${IN_LIST}.categoryId is 9, which no category has`, transactions({ categoryId: 9 })],
  [
    `${IN_LIST}.categorizedAfter must be an ISO 8601 duration of zero or more, such as PT1H`,
    transactions({ categorizedAfter: '-PT1H' }),
  ],
  [`${IN_LIST}.categorizedAfter leads past the year 9998`, transactions({ categorizedAfter: 'P9999Y' })],
  ['the body has the unknown field "account"', { account: [] }],
  [`${IN_LIST}.amount must be a number`, transactions({ amount: '1' })],
])('an update is refused, and nothing has changed: %s', async (error, update) => {
  const runner = new UpdateRunner(worldOf([rule('a', 'NEW_ACCOUNT_BALANCE'), rule('b', 'NEW_TRANSACTIONS')]));
  const refused = await runner.control('POST', '/batch-updates', update);
  expect([refused.status, refused.json]).toEqual([400, { error }]);
  expect(await runner.handles()).toEqual([]);
  await runner.update({ accounts: [{ accountId: 102, newBalance: 1 }] });
  expect(await runner.handles()).toEqual(['a']);
});
