// What arrived is compared with what a scenario expects, rule by rule and in any order.
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { ReceivedMessage } from '../verdict.ts';
import { mismatches, ruleIdFindings, type ScenarioFacts } from './judge-scenario.ts';
import type { ExpectedMessage } from './scenario.ts';

const onAccounts = (...ids: number[]) => ({ balanceChanges: ids.map((accountId) => ({ accountId })) });
const received = (rule: string, fields: object = {}): ReceivedMessage => ({
  rule,
  message: { triggerEvent: 'NEW_ACCOUNT_BALANCE', ...fields },
});
/** A message of the rule `a` on each account, and one that is expected. */
const on = (...accounts: number[]) => accounts.map((account) => received('a', onAccounts(account)));
const a = (...accounts: number[]): ExpectedMessage => ({ rule: 'a', ...onAccounts(...accounts) });
const b: ExpectedMessage = { rule: 'b' };
const ofId = (rule: string, notificationRuleId: number) => received(rule, { notificationRuleId });
const ofNoRule = (triggerEvent: TriggerEvent): ReceivedMessage => ({ message: { triggerEvent } });

const balance = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;
const RULES: ScenarioFacts['rules'] = { a: balance, b: balance, c: { triggerEvent: 'NEW_TRANSACTIONS' } };
const LISTING = { rules: { a: { ...balance, params: { accountIds: '1' } } } };
const ofTransactions = (accountId: number, transaction: object) => ({
  triggerEvent: 'NEW_TRANSACTIONS',
  newTransactions: [{ accountId, details: { transactionDetails: [transaction] } }],
});
const FIRES = 'MESSAGE-BALANCE-FIRES';
const ONE = 'MESSAGE-ONE-PER-RULE';
const HANDLE = 'MESSAGE-CALLBACK-HANDLE';

interface Played extends Partial<Pick<ScenarioFacts, 'rules' | 'refused' | 'updated'>> {
  /** How many batch updates ran. */
  readonly updates?: number;
}

/** Each mismatch is the end of its words and its clause. */
test.each<[string, ReceivedMessage[], ExpectedMessage[], Played, ...mismatches: string[]]>([
  ['messages in any order', [received('b'), ...on(2, 1)], [a(1), a(2), b], {}],
  ['nothing where nothing is due', [], [], {}],
  [
    'one handle on the messages of two rules',
    [ofId('a', 1), ofId('a', 2)],
    [{ rule: 'a' }, b],
    {},
    `expected 1 message, got 2 ${HANDLE}`,
    `expected 1 message, got 0 ${HANDLE}`,
  ],
  [
    'another message of the same rule',
    [ofId('a', 1), ofId('a', 1)],
    [{ rule: 'a' }, b],
    {},
    `expected 1 message, got 2 ${ONE}`,
    `expected 1 message, got 0 ${FIRES}`,
  ],
  ['a message that is sent again', on(1, 1, 1), [a(1)], {}, `expected 1 message, got 3 ${ONE}`],
  [
    'a message that two updates may have sent',
    on(1, 1),
    [a(1)],
    { updates: 2 },
    `expected 1 message, got 2 ${FIRES}`,
  ],
  [
    'more of them than updates',
    on(1, 1, 1),
    [a(1), a(1)],
    { updates: 2 },
    `expected 2 messages, got 3 ${ONE}`,
  ],
  ['a message for each account', on(1, 2), [a(1)], {}, 'expected 1 message, got 2 MESSAGE-SEPARATE-RULES'],
  ['the same of a rule that lists them', on(1, 2), [a(1)], LISTING, `expected 1 message, got 2 ${ONE}`],
  [
    'the message of another rule',
    [ofId('a', 1), ofId('a', 2)],
    [a(1)],
    {},
    `expected 1 message, got 2 ${FIRES}`,
  ],
  [
    'a message of a rule that was refused',
    on(1),
    [],
    { refused: new Set(['a']) },
    'expected 0 messages, got 1 undefined',
  ],
  ...[1, 2].map((account): [string, ReceivedMessage[], ExpectedMessage[], Played, ...string[]] => [
    `the handle of a refused rule on a message that is ${account === 1 ? '' : 'not '}what the rule was to send`,
    [received('b', onAccounts(account))],
    [a(1)],
    { refused: new Set(['b']) },
    `expected 1 message, got 0 ${account === 1 ? HANDLE : FIRES}`,
    `expected 0 messages, got 1 ${account === 1 ? HANDLE : undefined}`,
  ]),
  [
    'a message of no rule for a missing one',
    [ofNoRule('NEW_ACCOUNT_BALANCE')],
    [a(1), b],
    {},
    `expected 1 message, got 0 ${FIRES}`,
  ],
  ['a message of no rule beside others', [...on(2), ofNoRule('NEW_ACCOUNT_BALANCE')], [a(1), a(2)], {}],
  [
    'one of another event',
    [ofNoRule('NEW_ACCOUNT_BALANCE')],
    [{ rule: 'c' }],
    {},
    'expected 1 message, got 0 MESSAGE-TRANSACTIONS-FIRES',
  ],
  [
    'two wrong messages, each compared with that of its account',
    [2, 1].map((accountId) => received('a', { balanceChanges: [{ accountId, bankName: 'Other' }] })),
    [1, 2].map((accountId) => ({ rule: 'a', balanceChanges: [{ accountId, bankName: 'Bank' }] })),
    { updates: 2, updated: new Set(['1', '2']) },
    ...Array<string>(2).fill('"Other", not "Bank" MESSAGE-ITEM-BANK-NAME'),
  ],
  ['a message that is not as stated', on(2, 3), [a(1), a(2)], {}, '3, not 1 MESSAGE-ITEM-ACCOUNT-ID'],
  [
    'messages without the ids of their transactions, each compared with that of its account',
    [2, 1].map((accountId) => received('c', ofTransactions(accountId, { purpose: 'x' }))),
    [1, 2].map((accountId) => ({ rule: 'c', ...ofTransactions(accountId, { id: 7 }) })),
    { updates: 2, updated: new Set(['1', '2']) },
    ...Array<string>(2).fill('missing, not 7 MESSAGE-TRANSACTIONS-DETAILS-ID'),
  ],
  [
    'an unlisted account that was updated',
    [received('a', onAccounts(1, 2))],
    [a(1)],
    { ...LISTING, updated: new Set(['2']) },
  ],
  [
    'one that was not',
    [received('a', onAccounts(1, 2))],
    [a(1)],
    LISTING,
    'a list of 2, not a list of 1 MESSAGE-BALANCE-CHANGES',
  ],
])('%s', (_, messages, expected, { updates = 1, ...played }, ...found) => {
  const before = Array.from({ length: updates }, () => ({ update: {} }));
  const nothing = { refused: new Set<string>(), updated: new Set<string>() };
  const facts = { rules: RULES, settings: defaultSettings, ...nothing, ...played };
  const all = mismatches([...before, { expected, received: messages }], facts);
  expect(all.map(({ message, clause }) => `${message.split(/(?: is|rule \S+:) /)[1]} ${clause}`)).toEqual(
    found,
  );
});

test('the id of a rule is the same in all its messages and that of no other rule', () => {
  const findingsOf = (...messages: ReceivedMessage[]) =>
    ruleIdFindings(
      messages.map((message) => ({ expected: [], received: [message] })),
      RULES,
    );
  const ofText = received('b', { notificationRuleId: '7' });
  expect(findingsOf(ofId('a', 7), ofId('b', 8), ofId('a', 7), ofText)).toEqual([]);
  const wrong = (words: string) => ({
    clause: 'MESSAGE-RULE-ID',
    pointer: '/steps/1/received/0/message/notificationRuleId',
    message: `notificationRuleId is ${words}`,
  });
  expect(findingsOf(ofId('a', 7), ofId('a', 9))).toEqual([wrong('9, not 7 as before for rule a')]);
  expect(findingsOf(ofId('a', 7), ofId('b', 7))).toEqual([wrong('that of rule a, not one of rule b alone')]);
});
