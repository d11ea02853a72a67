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
const login = (item: object) => ({ triggerEvent: 'BANK_LOGIN_ERROR', loginErrors: [item] });
const code = { errorCode: 'WRONG_CREDENTIALS' };
const item = (transactions: unknown[]) => ({ details: { transactions } });
const flows = (items: object[]) => ({ triggerEvent: 'CATEGORY_CASH_FLOW', categoryCashFlows: items });
const request = { method: 'POST', url: 'https://bank.example/api/v1/payments/moneyTransfers', headers: {} };
const response = { status: 200, headers: {}, body: { json: { accountId: null } } };

const [CODE, FLOWS] = [
  ['BANK_LOGIN_ERROR', '/loginErrors/*/errorCode'],
  ['CATEGORY_CASH_FLOW', '/categoryCashFlows'],
];

test.each<[string, CaseResult[], string[], seen: string[], unseen: string[]]>([
  ['an optional field', [], CODE, [], ['present', 'absent']],
  ['an absent field', [received(login({}))], CODE, ['absent'], ['present']],
  ['a field in one of two messages', [received(login({}), login(code))], CODE, ['present', 'absent'], []],
  ['a filled list', [received(flows([item([]), item([{}])]))], FLOWS, ['filled'], ['empty']],
  [
    'a list in details',
    [received(flows([item([]), item([{}])]))],
    ['CATEGORY_CASH_FLOW details', '/transactions'],
    ['empty', 'filled'],
    [],
  ],
  [
    'a nullable field',
    [{ ...base, exchanges: [{ request, response }] }],
    ['createMoneyTransferV1 2XX', '/accountId'],
    ['present', 'null'],
    ['absent', 'filled'],
  ],
])('%s is due in each of its forms', (_field, results, [of, place], seen, unseen) => {
  const found = vacuity(results).find((row) => row.of === of && row.place === place);
  expect(found).toMatchObject({ seen, unseen });
});

test('a field that has one form alone is not listed', () => {
  const places = vacuity([]).filter(({ of }) => of === 'BANK_LOGIN_ERROR');
  expect(places.map(({ place }) => place)).not.toContain('/notificationRuleId');
});
