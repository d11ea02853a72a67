// Lists of more transactions than a rule asks for, whether it says how many or leaves it at the default of 100.
import { expect, test } from 'vitest';
import { readJson } from '../../contract/exact-json.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { judgePlainMessage } from './judge-message.ts';

const [item] = (
  goodPlainMessages.NEW_TRANSACTIONS as { newTransactions: { details: { transactionDetails: object[] } }[] }
).newTransactions;
const [transaction] = item?.details.transactionDetails ?? [];
const list = '/newTransactions/0/details/transactionDetails';

function found(length: number, params: object) {
  const transactionDetails = Array.from({ length }, (_, at) => ({ ...transaction, id: at + 1 }));
  const newTransactions = [{ ...item, newTransactionsCount: length, details: { transactionDetails } }];
  const message = { ...goodPlainMessages.NEW_TRANSACTIONS, newTransactions };
  const rule = { ...goodRules.NEW_TRANSACTIONS, params: { ...params } };
  return judgePlainMessage(readJson(JSON.stringify(message)), { rule }).findings;
}

const capOf101 = (why: string) => `transactionDetails is a list of 101, not at most 100${why}`;

test('a list of 100 is as long as one may be', () => {
  expect(found(100, {})).toEqual([]);
  expect(found(100, { maxTransactionsCount: 100 })).toEqual([]);
});

test('a list of 101 breaks the default of a rule that says nothing, beside what no list may be', () => {
  expect(found(101, {})).toEqual([
    { clause: 'MESSAGE-LIST-CAP', pointer: list, message: capOf101('') },
    {
      clause: 'RULE-MAX-COUNT-DEFAULT',
      pointer: list,
      message: capOf101(', as for every rule without maxTransactionsCount'),
    },
  ]);
});

test('a list of 101 breaks nothing but the maximum where the rule says it', () => {
  expect(found(101, { maxTransactionsCount: '100' }).map(({ clause }) => clause)).toEqual([
    'MESSAGE-LIST-CAP',
  ]);
});
