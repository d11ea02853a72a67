// No finding on a message repeats a value that anybody may have chosen or that was encrypted: it is only described.
import { expect, test } from 'vitest';
import { readJson } from '../../contract/exact-json.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { judgePlainMessage } from './judge-message.ts';

const WORDS = 'max@example.com';
const DESCRIBED = 'text of 15 characters';

function findings(event: TriggerEvent, pointer: string) {
  const json = readJson(JSON.stringify(edited(goodPlainMessages[event], pointer, WORDS)));
  const of = [{ rule: goodRules[event] }, { rules: [{ ...goodRules[event], notificationRuleId: 9 }] }];
  return of.flatMap((options) => judgePlainMessage(json, options).findings);
}

test.each([
  ['BANK_LOGIN_ERROR', '/loginErrors/0/errorCode'],
  ['NEW_ACCOUNT_BALANCE', '/callbackHandle'],
  ['NEW_TRANSACTIONS', '/newTransactions/0/details/transactionDetails/0/bankBookingDate'],
  ['CATEGORY_CASH_FLOW', '/categoryCashFlows/0/details/transactions/1/serviceBookingDate'],
  ['LOW_ACCOUNT_BALANCE', '/triggerEvent'],
  ['NEW_ACCOUNT_BALANCE', '/balanceChanges/0/accountId'],
  ['BANK_LOGIN_ERROR', '/loginErrors/0/bankConnectionId'],
] as const)('%s with a text at %s', (event, pointer) => {
  const all = findings(event, pointer);
  expect(all.map(({ pointer }) => pointer)).toContain(pointer);
  expect(all.map(({ message }) => message).join()).not.toContain(WORDS);
  // One of another kind than the documented is described by its kind alone.
  expect(all.some(({ message }) => message.includes(DESCRIBED) || message.includes('is text, not'))).toBe(
    true,
  );
});

test('an id that two items share is told as what it is', () => {
  const twice = edited(
    edited(goodPlainMessages.NEW_ACCOUNT_BALANCE, '/balanceChanges/0/accountId', WORDS),
    '/balanceChanges/1/accountId',
    WORDS,
  );
  const { findings } = judgePlainMessage(readJson(JSON.stringify(twice)));
  expect(findings.map(({ message }) => message)).toContain(
    `accountId is ${DESCRIBED}, which another item has already`,
  );
  expect(JSON.stringify(findings)).not.toContain(WORDS);
});
