// What every question says of good messages: held where it is answered, silent where the message does not speak of it.
import { expect, test } from 'vitest';
import type { ClauseId } from '../../../generated/clause-id.ts';
import { readJson } from '../../contract/exact-json.ts';
import type { NotificationRule, TriggerEvent } from '../../messages/notification-rule.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { type Form, type Held, heldOfMessages } from '../documented/held-of-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { defaultSettings } from '../settings.ts';
import { askMessage, askOfRule } from './asked.ts';
import { eventLayouts } from './event-layout.ts';
import { plainMessage } from './open-message.ts';
import { readMessage } from './read-message.ts';
import { ruleFacts } from './rule-facts.ts';

/** What is held of the message alone and, with a rule, by the rule. */
function held(event: TriggerEvent, message: object, rule: NotificationRule): Held {
  const read = readMessage(plainMessage(readJson(JSON.stringify(message)), event));
  const [alone, withRule]: [ClauseId[], ClauseId[]] = [[], []];
  askMessage(read, defaultSettings, (clause, ruling) => {
    if (ruling === 'held') alone.push(clause);
  });
  askOfRule(read, ruleFacts(rule), defaultSettings, (clause, ruling) => {
    if (ruling === 'held') withRule.push(clause);
  });
  const [id, event_, handle, ...others] = withRule;
  expect([id, event_, handle]).toEqual([
    'MESSAGE-RULE-ID',
    'MESSAGE-TRIGGER-EVENT',
    'MESSAGE-CALLBACK-HANDLE',
  ]);
  return { alone, withRule: others };
}

function formed(event: TriggerEvent, form: Form): object {
  const message = goodPlainMessages[event];
  const { list = '' } = eventLayouts[event];
  if (form === 'full') return message;
  const items = (message as Record<string, object[]>)[list] ?? [];
  return edited(message, `/${list}`, form === 'empty' ? [] : items.map((item) => edited(item, '/details')));
}

for (const [name, forms] of Object.entries(heldOfMessages)) {
  const event = name as TriggerEvent;
  for (const [form, due] of Object.entries(forms)) {
    test(`${event}, ${form}, keeps what it speaks of and is silent of the rest`, () => {
      expect(held(event, formed(event, form as Form), goodRules[event])).toEqual(due);
    });
  }
}

test('a rule that leaves things out holds the message to its defaults', () => {
  const { includeDetails: _, ...bare } = goodRules.CATEGORY_CASH_FLOW;
  const message = edited(
    edited(formed('CATEGORY_CASH_FLOW', 'without details'), '/categoryName'),
    '/includeChildCategories',
    true,
  );
  const rule = { ...bare, params: { categoryId: '7' } };
  expect(held('CATEGORY_CASH_FLOW', message, rule)).toEqual({
    alone: ['MESSAGE-CATEGORY-NAME-ONLY-DETAILS', 'MESSAGE-CATEGORY'],
    withRule: [
      'MESSAGE-DETAILS-ONLY-ASKED',
      'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
      'MESSAGE-CATEGORY-ID',
      'RULE-CATEGORY-CHILDREN-DEFAULT',
    ],
  });
});

test('a rule that waits holds transactions to their category fields', () => {
  const item = (goodPlainMessages.HIGH_TRANSACTION_AMOUNT as { newTransactions: object[] })
    .newTransactions[0];
  const list = '/newTransactions/0/details/transactionDetails';
  const message = [0, 1, 2].reduce<object>(
    (value, index) =>
      edited(edited(value, `${list}/${index}/categoryId`, null), `${list}/${index}/categoryName`, 'Rent'),
    edited(goodPlainMessages.NEW_TRANSACTIONS, '/newTransactions', [item]),
  );
  const rule = { ...goodRules.NEW_TRANSACTIONS, params: { waitForCategorization: true } };
  expect(held('NEW_TRANSACTIONS', message, rule).withRule).toEqual([
    'MESSAGE-DETAILS-PRESENT',
    'MESSAGE-TRANSACTIONS',
    'RULE-MAX-COUNT-DEFAULT',
    'RULE-MAX-COUNT-DEFAULT',
    'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
    'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
  ]);
});

test('what cannot be compared is not spoken of', () => {
  const silent = (event: TriggerEvent, clause: ClauseId, ...edits: [string, unknown][]) => {
    const message = edits.reduce((value, [at, to]) => edited(value, at, to), formed(event, 'full'));
    const { alone, withRule } = held(event, message, goodRules[event]);
    expect([...alone, ...withRule]).not.toContain(clause);
  };
  const balance = '/balanceChanges/0/details';
  const list = '/newTransactions/0/details/transactionDetails';
  silent('LOW_ACCOUNT_BALANCE', 'MESSAGE-BALANCE-DETAILS-CHANGE', [`${balance}/oldBalance`, '100.1']);
  silent('LOW_ACCOUNT_BALANCE', 'MESSAGE-LOW-THRESHOLD', ['/balanceThreshold', '87.41']);
  const { alone } = held(
    'LOW_ACCOUNT_BALANCE',
    edited(formed('LOW_ACCOUNT_BALANCE', 'full'), `${balance}/newBalance`, '87.4'),
    goodRules.LOW_ACCOUNT_BALANCE,
  );
  // One item an account is all that it still shows.
  expect(alone.filter((clause) => clause === 'MESSAGE-LOW')).toHaveLength(1);
  silent('HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH-QUALIFYING', ['/absoluteAmountThreshold', 'high']);
  silent('HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH-COUNT', ['/newTransactions/0/newTransactionsCount', '3']);
  silent('CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-ID', ['/categoryId', '7']);
  silent('CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-SUB-OFF', [
    '/categoryCashFlows/0/details/transactions',
    [{}],
  ]);
  silent('CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-SUB-OFF', ['/categoryId', '7']);
  silent('CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-SUB-OFF', ['/includeChildCategories', true]);
  silent('CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-CHILDREN', ['/includeChildCategories', 'false']);
  silent(
    'FOREIGN_MONEY_TRANSFER',
    'MESSAGE-FOREIGN-COUNTRY',
    ['/newTransactions/0/accountIban', null],
    ['/newTransactions/1/accountIban', ''],
  );
  silent(
    'HIGH_TRANSACTION_AMOUNT',
    'MESSAGE-LIST-ORDER',
    [list, [{ bankBookingDate: '2026-11-20 09:15:00.123' }]],
    ['/newTransactions/0/newTransactionsCount', 1],
  );
  for (const item of [null, 17, 'text'])
    silent('HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH-QUALIFYING', [list, [item, item, item]]);
});
