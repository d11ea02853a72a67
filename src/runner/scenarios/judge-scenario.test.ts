// What arrived is compared with what a scenario expects, rule by rule and in any order.
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { type Arrived, mismatches, ruleIdFindings } from './judge-scenario.ts';
import { messagePlace } from './message-difference.ts';
import type { ExpectedMessage } from './scenario.ts';

const STORY = { settings: defaultSettings, updated: new Set<string>() };

function arrived(rule: string, at: number, fields: object = {}): Arrived {
  const message = { triggerEvent: 'NEW_ACCOUNT_BALANCE', ...fields };
  return { rule, message, place: messagePlace('NEW_ACCOUNT_BALANCE', `/received/${at}`, STORY) };
}

const onAccount = (accountId: number) => ({ balanceChanges: [{ accountId }] });
const one = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;
type Rules = Parameters<typeof mismatches>[2]['rules'];
interface Expectation {
  readonly rules?: Rules;
  readonly updates?: number;
  readonly refused?: readonly string[];
  /** The events of messages of no rule. */
  readonly unknown?: readonly TriggerEvent[];
}
const RULES: Rules = { a: one, b: one, c: { triggerEvent: 'NEW_TRANSACTIONS' } };
function mismatchesOf(
  own: Arrived[],
  expected: ExpectedMessage[],
  { rules = RULES, updates = 1, refused = [], unknown = [] }: Expectation = {},
) {
  const received = unknown.map((triggerEvent) => ({ message: { triggerEvent }, findings: [], shown: [] }));
  return mismatches(
    own,
    { pointer: '/received', expected, updates, received },
    { rules, refused: new Set(refused) },
  );
}

test('messages of several rules are there in any order, those of one rule too', () => {
  const own = [arrived('b', 0, onAccount(1)), arrived('a', 1, onAccount(2)), arrived('a', 2, onAccount(1))];
  const expected = [
    { rule: 'a', ...onAccount(1) },
    { rule: 'a', ...onAccount(2) },
    { rule: 'b', ...onAccount(1) },
  ];
  expect(mismatchesOf(own, expected)).toEqual([]);
  expect(mismatchesOf([], [])).toEqual([]);
});

test('one handle on the messages of two rules, by their ids, is a wrong handle; other messages of their own rules are not', () => {
  const expected = [{ rule: 'a' }, { rule: 'b' }];
  const [first, second] = [{ notificationRuleId: 1 }, { notificationRuleId: 2 }];
  const clausesOf = (...own: Arrived[]) => mismatchesOf(own, expected).map(({ clause }) => clause);
  const handle = 'MESSAGE-CALLBACK-HANDLE';
  expect(clausesOf(arrived('a', 0, first), arrived('a', 1, second))).toEqual([handle, handle]);
  expect(clausesOf(arrived('a', 0, first), arrived('a', 1, first))).not.toContain(handle);
  expect(clausesOf(arrived('a', 0, first), arrived('b', 1, second), arrived('b', 2, first))).not.toContain(
    handle,
  );
});

test.each([
  ['is missing', [], ['a'], 'rule a is 0, not 1'],
  ['breaks silence', ['a'], [], 'rule a is 1, not 0'],
  ['is sent twice', ['a', 'a'], ['a'], 'rule a that it has sent already is 1, not 0'],
  ['is of another rule', ['b', 'c'], ['c', 'c'], 'rule c is 1, not 2'],
])('a message that %s is reported', (_, own, expected, words) => {
  const messages = own.map((rule, at) => arrived(rule, at));
  expect(
    mismatchesOf(
      messages,
      expected.map((rule) => ({ rule })),
    ),
  ).toContainEqual(
    expect.objectContaining({ pointer: '/received', message: `the number of messages of ${words}` }),
  );
});

const FIRES = 'MESSAGE-BALANCE-FIRES';
const wordsOf = (...all: Parameters<typeof mismatchesOf>) =>
  mismatchesOf(...all).map(({ message, clause }) => [message.split(' is ')[1], clause]);
const on = (...accounts: number[]) => accounts.map((account, at) => arrived('a', at, onAccount(account)));
const a = (accountId: number): ExpectedMessage => ({ rule: 'a', ...onAccount(accountId) });

test('a message that is sent again breaks MESSAGE-ONE-PER-RULE, and the rest is compared with the stated ones', () => {
  expect(wordsOf(on(1, 1, 1), [a(1)])).toEqual([['2, not 0', 'MESSAGE-ONE-PER-RULE']]);
  expect(wordsOf(on(2, 2), [a(1)])).toEqual([
    ['1, not 0', 'MESSAGE-ONE-PER-RULE'],
    ['2, not 1', 'MESSAGE-ITEM-ACCOUNT-ID'],
  ]);
});

test('more messages of a rule than updates break MESSAGE-ONE-PER-RULE, or MESSAGE-SEPARATE-RULES for a rule without a list', () => {
  const perAccount = ['2, not 1', 'MESSAGE-SEPARATE-RULES'];
  const split = ['2, not 1', 'MESSAGE-ONE-PER-RULE'];
  expect(wordsOf(on(1, 1, 2), [a(1)])).toEqual([['1, not 0', 'MESSAGE-ONE-PER-RULE'], perAccount]);
  expect(wordsOf(on(1, 2), [a(1)])).toEqual([perAccount]);
  const listing = { ...one, params: { accountIds: '1,2' } };
  expect(wordsOf(on(1, 2), [a(1)], { rules: { a: listing } })).toEqual([split]);
  // Of two rules: one of them has the callbackHandle of the other.
  const ofAnother = arrived('a', 1, { ...onAccount(2), notificationRuleId: 2 });
  expect(wordsOf([...on(1), ofAnother], [a(1)])).toEqual([['2, not 1', FIRES]]);
});

test('a message of a rule that was refused breaks the clause of the scenario', () => {
  expect(wordsOf(on(1), [], { refused: ['a'] })).toEqual([['1, not 0', undefined]]);
});

test('a message that a further batch update may have sent is not sent again', () => {
  expect(wordsOf(on(1, 1), [a(1), a(1)])).toEqual([]);
  expect(wordsOf(on(1, 1), [a(1)], { updates: 2 })).toEqual([['2, not 1', FIRES]]);
  expect(wordsOf(on(1, 1, 1), [a(1), a(1)], { updates: 2 })).toEqual([['1, not 0', 'MESSAGE-ONE-PER-RULE']]);
});

test('a message of no rule counts as one missing message of its trigger event', () => {
  const unknown = ['NEW_ACCOUNT_BALANCE'] as const;
  expect(wordsOf([], [a(1)], { unknown })).toEqual([]);
  expect(wordsOf([], [a(1), { rule: 'b' }], { unknown })).toEqual([['0, not 1', FIRES]]);
  expect(wordsOf([], [{ rule: 'c' }], { unknown })).toEqual([['0, not 1', 'MESSAGE-TRANSACTIONS-FIRES']]);
  expect(wordsOf(on(2), [a(1), a(2)], { unknown })).toEqual([]);
  expect(wordsOf(on(3), [], { unknown })).toEqual([['1, not 0', FIRES]]);
});

test('a message that is not as stated is reported at its place', () => {
  const own = [arrived('a', 0, onAccount(2)), arrived('a', 1, onAccount(3))];
  expect(
    mismatchesOf(own, [
      { rule: 'a', ...onAccount(1) },
      { rule: 'a', ...onAccount(2) },
    ]),
  ).toEqual([
    {
      pointer: '/received/1/balanceChanges/0/accountId',
      message: 'balanceChanges[0].accountId is 3, not 1',
      clause: 'MESSAGE-ITEM-ACCOUNT-ID',
    },
  ]);
});

test('a message of another trigger event than its rule is left to its judge', () => {
  const own = [arrived('a', 0, { triggerEvent: 'NEW_TRANSACTIONS' })];
  expect(mismatchesOf(own, [{ rule: 'a', ...onAccount(1) }])).toEqual([]);
});

test('the id of a rule is the same in all its messages and that of no other rule', () => {
  const id = (notificationRuleId: unknown) => ({ notificationRuleId });
  const keeps = [
    arrived('a', 0, id(7)),
    arrived('b', 1, id(8)),
    arrived('a', 2, id(7)),
    arrived('b', 3, id('7')),
  ];
  expect(ruleIdFindings(keeps)).toEqual([]);
  expect(ruleIdFindings([arrived('a', 0, id(7)), arrived('a', 1, id(9))])).toEqual([
    {
      clause: 'MESSAGE-RULE-ID',
      pointer: '/received/1/notificationRuleId',
      message: 'notificationRuleId is 9, not 7 as before for rule a',
    },
  ]);
  expect(ruleIdFindings([arrived('a', 0, id(7)), arrived('b', 1, id(7))])).toEqual([
    {
      clause: 'MESSAGE-RULE-ID',
      pointer: '/received/1/notificationRuleId',
      message: 'notificationRuleId is that of rule a, not one of rule b alone',
    },
  ]);
});

test('an item of an unlisted account is tolerated where the update brought it, whether or not items are stated', () => {
  const rules = { a: { ...one, params: { accountIds: '1' } } };
  const [message] = on(1, 2).map((each) => ({ ...each, place: { ...each.place, updated: new Set(['2']) } }));
  const both = { ...onAccount(1), balanceChanges: [{ accountId: 1 }, { accountId: 2 }] };
  const own = [{ ...message, message: { ...(message?.message as object), ...both } } as Arrived];
  for (const due of [a(1), { rule: 'a' }]) expect(wordsOf(own, [due], { rules })).toEqual([]);
  const other = own.map((each) => ({ ...each, place: { ...each.place, updated: new Set<string>() } }));
  expect(wordsOf(other, [a(1)], { rules })).toEqual([
    ['a list of 2, not a list of 1', 'MESSAGE-BALANCE-CHANGES'],
  ]);
});
