/**
 * A scenario gets each of its verdicts for the reason it names; the reasons are in screens/scenario-reasons.txt. The provider
 * is a server on loopback that sends what its script says, and its control plane is replaced.
 */
import { expect, test } from 'vitest';
import { defaultTestData, type TestData } from '../../../contracts/generated/test-data.ts';
import { MESSAGE, PERHAPS, SCENARIO, SILENT } from '../../test-support/sample-scenario.ts';
import { type Script, scriptedProviders } from '../../test-support/scripted-provider.ts';
import { type Control, ControlRefusal } from '../control.ts';
import { type Catalogue, plannedCases } from '../planned-case.ts';
import { runTarget } from '../run.ts';
import type { Offers } from '../session/session.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import type { Verdict } from '../verdict.ts';
import { digits, type Scenario } from './scenario.ts';

const { provider, play } = scriptedProviders();

const FIRES = 'MESSAGE-BALANCE-FIRES /steps/1/received';
const UPDATES = 'CONFIG-BATCH-UPDATES /steps/1/received';
const fails = (error: Error) => () => Promise.reject(error);
const DOWN = new Unproven('the control plane gives no answer');
const refuses = { replaceWorld: fails(new ControlRefusal('too much')) };
const NOT_THERE = new OutOfReach('the control plane answers 404');
const LOST = { outcome: 'failed', reason: 'ECONNREFUSED' } as Awaited<
  ReturnType<Control['settledDeliveries']>
>[number];
const sends = [MESSAGE];

const BLIND: Offers = { reportsSettled: false, lacks: { silence: 'no end' } };
const PATIENT: Offers = { reportsSettled: false, lacks: {} };
const patient = { offers: PATIENT, waitingTime: 5 };
const odd: Scenario = { ...SILENT, steps: [{ callback: 'odd', mayBeRefused: true }, ...SILENT.steps] };
const terms = (own: object): Scenario => ({
  ...SILENT,
  rules: { terms: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', ...own } },
});
const batchUpdates = (are: boolean): Scenario => ({
  ...SILENT,
  clause: 'CONFIG-BATCH-UPDATES',
  client: { batchUpdates: are },
});
/** A text of its rule, which the quoted refusal leaves out, and one that is too long to be quoted. */
const long = `run-1-changes: no batch updates ${'here '.repeat(100)}`;
const strangers = {
  'another kind of callback': { triggerEvent: 'PAYMENT_DONE' },
  'JSON that is no message': [1],
  'a message of an earlier scenario': { ...MESSAGE, callbackHandle: 'run-0-changes' },
};

interface Situation extends Script {
  /** What the provider answers to rules. */
  readonly rules?: readonly [status: number, message?: string];
}
type Row = readonly [what: string, Situation, Scenario, Verdict, ...findings: string[]];
const situations: readonly Row[] = [
  ['a message as expected', { sends }, SCENARIO, 'upheld'],
  ['no message', {}, SCENARIO, 'violated', FIRES],
  ['what is not JSON', { sends: ['<xml/>', MESSAGE] }, SCENARIO, 'violated', `${FIRES}/0/message`],
  ...Object.entries(strangers).flatMap(([what, stranger]): Row[] => [
    [`${what} beside its message`, { sends: [stranger, MESSAGE] }, SCENARIO, 'upheld'],
    [`${what} where silence is due`, { sends: [stranger] }, SILENT, 'upheld'],
  ]),
  [
    'a callback URL that is refused',
    { control: { changeClient: fails(new ControlRefusal('no')) } },
    odd,
    'out of reach',
  ],
  ['a callback URL without an answer', { control: { changeClient: fails(DOWN) } }, odd, 'unproven'],
  ['a refused rule', { rules: [400] }, terms({}), 'unproven'],
  ['a refused rule that may be', { rules: [400] }, terms({ mayBeRefused: true }), 'out of reach'],
  ['a refused rule of a large scenario', { rules: [400] }, { ...terms({}), isLarge: true }, 'out of reach'],
  ['a large world that is refused', { control: refuses }, { ...SILENT, isLarge: true }, 'out of reach'],
  ['another world that is refused', { control: refuses }, SILENT, 'unproven'],
  ['a rule that is refused with a text', { rules: [403, long], sends }, SCENARIO, 'unproven'],
  ['a refused rule where no update is due', { rules: [403] }, batchUpdates(false), 'upheld'],
  ['a message all the same', { rules: [403], sends }, batchUpdates(false), 'violated', UPDATES],
  ['a refused rule where updates are due', { rules: [403] }, batchUpdates(true), 'unproven'],
  ['no world is taken', { control: { replaceWorld: fails(DOWN) } }, SCENARIO, 'unproven'],
  ['no worlds', { control: { replaceWorld: fails(NOT_THERE) } }, SCENARIO, 'out of reach'],
  ['no update runs', { control: { runBatchUpdate: fails(DOWN) } }, SCENARIO, 'unproven'],
  ['deliveries do not settle', { control: { settledDeliveries: fails(DOWN) } }, SCENARIO, 'unproven'],
  ['a delivery fails', { control: { settledDeliveries: async () => [LOST] } }, SCENARIO, 'unproven'],
  ['a mock', { lacks: { messages: 'a mock is silent' } }, SCENARIO, 'out of reach'],
  [
    'no clock',
    { lacks: { clock: 'no clock' } },
    { ...SCENARIO, steps: [{ advance: 'PT1S' }] },
    'out of reach',
  ],
  ['no updates', { offers: { ...PATIENT, lacks: { messages: 'no updates' } } }, SCENARIO, 'out of reach'],
  ['no end of silence', { offers: BLIND }, SILENT, 'out of reach'],
  ['no end of silence for what may come', { offers: BLIND }, PERHAPS, 'out of reach'],
  ['fewer messages within the time limit', { offers: BLIND, timeLimit: 3000 }, SCENARIO, 'unproven'],
  ['no message after the waiting time', patient, SCENARIO, 'violated', FIRES],
  ['silence after the waiting time', patient, SILENT, 'upheld'],
  ['a message where silence is due', { ...patient, sends }, SILENT, 'violated', FIRES],
  ['nothing of what may come', patient, PERHAPS, 'upheld'],
];

test('a scenario gets its verdict, its findings and its reason', async () => {
  let reasons = '';
  for (const [what, { rules = [201], ...script }, scenario, verdict, ...findings] of situations) {
    const [status, message] = rules;
    Object.assign(provider(), { statusOfRules: status, messageOfRules: message });
    provider().calls.length = 0;
    const result = await play(script, scenario);
    const places = result.findings.map(({ clause, pointer }) => `${clause} ${pointer}`);
    expect([result.verdict, ...places], what).toEqual([verdict, ...findings]);
    if (result.reason) reasons += `${what}\n    ${result.reason}\n`;
    const isBeyond = script.lacks !== undefined || script.offers === BLIND;
    const called = provider().calls.filter((call) => call !== 'offers');
    if (isBeyond && verdict === 'out of reach') expect(called, what).toEqual([]);
    if (status !== 201 && verdict === 'unproven')
      expect(
        result.exchanges.map(({ response }) => response.status),
        what,
      ).toEqual([status]);
  }
  await expect(reasons).toMatchFileSnapshot('screens/scenario-reasons.txt');
});

test('without a list of deliveries, a scenario ends with its last message, which may still be on its way', async () => {
  const runBatchUpdate = async () => {
    const post = async () => fetch(await provider().mailbox.callbackUrl('run-1'), { method: 'POST', body });
    const body = JSON.stringify(MESSAGE);
    setTimeout(post, 30);
  };
  const result = await play({ offers: BLIND, control: { runBatchUpdate }, timeLimit: 600_000 });
  expect(result.verdict).toBe('upheld');
});

test('what is sent and received is kept, and shows further clauses', async () => {
  const { says, file, shown, played, exchanges } = await play({ sends });
  expect([file, says]).toEqual(['a.ts', 'given a changed balance, the service sends one message']);
  expect(shown).toEqual(expect.arrayContaining(['MESSAGE-RULE-ID', 'MESSAGE-ITEM-BANK-NAME']));
  const rule = {
    includeDetails: false,
    triggerEvent: 'NEW_ACCOUNT_BALANCE',
    callbackHandle: 'run-1-changes',
  };
  const [item] = MESSAGE.balanceChanges;
  expect(played).toEqual({
    rules: { changes: rule },
    steps: [
      { update: {} },
      {
        expected: [{ rule: 'changes', balanceChanges: [{ accountId: 101 }] }],
        received: [
          {
            rule: 'changes',
            message: { ...MESSAGE, balanceChanges: [{ ...item, accountName: 'Giro', accountNumber: '101' }] },
          },
        ],
      },
    ],
  });
  expect(exchanges.map(({ request }) => request.body)).toEqual([{ json: rule }]);
});

test('the world and its client are put in place, then each rule by its own user and version', async () => {
  const rules: Scenario['rules'] = {
    first: { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
    second: {
      of: 'bert',
      api: 'v2',
      triggerEvent: 'NEW_TRANSACTIONS',
      params: { waitForCategorization: true },
    },
    third: { triggerEvent: 'BANK_LOGIN_ERROR' },
  };
  const steps: Scenario['steps'] = [{ advance: 'PT5M' }, { messages: [] }];
  const scenario = { ...SCENARIO, client: { batchUpdates: false }, rules, steps };
  expect((await play({}, scenario)).verdict).toBe('upheld');
  const login = (id: string) =>
    `/oauth/token  client_id=c&client_secret=s&grant_type=password&username=${id}&password=made-up-password-of-${id}`;
  const created = (user: string, version: string, name: string) => {
    const { of: _, api: __, ...rule } = rules[name] ?? expect.unreachable();
    const body = { includeDetails: false, ...rule, callbackHandle: `run-1-${name}` };
    return `${version}/notificationRules Bearer token-of-${user} ${JSON.stringify(body)}`;
  };
  const userNotificationCallbackUrl = await provider().mailbox.callbackUrl('run-1');
  expect(provider().calls).toEqual([
    'offers',
    `world ${JSON.stringify({ ...SCENARIO.world, client: { userNotificationCallbackUrl, batchUpdates: false } })}`,
    login('anna'),
    created('anna', '', 'first'),
    login('bert'),
    created('bert', '/api/v2', 'second'),
    created('anna', '', 'third'),
    'advance "PT5M"',
  ]);
});

test('a clause that is broken is not shown, those beside it are', async () => {
  const [item] = MESSAGE.balanceChanges;
  const spoilt = { ...MESSAGE, balanceChanges: [{ ...item, accountName: 'Giro' }] };
  const { shown } = await play({ sends: [spoilt] });
  expect(shown).not.toContain('MESSAGE-ENCRYPTION');
  expect(shown).toContain('MESSAGE-ITEM-BANK-NAME');
});

const rule = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;
const [ofOne, ofTwo] = [rule, { ...rule, of: 'somebody-else' }].map((c) => ({
  rules: { a: rule, b: rule, c },
}));
const withId = (id: string) => ({
  steps: [{ update: { accounts: [{ accountId: digits(id) }] } }, { messages: [] }],
});
test.each<[what: string, own: Partial<Scenario>, Partial<TestData>, isBeyond: boolean]>([
  ['the largest id', withId('9007199254740991'), defaultTestData, false],
  ['a larger id', withId('9007199254740992'), defaultTestData, true],
  ['the version of the target', { client: { serviceVersion: '1.30.0' } }, defaultTestData, false],
  ['another version', { client: { serviceVersion: '1.29.9' } }, defaultTestData, true],
  [
    'another version of a target that has any',
    { client: { serviceVersion: '1.29.9' } },
    OWN_TEST_DATA,
    false,
  ],
  ['more rules of one user', ofOne ?? {}, { ...OWN_TEST_DATA, mostRules: 2 }, true],
  ['as many rules of one user', ofOne ?? {}, { ...OWN_TEST_DATA, mostRules: 3 }, false],
  ['so many rules of two users', ofTwo ?? {}, { ...OWN_TEST_DATA, mostRules: 2 }, false],
])('a scenario with %s', (_, own, testData, isBeyond) => {
  const scenarios = [{ file: 'a.ts', cases: [{ ...SILENT, ...own }] }];
  const planning = { ...provider().target(), testData: { ...defaultTestData, ...testData } };
  const [planned] = plannedCases(planning, { exchanges: [], migrations: [], scenarios });
  expect(planned?.whyNot !== undefined).toBe(isBeyond);
});

test('what lies in the mailbox from before is not looked at', async () => {
  await fetch(await provider().mailbox.callbackUrl('run-1'), { method: 'POST', body: '<late/>' });
  expect((await play({ sends })).verdict).toBe('upheld');
});

// The scenarios of a run come after its cases and leave the target in the world that it was started with.

const CONFIGURATION = {
  clause: 'CONFIG-RESPONSE',
  says: 'answers',
  given: 'a client',
  when: 'getClientConfiguration',
  then: '2XX',
} as const;
const CATALOGUE: Catalogue = {
  exchanges: [{ file: 'a.ts', cases: [CONFIGURATION] }],
  migrations: [],
  scenarios: [{ file: 'b.ts', cases: [SCENARIO, { ...SCENARIO, clause: 'MESSAGE-ITEM-BANK-NAME' }] }],
};

const SILENCE = [{ file: 'b.ts', cases: [SILENT] }];

test('they run last, each is reported, and the target is reset once', async () => {
  const { cases, clauses } = await runTarget(provider().target(), CATALOGUE);
  expect(cases.map(({ file }) => file)).toEqual(['a.ts', 'b.ts', 'b.ts']);
  const controlCalls = provider().calls.flatMap((call) => /^[a-z]+/i.exec(call) ?? []);
  expect(controlCalls).toEqual(['offers', 'world', 'offers', 'world', 'reset', 'offers']);
  const ofMessages = clauses.filter(({ clause }) => clause.startsWith('MESSAGE-'));
  const violated = ofMessages.filter(({ verdict }) => verdict === 'violated').map(({ clause }) => clause);
  expect(violated).toEqual(['MESSAGE-BALANCE-FIRES']);
  expect(ofMessages.find(({ clause }) => clause === 'MESSAGE-ITEM-BANK-NAME')).toMatchObject({
    verdict: 'unproven',
    needs: ['MESSAGE-BALANCE-FIRES'],
  });
});

test('a target that cannot be reset keeps its verdicts', async () => {
  const target = provider().target({ control: { reset: fails(DOWN) } });
  const { cases } = await runTarget(target, { ...CATALOGUE, exchanges: [], scenarios: SILENCE });
  expect(cases.map(({ verdict }) => verdict)).toEqual(['upheld']);
});
