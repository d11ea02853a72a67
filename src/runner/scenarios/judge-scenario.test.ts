// What arrived is compared with what a scenario expects, rule by rule and in any order.
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { ReceivedMessage } from '../verdict.ts';
import { mismatches, ruleIdFindings, type ScenarioFacts } from './judge-scenario.ts';
import type { ExpectedMessage } from './scenario.ts';

const onAccount = (accountId: number) => ({ balanceChanges: [{ accountId }] });
/** A message of the rule `a` on each account, and one that is expected. */
const on = (...accounts: number[]) => accounts.map((account) => received('a', onAccount(account)));
const a = (accountId: number): ExpectedMessage => ({ rule: 'a', ...onAccount(accountId) });

function received(rule: string, fields: object = {}): ReceivedMessage {
  return { rule, message: { triggerEvent: 'NEW_ACCOUNT_BALANCE', ...fields } };
}

/** A message of no rule. */
function unknown(triggerEvent: TriggerEvent): ReceivedMessage {
  return { message: { triggerEvent } };
}

const one = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;
const RULES: ScenarioFacts['rules'] = { a: one, b: one, c: { triggerEvent: 'NEW_TRANSACTIONS' } };

interface Played extends Partial<Pick<ScenarioFacts, 'rules' | 'refused' | 'updated'>> {
  /** How many batch updates ran. */
  readonly updates?: number;
}

/** Each mismatch as the end of its words and its clause. */
function mismatchesOf(
  own: ReceivedMessage[],
  expected: ExpectedMessage[],
  { rules = RULES, updates = 1, refused = new Set(), updated = new Set() }: Played = {},
) {
  const before = Array.from({ length: updates }, () => ({ update: {} }));
  const facts = { rules, refused, updated, settings: defaultSettings };
  const found = mismatches([...before, { expected, received: own }], facts);
  return found.map(({ message, clause }) => [message.split(' is ')[1], clause]);
}

test('messages of several rules are there in any order, those of one rule too', () => {
  const own = [received('b', onAccount(1)), ...on(2, 1)];
  expect(mismatchesOf(own, [a(1), a(2), { rule: 'b', ...onAccount(1) }])).toEqual([]);
  expect(mismatchesOf([], [])).toEqual([]);
});

test('two wrong messages of one rule are each compared with that of the same account, in any order', () => {
  const wrong = (id: number) => received('a', { balanceChanges: [{ accountId: id, bankName: 'Other' }] });
  const due = (id: number) => ({ rule: 'a', balanceChanges: [{ accountId: id, bankName: 'Bank' }] });
  const updated = new Set(['1', '2']);
  const found = mismatchesOf([wrong(2), wrong(1)], [due(1), due(2)], { updates: 2, updated });
  expect(found.map(([, clause]) => clause)).toEqual(['MESSAGE-ITEM-BANK-NAME', 'MESSAGE-ITEM-BANK-NAME']);
});

test('one handle on the messages of two rules, by their ids, is a wrong handle; other messages of their own rules are not', () => {
  const clausesOf = (...own: ReceivedMessage[]) =>
    mismatchesOf(own, [{ rule: 'a' }, { rule: 'b' }]).map(([, clause]) => clause);
  const [first, second] = [{ notificationRuleId: 1 }, { notificationRuleId: 2 }];
  const handle = 'MESSAGE-CALLBACK-HANDLE';
  expect(clausesOf(received('a', first), received('a', second))).toEqual([handle, handle]);
  expect(clausesOf(received('a', first), received('a', first))).not.toContain(handle);
  const further = clausesOf(received('a', first), received('b', second), received('b', first));
  expect(further).not.toContain(handle);
});

const FIRES = 'MESSAGE-BALANCE-FIRES';

test('a message that is sent again breaks MESSAGE-ONE-PER-RULE, and the rest is compared with the stated ones', () => {
  expect(mismatchesOf(on(1, 1, 1), [a(1)])).toEqual([['2, not 0', 'MESSAGE-ONE-PER-RULE']]);
  expect(mismatchesOf(on(2, 2), [a(1)])).toEqual([
    ['1, not 0', 'MESSAGE-ONE-PER-RULE'],
    ['2, not 1', 'MESSAGE-ITEM-ACCOUNT-ID'],
  ]);
});

test('more messages of a rule than updates break MESSAGE-ONE-PER-RULE, or MESSAGE-SEPARATE-RULES for a rule without a list', () => {
  const perAccount = ['2, not 1', 'MESSAGE-SEPARATE-RULES'];
  expect(mismatchesOf(on(1, 1, 2), [a(1)])).toEqual([['1, not 0', 'MESSAGE-ONE-PER-RULE'], perAccount]);
  expect(mismatchesOf(on(1, 2), [a(1)])).toEqual([perAccount]);
  const listing = { a: { ...one, params: { accountIds: '1,2' } } };
  expect(mismatchesOf(on(1, 2), [a(1)], { rules: listing })).toEqual([['2, not 1', 'MESSAGE-ONE-PER-RULE']]);
  // Of two rules: one of them has the callbackHandle of the other.
  const ofAnother = received('a', { ...onAccount(2), notificationRuleId: 2 });
  expect(mismatchesOf([...on(1), ofAnother], [a(1)])).toEqual([['2, not 1', FIRES]]);
});

test('a message of a rule that was refused breaks the clause of the scenario', () => {
  expect(mismatchesOf(on(1), [], { refused: new Set(['a']) })).toEqual([['1, not 0', undefined]]);
});

test('a message that a further batch update may have sent is not sent again', () => {
  expect(mismatchesOf(on(1, 1), [a(1), a(1)])).toEqual([]);
  expect(mismatchesOf(on(1, 1), [a(1)], { updates: 2 })).toEqual([['2, not 1', FIRES]]);
  const again = mismatchesOf(on(1, 1, 1), [a(1), a(1)], { updates: 2 });
  expect(again).toEqual([['1, not 0', 'MESSAGE-ONE-PER-RULE']]);
});

test('a message of no rule counts as one missing message of its trigger event', () => {
  const balance = unknown('NEW_ACCOUNT_BALANCE');
  expect(mismatchesOf([balance], [a(1)])).toEqual([]);
  expect(mismatchesOf([balance], [a(1), { rule: 'b' }])).toEqual([['0, not 1', FIRES]]);
  expect(mismatchesOf([balance], [{ rule: 'c' }])).toEqual([['0, not 1', 'MESSAGE-TRANSACTIONS-FIRES']]);
  expect(mismatchesOf([...on(2), balance], [a(1), a(2)])).toEqual([]);
  expect(mismatchesOf([...on(3), balance], [])).toEqual([['1, not 0', FIRES]]);
});

test('a message that is not as stated is reported at its place', () => {
  expect(mismatchesOf(on(2, 3), [a(1), a(2)])).toEqual([['3, not 1', 'MESSAGE-ITEM-ACCOUNT-ID']]);
});

test('the id of a rule is the same in all its messages and that of no other rule', () => {
  const findingsOf = (...rows: [rule: string, notificationRuleId: unknown][]) => {
    const messages = rows.map(([rule, notificationRuleId]) => received(rule, { notificationRuleId }));
    return ruleIdFindings(messages.map((message) => ({ expected: [], received: [message] })));
  };
  expect(findingsOf(['a', 7], ['b', 8], ['a', 7], ['b', '7'])).toEqual([]);
  const wrong = (words: string) => ({
    clause: 'MESSAGE-RULE-ID',
    pointer: '/steps/1/received/0/message/notificationRuleId',
    message: `notificationRuleId is ${words}`,
  });
  expect(findingsOf(['a', 7], ['a', 9])).toEqual([wrong('9, not 7 as before for rule a')]);
  expect(findingsOf(['a', 7], ['b', 7])).toEqual([wrong('that of rule a, not one of rule b alone')]);
});

test('an item of an unlisted account is tolerated where the update brought it', () => {
  const rules = { a: { ...one, params: { accountIds: '1' } } };
  const both = [received('a', { balanceChanges: [{ accountId: 1 }, { accountId: 2 }] })];
  const updated = new Set(['2']);
  for (const due of [a(1), { rule: 'a' }]) expect(mismatchesOf(both, [due], { rules, updated })).toEqual([]);
  expect(mismatchesOf(both, [a(1)], { rules })).toEqual([
    ['a list of 2, not a list of 1', 'MESSAGE-BALANCE-CHANGES'],
  ]);
});
