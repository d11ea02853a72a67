// One defect violates its own clause, and that of the scenario only where the scenario is about it.
import { expect, test } from 'vitest';
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import { MESSAGE, SCENARIO } from '../../test-support/sample-scenario.ts';
import { scriptedProviders } from '../../test-support/scripted-provider.ts';
import { attributed } from '../clause-results.ts';
import type { ExpectedMessage, Scenario } from './scenario.ts';

const { provider, play } = scriptedProviders();

/** Each finding of a clause that does not wait for another, as its clause and the place in the scenario. */
async function violatedBy(sends: readonly object[], scenario: Scenario): Promise<string[]> {
  const { cases } = attributed([await play({ sends }, scenario)]);
  return cases
    .flatMap(({ findings }) => findings)
    .map(({ clause, pointer }) => `${clause} ${pointer.replace('/steps/1/received', '')}`);
}

const { balanceChanges, ...BASE } = MESSAGE;
const FIRES = 'MESSAGE-TRANSACTIONS-FIRES';
const OF_LIST = 'MESSAGE-TRANSACTIONS-DETAILS-LIST';

function transaction(id: number, bankBookingDate: string, own: object = {}): object {
  const texts = { counterpartName: 'a', counterpartIban: 'b', purpose: 'c', isAdjustingEntry: false };
  return { id, serviceBookingDate: bankBookingDate, bankBookingDate, amount: -1, ...texts, ...own };
}

const late = '2026-03-02 10:00:00.000';
const early = '2026-03-01 10:00:00.000';

/** What a provider sends of these transactions. */
function news(transactionDetails: readonly object[], own: object = {}): object {
  const details = `c(${JSON.stringify({ transactionDetails })})`;
  const item = { ...balanceChanges[0], newTransactionsCount: transactionDetails.length, details, ...own };
  return { ...BASE, triggerEvent: 'NEW_TRANSACTIONS', newTransactions: [item] };
}

function expecting(transactionDetails: readonly object[], own: object, clause: ClauseId = FIRES): Scenario {
  const item = { accountId: 101, details: { transactionDetails }, ...own };
  const message = { rule: 'changes', newTransactions: [item] } as unknown as ExpectedMessage;
  const rules: Scenario['rules'] = { changes: { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true } };
  const transactions = [1, 2, 9].map((id) => ({ id, bankBookingDate: '2026-03-01T09:00:00Z', amount: -1 }));
  const update = { accounts: [{ accountId: 101, transactions }] };
  return { ...SCENARIO, clause, rules, steps: [{ update }, { messages: [message] }] };
}

const both = [
  { id: 2, bankBookingDate: late, amount: -1 },
  { id: 1, bankBookingDate: early, amount: -1 },
];

const OF_ID = 'MESSAGE-TRANSACTIONS-DETAILS-ID';
test.each([
  ['ids that the bank never booked', [transaction(92, late), transaction(91, early)], [OF_ID, OF_ID]],
  ['a booked transaction', [transaction(2, late), transaction(9, early, { amount: -2 })], [OF_LIST]],
  ['the number of transactions, and so the count', [transaction(2, late)], [OF_LIST]],
])('where a message is not as stated in %s', async (_, transactions, clauses) => {
  const found = await violatedBy([news(transactions)], expecting(both, { newTransactionsCount: 2 }));
  expect(found.map((line) => line.split(' ')[0])).toEqual(clauses);
});

test('another number of messages breaks the clause of the event, or of a scenario that needs it, and leaves others unproven', async () => {
  const missing = (clause: ClauseId) => play({ sends: [] }, expecting(both, {}, clause));
  for (const clause of [FIRES, 'MESSAGE-WAITS'] as const)
    expect(await missing(clause)).toMatchObject({ verdict: 'violated', findings: [{ clause }] });
  expect(await missing('MESSAGE-ITEM-BANK-NAME')).toMatchObject({ verdict: 'unproven', findings: [] });
});

test.each(['RUN-1-CHANGES', 'run-1-changes-', 'run-1', 'elsewhere', ''])(
  'a handle %o is that of no rule, is reported once, and its message upholds nothing',
  async (callbackHandle) => {
    const sends = [{ ...MESSAGE, callbackHandle }];
    expect(await violatedBy(sends, SCENARIO)).toEqual(['MESSAGE-CALLBACK-HANDLE /0/message/callbackHandle']);
    const { shown } = await play({ sends }, SCENARIO);
    expect(shown).toEqual([]);
  },
);

test('a message that waits is missing 24 hours later, and unproven without a clock', async () => {
  const rule = { triggerEvent: 'NEW_TRANSACTIONS', params: { waitForCategorization: true } } as const;
  const scenario: Scenario = {
    ...SCENARIO,
    clause: 'MESSAGE-WAITS',
    rules: { changes: rule },
    steps: [{ update: {} }, { messages: [{ rule: 'changes', newTransactions: [{ accountId: 101 }] }] }],
  };
  const message = news([], { newTransactionsCount: 1, details: undefined });
  const advanced: string[] = [];
  const sending = (body?: object) => async (duration: string) => {
    advanced.push(duration);
    const method = { method: 'POST', body: JSON.stringify(body) };
    if (body) await fetch(await provider().mailbox.callbackUrl('run-1'), method);
  };
  const noClock = { reportsSettled: true, lacks: { clock: 'none' } };
  const results = [
    await play({ control: { advance: sending(message) } }, scenario),
    await play({ control: { advance: sending() } }, scenario),
    await play({ offers: noClock }, scenario),
  ];
  expect(results.map(({ verdict }) => verdict)).toEqual(['upheld', 'violated', 'unproven']);
  const missing = { clause: 'MESSAGE-WAITS', pointer: '/steps/3/received' };
  expect(results[1]?.findings).toMatchObject([missing]);
  expect(advanced).toEqual(['P1D', 'P1D']);
});

test('a message that belongs to no rule and to no event is shown after the others, and not judged', async () => {
  const { callbackHandle: _, triggerEvent: __, ...unknown } = MESSAGE;
  for (const [sends, verdict, rules] of [
    [[unknown], 'violated', [undefined]],
    [[unknown, MESSAGE], 'upheld', ['changes', undefined]],
  ] as const) {
    const { played, ...result } = await play({ sends });
    const received = played?.steps.flatMap((step) => ('received' in step ? step.received : []));
    expect([result.verdict, received?.map(({ rule }) => rule)]).toEqual([verdict, rules]);
  }
});
