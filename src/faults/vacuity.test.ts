// Which forms of a field the results of a run show, by hand-made results.
import { expect, test } from 'vitest';
import type { CaseResult, ReceivedMessage } from '../runner/verdict.ts';
import { vacuity } from './vacuity.ts';

const base: CaseResult = {
  ...{ clause: 'MESSAGE-EMITTED', says: '', file: '', verdict: 'upheld' },
  ...{ findings: [], shown: [], exchanges: [] },
};
const received = (...messages: object[]): CaseResult => {
  const taken: ReceivedMessage[] = messages.map((message) => ({ message }));
  return { ...base, played: { rules: {}, story: [{ expected: [], received: taken }] } };
};
const field = (results: CaseResult[], of: string, place: string) => {
  const found = vacuity(results).find((row) => row.of === of && row.place === place);
  return found && { seen: found.seen, unseen: found.unseen };
};
const login = (item: object) => ({ triggerEvent: 'BANK_LOGIN_ERROR', loginErrors: [item] });

test('an optional field is due present and absent', () => {
  const place = '/loginErrors/*/errorCode';
  const code = { errorCode: 'WRONG_CREDENTIALS' };
  expect(field([], 'BANK_LOGIN_ERROR', place)).toEqual({ seen: [], unseen: ['present', 'absent'] });
  expect(field([received(login({}))], 'BANK_LOGIN_ERROR', place)).toEqual({
    seen: ['absent'],
    unseen: ['present'],
  });
  expect(field([received(login({}), login(code))], 'BANK_LOGIN_ERROR', place)).toEqual({
    seen: ['present', 'absent'],
    unseen: [],
  });
});

test('a list is due empty and filled, in details too', () => {
  const item = (transactions: unknown[]) => ({ details: { transactions } });
  const message = (items: object[]) => ({ triggerEvent: 'CATEGORY_CASH_FLOW', categoryCashFlows: items });
  const results = [received(message([item([]), item([{}])]))];
  expect(field(results, 'CATEGORY_CASH_FLOW details', '/transactions')).toEqual({
    seen: ['empty', 'filled'],
    unseen: [],
  });
  expect(field(results, 'CATEGORY_CASH_FLOW', '/categoryCashFlows')).toEqual({
    seen: ['filled'],
    unseen: ['empty'],
  });
});

test('a nullable field is due null and filled', () => {
  const request = { method: 'POST', url: 'https://bank.example/api/v1/payments/moneyTransfers', headers: {} };
  const response = { status: 200, headers: {}, body: { json: { accountId: null } } };
  const results = [{ ...base, exchanges: [{ request, response }] }];
  expect(field(results, 'createMoneyTransferV1 2XX', '/accountId')).toEqual({
    seen: ['null'],
    unseen: ['filled'],
  });
});

test('a field that has one form alone is not listed', () => {
  expect(field([], 'BANK_LOGIN_ERROR', '/notificationRuleId')).toBeUndefined();
});
