// A list that is shorter than its count is told once: at the list, or at the count where the scenario states the list.
import { expect, test } from 'vitest';
import type { Finding } from '../../../contracts/src/judge/finding.ts';
import { onCountOrList } from './count-or-list.ts';
import type { ExpectedMessage } from './scenario.ts';

const ITEM = '/story/1/received/0/message/newTransactions/0';
const LIST = `${ITEM}/details/transactionDetails`;
const COUNT = `${ITEM}/newTransactionsCount`;
const SHORT: Finding = { clause: 'RULE-MAX-COUNT-DEFAULT', pointer: LIST, message: 'it has 1 of 2' };
const OTHER: Finding = { clause: 'MESSAGE-ITEM-BANK-NAME', pointer: `${ITEM}/bankName`, message: 'it is 1' };

const EXPECTED: ExpectedMessage = {
  rule: 'new',
  newTransactions: [{ accountId: 101, details: { transactionDetails: [{ id: 1 }] } }],
};
const WITHOUT_LIST: ExpectedMessage = { rule: 'new', newTransactions: [{ accountId: 101 }] };

/** Where the findings are told, given where the scenario has told something. */
function told(breached: readonly string[], ...expected: readonly ExpectedMessage[]): string[] {
  const held = { event: 'NEW_TRANSACTIONS', findings: [SHORT, OTHER], expected } as const;
  const breaches = breached.map((pointer) => ({ pointer }));
  return onCountOrList(held, breaches).map(({ clause, pointer }) => `${clause} ${pointer}`);
}

const AT_LIST = `${SHORT.clause} ${LIST}`;
const BESIDE = `${OTHER.clause} ${OTHER.pointer}`;

test('where the list is as the scenario states it, the count is told', () => {
  expect(told([], EXPECTED)).toEqual([`MESSAGE-TRANSACTIONS-COUNT ${COUNT}`, BESIDE]);
});

test('where the scenario tells of the count itself, it is not told twice', () => {
  expect(told([COUNT], EXPECTED)).toEqual([BESIDE]);
});

test.each([
  ['the list', LIST],
  ['a transaction of the list', `${LIST}/0/amount`],
  ['the list, and of the count too', LIST, COUNT],
])('where the scenario tells of %s, the list is told', (_, ...pointers) => {
  expect(told(pointers, EXPECTED)).toEqual([AT_LIST, BESIDE]);
});

test('where the scenario states no list, the list is told', () => {
  expect(told([], WITHOUT_LIST)).toEqual([AT_LIST, BESIDE]);
});

test('where no message or no item is expected, the list is told', () => {
  expect(told([])).toEqual([AT_LIST, BESIDE]);
  expect(told([], { rule: 'new', newTransactions: [] })).toEqual([AT_LIST, BESIDE]);
});
