// A scenario is upheld or violated for the reason it names, against a provider that sends what its script says.
import { expect, test } from 'vitest';
import { defaultTestData } from '../../../contracts/generated/test-data.ts';
import { MESSAGE, SCENARIO, SILENT } from '../../test-support/sample-scenario.ts';
import { type Script, scriptedProviders } from '../../test-support/scripted-provider.ts';
import { selection } from '../choose-cases.ts';
import { ControlRefusal } from '../control.ts';
import { type Catalogue, plannedCases } from '../planned-case.ts';
import { runTarget } from '../run.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { Unproven } from '../unproven.ts';
import { beyondTarget, digits, type Scenario } from './scenario.ts';

const { provider, play, verdictOf } = scriptedProviders();

const UPHELD = { verdict: 'upheld', reason: undefined, findings: [] };

test('a message as expected upholds the scenario and what else it shows, and all of it is kept', async () => {
  const result = await play({ sends: [MESSAGE] });
  expect(result).toMatchObject({
    verdict: 'upheld',
    findings: [],
    file: 'a.ts',
    clause: 'MESSAGE-BALANCE-FIRES',
  });
  expect(result.says).toBe('given a changed balance, the service sends one message');
  expect(result.shown).toEqual(expect.arrayContaining(['MESSAGE-RULE-ID', 'MESSAGE-ITEM-BANK-NAME']));
  const rule = {
    includeDetails: false,
    triggerEvent: 'NEW_ACCOUNT_BALANCE',
    callbackHandle: 'run-1-changes',
  };
  const [item] = MESSAGE.balanceChanges;
  expect(result.played).toEqual({
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
  expect(result.exchanges.map(({ request }) => request.body)).toEqual([{ json: rule }]);
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
  expect(await verdictOf({}, scenario)).toEqual(UPHELD);
  const login = (id: string) =>
    `/oauth/token  grant_type=password&client_id=c&client_secret=s&username=${id}&password=made-up-password-of-${id}`;
  const created = (user: string, version: string, name: string) => {
    const { of: _, api: __, ...rule } = rules[name] ?? expect.unreachable();
    const body = { includeDetails: false, ...rule, callbackHandle: `run-1-${name}` };
    return `${version}/notificationRules Bearer token-of-${user} ${JSON.stringify(body)}`;
  };
  const userNotificationCallbackUrl = await provider().mailbox.address('run-1');
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

const AT = '/steps/1/received';

test.each([
  ['is missing', [], `FIRES ${AT}: rule changes: expected 1 message, got 0`],
  ['is not JSON', ['<xml/>', MESSAGE], `FIRES ${AT}/0/message: the body of the callback is not JSON`],
])('a message that %s violates its clause', async (_, sends, finding) => {
  expect((await verdictOf({ sends })).findings).toEqual([`MESSAGE-BALANCE-${finding}`]);
});

test('a clause that is broken is not shown, those beside it are', async () => {
  const [item] = MESSAGE.balanceChanges;
  const sends = [{ ...MESSAGE, balanceChanges: [{ ...item, accountName: 'Giro' }] }];
  const { shown } = await play({ sends });
  expect(shown).not.toContain('MESSAGE-ENCRYPTION');
  expect(shown).toContain('MESSAGE-ITEM-BANK-NAME');
});

test.each([
  ['another kind of callback', { triggerEvent: 'PAYMENT_DONE' }],
  ['JSON that is no message', [1]],
  ['a message of an earlier scenario', { ...MESSAGE, callbackHandle: 'run-0-changes' }],
])('%s says nothing of the scenario', async (_, message) => {
  expect(await verdictOf({ sends: [message, MESSAGE] })).toEqual(UPHELD);
  expect(await verdictOf({ sends: [message] }, SILENT)).toEqual(UPHELD);
});

test.each([
  ['that may be refused and is', new ControlRefusal('no such path'), 'out of reach'],
  ['that may be refused and is not answered', new Unproven('no response'), 'unproven'],
])('a callback URL %s', async (_, failure, verdict) => {
  const changeClient = () => Promise.reject(failure);
  const steps = [{ callback: 'odd', mayBeRefused: true }, ...SILENT.steps] as const;
  expect(await verdictOf({ control: { changeClient } }, { ...SILENT, steps })).toMatchObject({ verdict });
});

test('a refused rule leaves the scenario unproven; where it may be refused, it is out of reach', async () => {
  provider().statusOfRules = 400;
  const rule = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } as const;
  const scenario = (own: object) => ({ ...SILENT, rules: { terms: { ...rule, ...own } } });
  expect(await verdictOf({}, scenario({}))).toMatchObject({ verdict: 'unproven' });
  expect(await verdictOf({}, scenario({ mayBeRefused: true }))).toMatchObject({
    verdict: 'out of reach',
    reason: 'rule terms: got 400, which is allowed',
  });
});

test('the refusal of a rule is quoted, without what the request holds and at a bounded length', async () => {
  provider().statusOfRules = 403;
  provider().messageOfRules = `run-1-changes: no batch updates ${'here '.repeat(100)}`;
  const quoted = `"…: no batch updates ${'here '.repeat(100)}`.slice(0, 200);
  expect((await verdictOf({ sends: [MESSAGE] })).reason).toBe(
    `rule changes: expected 2xx, got 403: ${quoted}…", before its messages are due`,
  );
});

test('a refused rule of a client without batch updates is as good as silence, and a message still breaks it', async () => {
  provider().statusOfRules = 403;
  const scenario = { ...SILENT, clause: 'CONFIG-BATCH-UPDATES', client: { batchUpdates: false } } as const;
  expect(await verdictOf({}, scenario)).toEqual(UPHELD);
  expect((await verdictOf({ sends: [MESSAGE] }, scenario)).verdict).toBe('violated');
  const withThem = { ...scenario, client: { batchUpdates: true } };
  expect((await verdictOf({}, withThem)).verdict).toBe('unproven');
});

test('larger ids and another version than a target has are out of its reach', () => {
  const whyNot = (scenario: Scenario, isOwn = false) => {
    const catalogue = { exchanges: [], migrations: [], scenarios: [{ file: 'a.ts', cases: [scenario] }] };
    const planning = { ...provider().target(), testData: isOwn ? OWN_TEST_DATA : defaultTestData };
    return plannedCases(planning, catalogue)[0]?.whyNot?.message;
  };
  const withId = (id: string): Scenario => {
    const update = { accounts: [{ accountId: digits(id) }] };
    return { ...SILENT, steps: [{ update }, { messages: [] }] };
  };
  expect(whyNot(withId('9007199254740991'))).toBe(undefined);
  expect(whyNot(withId('9007199254740992'))).toBe(
    'it is about the id 9007199254740992; see testData.largestId',
  );
  expect(whyNot({ ...SILENT, client: { serviceVersion: '1.30.0' } })).toBe(undefined);
  const older = { ...SILENT, client: { serviceVersion: '1.29.9' } };
  expect(whyNot(older)).toBe('it is about version 1.29.9 of the service; see testData.anyServiceVersion');
  expect(whyNot(older, true)).toBe(undefined);
});

test('more rules of one user than a target lets it have are out of its reach', () => {
  const rule = { triggerEvent: 'NEW_ACCOUNT_BALANCE' } as const;
  const ofOne = { a: rule, b: rule, c: rule };
  const ofTwo = { ...ofOne, c: { ...rule, of: 'somebody-else' } };
  const reasonOf = (rules: Scenario['rules'], mostRules: number) =>
    beyondTarget({ ...SILENT, rules }, { ...OWN_TEST_DATA, mostRules }, { serviceVersion: '1.30.0' })
      ?.message;
  expect(reasonOf(ofOne, 2)).toBe(
    'it is about 3 rules of one user, and testData.mostRules of the target is 2',
  );
  expect([reasonOf(ofOne, 3), reasonOf(ofTwo, 2)]).toEqual([undefined, undefined]);
});

test('what lies in the mailbox from before is not looked at', async () => {
  await fetch(await provider().mailbox.address('run-1'), { method: 'POST', body: '<late/>' });
  expect(await verdictOf({ sends: [MESSAGE] })).toEqual(UPHELD);
});

// The scenarios of a run come after its cases and leave the target in the world that it was started with.

const CATALOGUE: Catalogue = {
  exchanges: [
    {
      file: 'a.ts',
      cases: [
        {
          clause: 'CONFIG-RESPONSE',
          says: 'answers',
          given: 'a client',
          when: 'getClientConfiguration',
          then: '2XX',
        },
      ],
    },
  ],
  migrations: [],
  scenarios: [{ file: 'b.ts', cases: [SCENARIO, { ...SCENARIO, clause: 'MESSAGE-ITEM-BANK-NAME' }] }],
};

/** The calls to the control plane, in order. */
const controlCalls = () =>
  provider()
    .calls.map((call) => call.split(' ')[0])
    .filter((call) => /^[a-z]/i.test(call ?? ''));

async function run(script: Script = {}, only = selection(), signal?: AbortSignal) {
  // The message of the rule that was created last.
  const runBatchUpdate = async () => {
    const [rule = ''] = provider()
      .calls.filter((call) => call.startsWith('/notificationRules'))
      .slice(-1);
    const { callbackHandle } = JSON.parse(rule.slice(rule.indexOf('{')));
    const body = JSON.stringify({ ...MESSAGE, callbackHandle });
    await fetch(await provider().mailbox.address('run-1'), { method: 'POST', body });
  };
  const target = provider().target({
    ...script,
    control: { runBatchUpdate, ...script.control },
  });
  return runTarget(target, CATALOGUE, { only, ...(signal && { signal }) });
}

test('they run last, each is reported, and the target is reset once', async () => {
  const { cases, clauses } = await run({ control: { runBatchUpdate: async () => {} } });
  expect(cases.map(({ file }) => file)).toEqual(['a.ts', 'b.ts', 'b.ts']);
  expect(controlCalls()).toEqual(['offers', 'world', 'offers', 'world', 'reset', 'offers']);
  const open = clauses.filter(
    ({ clause, verdict }) => verdict === 'violated' && clause.startsWith('MESSAGE-'),
  );
  expect(open.map(({ clause }) => clause)).toEqual(['MESSAGE-BALANCE-FIRES']);
  expect(clauses.find(({ clause }) => clause === 'MESSAGE-ITEM-BANK-NAME')).toMatchObject({
    verdict: 'unproven',
    reason: 'depends on MESSAGE-BALANCE-FIRES, which is violated',
  });
});

test('a target that cannot be reset keeps its verdicts', async () => {
  const control = { reset: () => Promise.reject(new Unproven('down')) };
  const { cases } = await run({ control }, selection('MESSAGE-ITEM-BANK-NAME'));
  expect(cases.map(({ verdict }) => verdict)).toEqual(['upheld']);
});
