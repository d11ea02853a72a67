// What every question says of good messages: held where it is answered, silent where the message does not speak of it.
import { expect, test } from 'vitest';
import { edited } from '../../../src/test-support/field-sabotages.ts';
import { goodPlainMessages, goodRules } from '../../../src/test-support/good-plain-messages.ts';
import { type Form, type Held, heldOfMessages } from '../../../src/test-support/held-of-messages.ts';
import { sabotagedMessages } from '../../../src/test-support/message-sabotages.ts';
import { sabotagedByRule } from '../../../src/test-support/rule-sabotages.ts';
import { clausesOfMessages, statedClauses } from '../../../src/test-support/stated-clauses.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import ledger from '../../generated/clauses.json' with { type: 'json' };
import { readJson } from '../base/exact-json.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import type { ClauseCheck } from './clause-check.ts';
import { eventChecks } from './judge-message.ts';
import { layoutOf, readPlainMessage } from './read-message.ts';
import { ruleFacts } from './rule-facts.ts';
import { defaultSettings } from './settings.ts';

function upheldBy<Subject>(checks: readonly ClauseCheck<Subject>[], subject: Subject): ClauseId[] {
  return checks
    .filter(({ check }) => check(subject, defaultSettings) === 'upheld')
    .map(({ clause }) => clause);
}

/** What is upheld by the message alone and, with a rule, by the rule. */
function upheld(event: TriggerEvent, json: object, rule: NotificationRule): Held {
  const message = readPlainMessage(readJson(JSON.stringify(json)), event);
  const alone = upheldBy(eventChecks[event].ofMessage, message);
  const withRule = upheldBy(eventChecks[event].ofRule, { message, rule: ruleFacts(rule) });
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
  const { list = '' } = layoutOf[event];
  if (form === 'full') return message;
  const items = (message as Record<string, object[]>)[list] ?? [];
  return edited(message, `/${list}`, form === 'empty' ? [] : items.map((item) => edited(item, '/details')));
}

for (const [name, forms] of Object.entries(heldOfMessages)) {
  const event = name as TriggerEvent;
  for (const [form, due] of Object.entries(forms)) {
    test(`${event}, ${form}, keeps what it speaks of and is silent of the rest`, () => {
      expect(upheld(event, formed(event, form as Form), goodRules[event])).toEqual(due);
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
  expect(upheld('CATEGORY_CASH_FLOW', message, rule)).toEqual({
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
  expect(upheld('NEW_TRANSACTIONS', message, rule).withRule).toEqual([
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
    const { alone, withRule } = upheld(event, message, goodRules[event]);
    expect([...alone, ...withRule]).not.toContain(clause);
  };
  const balance = '/balanceChanges/0/details';
  const list = '/newTransactions/0/details/transactionDetails';
  silent('LOW_ACCOUNT_BALANCE', 'MESSAGE-BALANCE-DETAILS-CHANGE', [`${balance}/oldBalance`, '100.1']);
  silent('LOW_ACCOUNT_BALANCE', 'MESSAGE-LOW-THRESHOLD', ['/balanceThreshold', '87.41']);
  const { alone } = upheld(
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

// Every clause that a question states was seen to be broken, and every clause on messages is stated or needs more than one message.

test('every clause of a question is broken by a sabotage', () => {
  const broken = new Set<string>([
    ...[...sabotagedMessages, ...sabotagedByRule].map(({ due: [clause] }) => clause),
    // In the tests of encrypted messages.
    'MESSAGE-ENCRYPTION',
    'MESSAGE-DETAILS',
    'MESSAGE-ITEM-BANK-NAME',
    'MESSAGE-LOGIN-BANK-NAME',
    // In the tests of long lists.
    'RULE-MAX-COUNT-DEFAULT',
    // Its findings are those of the fields of details.
    'MESSAGE-LOW-DETAILS',
  ]);
  expect(clausesOfMessages.filter((clause) => !broken.has(clause))).toEqual([]);
});

test('a clause on messages that nothing states is one that no single message shows', () => {
  const others = ledger.clauses.filter(
    ({ id, level }) => id.startsWith('MESSAGE-') && level !== 'excluded' && !statedClauses.has(id as never),
  );
  expect(others.map(({ id }) => id)).toEqual([
    'MESSAGE-EMITTED',
    'MESSAGE-USERS-RULES',
    'MESSAGE-DESTINATION',
    'MESSAGE-ONE-PER-RULE',
    'MESSAGE-EACH-RULE',
    'MESSAGE-LISTED-ANY',
    'MESSAGE-UNLISTED-ALL',
    'MESSAGE-SEPARATE-RULES',
    'MESSAGE-OVERLAP-EXAMPLE',
    'MESSAGE-BALANCE-FIRES',
    'MESSAGE-TRANSACTIONS-FIRES',
    'MESSAGE-WAITS',
    'MESSAGE-CATEGORIES-NEED-SETTING',
    'MESSAGE-LOGIN-FIRES',
    'MESSAGE-LOGIN-WRONG-CREDENTIALS',
    'MESSAGE-LOGIN-UNKNOWN-REASON',
    'MESSAGE-FOREIGN-FIRES',
    'MESSAGE-LOW-FIRES',
    'MESSAGE-HIGH-FIRES',
    'MESSAGE-CATEGORY-FIRES',
    'MESSAGE-CATEGORY-SUB',
    'MESSAGE-CATEGORY-SUB-INERT',
    'MESSAGE-TERMS-FIRES',
  ]);
});
