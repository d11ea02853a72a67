// What arrived is compared with what a scenario expects, rule by rule and in any order.
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import type { ReceivedMessage } from '../verdict.ts';
import { mismatches, ruleIdFindings } from './judge-scenario.ts';
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

const balance = { triggerEvent: 'NEW_ACCOUNT_BALANCE', callbackHandle: 'a' } as const;
type ScenarioFacts = Parameters<typeof mismatches>[1];

const RULES: ScenarioFacts['rules'] = {
  a: balance,
  b: { ...balance, callbackHandle: 'b' },
  c: { triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'c' },
};
const LISTING = { rules: { a: { ...balance, params: { accountIds: '1' } } } };
const ofTransactions = (accountId: number, transaction: object) => ({
  triggerEvent: 'NEW_TRANSACTIONS',
  newTransactions: [{ accountId, details: { transactionDetails: [transaction] } }],
});
const [FIRES, ONE, HANDLE] = [
  'MESSAGE-BALANCE-FIRES',
  'MESSAGE-ONE-PER-RULE',
  'MESSAGE-CALLBACK-HANDLE',
] as const;
/** The clause of the scenario, by which no row is decided. */
const OWN = 'MESSAGE-WAITS' as const;
const twice = (clause: string) => [clause, clause];
const onB = (account: number) => received('b', onAccounts(account));
const REFUSED_B = { refused: new Set(['b']) };
const BOTH_UPDATED = { updates: 2, updated: new Set(['1', '2']) };
const TWO = [received('a', onAccounts(1, 2))];

interface Played extends Partial<Pick<ScenarioFacts, 'rules' | 'refused' | 'updated'>> {
  /** How many batch updates ran. */
  readonly updates?: number;
}

/** Each mismatch is its clause, with an # where the scenario is about the number of messages. */
test.each<[what: string, ReceivedMessage[], ExpectedMessage[], Played, ...mismatches: string[]]>([
  ['messages in any order', [received('b'), ...on(2, 1)], [a(1), a(2), b], {}],
  ['nothing where nothing is due', [], [], {}],
  [
    'one handle on the messages of two rules',
    [ofId('a', 1), ofId('a', 2)],
    [{ rule: 'a' }, b],
    {},
    ...twice(HANDLE),
  ],
  ['another message of the same rule', [ofId('a', 1), ofId('a', 1)], [{ rule: 'a' }, b], {}, ONE, FIRES],
  ['a message that is sent again', on(1, 1, 1), [a(1)], {}, ONE],
  ['a message that two updates may have sent', on(1, 1), [a(1)], { updates: 2 }, FIRES],
  ['more of them than updates', on(1, 1, 1), [a(1), a(1)], { updates: 2 }, ONE],
  ['a message for each account', on(1, 2), [a(1)], {}, 'MESSAGE-SEPARATE-RULES'],
  ['the same of a rule that lists them', on(1, 2), [a(1)], LISTING, ONE],
  ['the message of another rule', [ofId('a', 1), ofId('a', 2)], [a(1)], {}, FIRES],
  ['a message of a rule that was refused', on(1), [], { refused: new Set(['a']) }, OWN],
  ['the handle of a refused rule on its message', [onB(1)], [a(1)], REFUSED_B, ...twice(HANDLE)],
  ['the handle of a refused rule on another message', [onB(2)], [a(1)], REFUSED_B, FIRES, OWN],
  ['a message of no rule for a missing one', [ofNoRule('NEW_ACCOUNT_BALANCE')], [a(1), b], {}, FIRES],
  ['a message of no rule beside others', [...on(2), ofNoRule('NEW_ACCOUNT_BALANCE')], [a(1), a(2)], {}],
  [
    'one of another event',
    [ofNoRule('NEW_ACCOUNT_BALANCE')],
    [{ rule: 'c' }],
    {},
    'MESSAGE-TRANSACTIONS-FIRES',
  ],
  [
    'two wrong messages, each compared with that of its account',
    [2, 1].map((accountId) => received('a', { balanceChanges: [{ accountId, bankName: 'Other' }] })),
    [1, 2].map((accountId) => ({ rule: 'a', balanceChanges: [{ accountId, bankName: 'Bank' }] })),
    BOTH_UPDATED,
    ...twice('MESSAGE-ITEM-BANK-NAME'),
  ],
  ['a message that is not as stated', on(2, 3), [a(1), a(2)], {}, 'MESSAGE-ITEM-ACCOUNT-ID'],
  [
    'messages without the ids of their transactions, each compared with that of its account',
    [2, 1].map((accountId) => received('c', ofTransactions(accountId, { purpose: 'x' }))),
    [1, 2].map((accountId) => ({ rule: 'c', ...ofTransactions(accountId, { id: 7 }) })),
    BOTH_UPDATED,
    ...twice('MESSAGE-TRANSACTIONS-DETAILS-ID'),
  ],
  ['an unlisted account that was updated', TWO, [a(1)], { ...LISTING, updated: new Set(['2']) }],
  ['one that was not', TWO, [a(1)], LISTING, 'MESSAGE-BALANCE-CHANGES'],
])('%s', (_, messages, expected, { updates = 1, ...played }, ...found) => {
  const before = Array.from({ length: updates }, () => ({ update: {} }));
  const nothing = { refused: new Set<string>(), updated: new Set<string>() };
  const facts = { clause: OWN, rules: RULES, settings: defaultSettings, ...nothing, ...played };
  const all = mismatches([...before, { expected, received: messages }], facts);
  expect(all.map(({ clause }) => clause)).toEqual(found);
});

test('the id of a rule is the same in all its messages and that of no other rule', () => {
  const findingsOf = (...messages: ReceivedMessage[]) =>
    ruleIdFindings(
      messages.map((message) => ({ expected: [], received: [message] })),
      RULES,
    );
  const ofText = received('b', { notificationRuleId: '7' });
  expect(findingsOf(ofId('a', 7), ofId('b', 8), ofId('a', 7), ofText)).toEqual([]);
  const pointer = '/steps/1/received/0/message/notificationRuleId';
  for (const other of [ofId('a', 9), ofId('b', 7)])
    expect(findingsOf(ofId('a', 7), other)).toMatchObject([{ clause: 'MESSAGE-RULE-ID', pointer }]);
});
