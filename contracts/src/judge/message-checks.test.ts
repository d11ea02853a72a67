// What each check says of good messages: upheld where they show its clause kept, silent where they show nothing of it.
import { expect, test } from 'vitest';
import { categorized, noChildren } from '../../../src/test-support/event-reading.ts';
import { eventReadings } from '../../../src/test-support/event-readings.ts';
import { type Edits, fullMessages, GONE, messageJson, ruleWith } from '../../../src/test-support/fixtures.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import { layoutOf } from '../base/event-layout.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import type { ClauseCheck } from './clause-check.ts';
import { eventChecks, type JudgePlainOptions, judgeMessage, judgePlainMessage } from './judge-message.ts';
import { readPlainMessage } from './read-message.ts';
import { ruleFacts } from './rule-facts.ts';
import { defaultSettings } from './settings.ts';

type Params = NotificationRule['params'];

const readings = Object.fromEntries(eventReadings);
const NOT_IN_PLAIN = /^MESSAGE-(ENCRYPTION|ITEM-BANK-NAME|LOGIN-BANK-NAME|DETAILS-ONLY-ASKED)$/;
const versioned = { ...defaultSettings, serviceVersion: '1.30.0' };
const ofEveryRule = ['MESSAGE-RULE-ID', 'MESSAGE-TRIGGER-EVENT', 'MESSAGE-CALLBACK-HANDLE'];

function upheldBy<Subject>(checks: readonly ClauseCheck<Subject>[], subject: Subject): string[] {
  return checks.filter(({ check }) => check(subject, versioned) === 'upheld').map(({ clause }) => clause);
}

/** What is upheld by the message alone, and what its rule adds to the three checks of every rule. */
function upheld(event: TriggerEvent, edits: Edits, params: Params): [alone: string[], byRule: string[]] {
  const message = readPlainMessage(messageJson(event, edits), event);
  const rule = ruleFacts(ruleWith(event, params && { params }));
  const [alone, byRule] = [
    upheldBy(eventChecks[event].ofMessage, message),
    upheldBy(eventChecks[event].ofRule, { message, rule }),
  ];
  expect(byRule.slice(0, 3)).toEqual(ofEveryRule);
  return [alone, byRule.slice(3)];
}

function withoutDetails(event: TriggerEvent): Edits {
  const { list = '' } = layoutOf[event];
  const items = (fullMessages[event].decrypted as unknown as Record<string, object[]>)[list] ?? [];
  return Object.fromEntries(items.map((_, index) => [`/${list}/${index}/details`, GONE]));
}

test('a full message upholds what it shows, one without details nothing of them, and one without items of none', () => {
  for (const [event, { compared: params, silent: notShown = [] }] of eventReadings) {
    const { ofMessage, ofRule } = eventChecks[event];
    const kept = upheld(event, {}, params).flat();
    const silent = [...ofMessage, ...ofRule.slice(3)]
      .map(({ clause }) => clause)
      .filter((clause) => !kept.includes(clause) && !NOT_IN_PLAIN.test(clause));
    expect([...new Set(silent)], event).toEqual(notShown);
    const { list } = layoutOf[event];
    if (list === undefined) continue;
    const bare = upheld(event, withoutDetails(event), params).flat();
    expect(
      bare.filter((clause) => /DETAILS|ORDER|QUALIFYING|OUTGOING|-CAP$/.test(clause)),
      event,
    ).toEqual([]);
    const empty = upheld(event, { [`/${list}`]: [] }, params).flat();
    expect(
      empty.filter((clause) => !/-(THRESHOLD|CATEGORY-ID)$/.test(clause)),
      event,
    ).toEqual([]);
  }
});

test('a rule that leaves params out has its defaults', () => {
  const edits = { ...withoutDetails('CATEGORY_CASH_FLOW'), '/categoryName': GONE };
  const message = readPlainMessage(messageJson('CATEGORY_CASH_FLOW', edits), 'CATEGORY_CASH_FLOW');
  const { includeDetails: _, ...bare } = ruleWith('CATEGORY_CASH_FLOW', { params: { categoryId: '380' } });
  const { ofMessage, ofRule } = eventChecks.CATEGORY_CASH_FLOW;
  expect(upheldBy(ofMessage, message)).toEqual(['MESSAGE-CATEGORY', 'MESSAGE-CATEGORY-NAME-ONLY-DETAILS']);
  expect(upheldBy(ofRule, { message, rule: ruleFacts(bare as NotificationRule) })).toEqual([
    ...ofEveryRule,
    'MESSAGE-DETAILS-ONLY-ASKED',
    'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
    'MESSAGE-CATEGORY-ID',
  ]);
});

test('a message without sub-categories has none of them', () => {
  const params = { categoryId: '380', includeChildCategories: false };
  const [, ofRule] = upheld('CATEGORY_CASH_FLOW', noChildren, params);
  expect(ofRule).toContain('MESSAGE-CATEGORY-SUB-OFF');
});

test('a check is silent where what it compares is of another type', () => {
  const list = (at: number) => `/newTransactions/${at}/details/transactionDetails`;
  const balance = (at: number) => `/balanceChanges/${at}/details`;
  const flows = (at: number) => `/categoryCashFlows/${at}/details/transactions`;
  const both = (edits: (at: number) => Edits) => ({ ...edits(0), ...edits(1) });
  const rows: [TriggerEvent, ClauseId, Edits][] = [
    [
      'LOW_ACCOUNT_BALANCE',
      'MESSAGE-BALANCE-DETAILS-CHANGE',
      both((at) => ({ [`${balance(at)}/oldBalance`]: '1' })),
    ],
    ['LOW_ACCOUNT_BALANCE', 'MESSAGE-LOW-THRESHOLD', { '/balanceThreshold': '250.5' }],
    ['HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH-QUALIFYING', { '/absoluteAmountThreshold': 'high' }],
    [
      'HIGH_TRANSACTION_AMOUNT',
      'MESSAGE-HIGH-COUNT',
      both((at) => ({ [`/newTransactions/${at}/newTransactionsCount`]: '2' })),
    ],
    [
      'HIGH_TRANSACTION_AMOUNT',
      'MESSAGE-LIST-ORDER',
      both((at) => ({ [list(at)]: [{ bankBookingDate: '2026-11-20 09:15:00.123' }] })),
    ],
    ...[null, 17, 'text'].map((item): [TriggerEvent, ClauseId, Edits] => [
      'HIGH_TRANSACTION_AMOUNT',
      'MESSAGE-HIGH-QUALIFYING',
      both((at) => ({ [list(at)]: [item, item] })),
    ]),
    ['CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-ID', { '/categoryId': '380' }],
    [
      'CATEGORY_CASH_FLOW',
      'MESSAGE-CATEGORY-SUB-OFF',
      { ...noChildren, ...both((at) => ({ [flows(at)]: [{}] })) },
    ],
    ['CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-SUB-OFF', { ...noChildren, '/categoryId': '380' }],
    ['CATEGORY_CASH_FLOW', 'MESSAGE-CATEGORY-CHILDREN', { '/includeChildCategories': 'true' }],
  ];
  const answered = rows.filter(([event, clause, edits]) =>
    upheld(event, edits, readings[event]?.compared).flat().includes(clause),
  );
  expect(answered).toEqual([]);
  // One item an account is all that low balances as text still show.
  const [alone] = upheld(
    'LOW_ACCOUNT_BALANCE',
    both((at) => ({ [`${balance(at)}/newBalance`]: '1' })),
    undefined,
  );
  expect(alone.filter((clause) => clause === 'MESSAGE-LOW')).toHaveLength(1);
});

// Which clauses a message shows something of: those of its fields, of its decrypted details and of the checks that answer.

const shown = (event: TriggerEvent, edits: Edits = {}, options: JudgePlainOptions = {}) =>
  judgePlainMessage(messageJson(event, edits), options).shows;

test('new terms show the base fields, login errors their fields, details and, with a rule, the connections it lists', () => {
  const terms = [...ofEveryRule, 'MESSAGE-TERMS-BASE-ONLY'];
  expect(shown('NEW_TERMS_AND_CONDITIONS')).toEqual(terms);
  expect(shown('NEW_TERMS_AND_CONDITIONS', {}, { rule: ruleWith('NEW_TERMS_AND_CONDITIONS') })).toEqual(
    terms,
  );
  const known = { '/loginErrors/0/errorCode': 'WRONG_CREDENTIALS' };
  const alone = [
    ...ofEveryRule,
    'MESSAGE-LOGIN-ERRORS',
    'MESSAGE-LOGIN-CONNECTION-ID',
    'MESSAGE-LOGIN-BANK-NAME',
    'MESSAGE-LOGIN-CONNECTION-NAME',
    'MESSAGE-LOGIN-ERROR-CODE',
    'MESSAGE-DETAILS',
    'MESSAGE-LOGIN-DETAILS-MESSAGE',
    'MESSAGE-DETAILS-PRESENT',
    'MESSAGE-LOGIN-NO-ACCOUNT',
  ];
  expect(shown('BANK_LOGIN_ERROR', known).toSorted()).toEqual(alone.toSorted());
  const rule = ruleWith('BANK_LOGIN_ERROR', { params: { bankConnectionIds: '531552' } });
  expect(shown('BANK_LOGIN_ERROR', known, { rule }).toSorted()).toEqual(
    [...alone, 'MESSAGE-LISTED-ONLY'].toSorted(),
  );
});

test('only a message that was decrypted shows encryption', async () => {
  const cipher = { encrypt: async (plain: string) => plain, decrypt: async (text: string) => text };
  const encrypted = (edits: Edits) => judgeMessage(messageJson('LOW_ACCOUNT_BALANCE', edits), { cipher });
  expect((await encrypted({ '/balanceChanges/0/details': '{}' })).shows).toContain('MESSAGE-ENCRYPTION');
  expect((await encrypted({ '/balanceChanges': [] })).shows).not.toContain('MESSAGE-ENCRYPTION');
  expect(shown('LOW_ACCOUNT_BALANCE')).not.toContain('MESSAGE-ENCRYPTION');
});

test('fields of a later version or of another rule are not shown, nor details that are not there', () => {
  const adjusting = 'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING';
  const category = 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID';
  expect(shown('NEW_TRANSACTIONS', categorized, { settings: versioned })).toContain(adjusting);
  const settings = { ...defaultSettings, serviceVersion: '1.29.0' };
  for (const of of [{}, { settings }]) {
    expect(shown('NEW_TRANSACTIONS', categorized, of)).not.toContain(adjusting);
    expect(shown('NEW_TRANSACTIONS', categorized, of)).not.toContain(category);
  }
  const rule = ruleWith('NEW_TRANSACTIONS', { params: { waitForCategorization: true } });
  expect(shown('NEW_TRANSACTIONS', categorized, { rule })).toContain(category);
  expect(shown('LOW_ACCOUNT_BALANCE')).toContain('MESSAGE-LOW-DETAILS');
  expect(shown('LOW_ACCOUNT_BALANCE', withoutDetails('LOW_ACCOUNT_BALANCE'))).not.toContain(
    'MESSAGE-LOW-DETAILS',
  );
});
