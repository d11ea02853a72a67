// What of messages a target file reaches, and why the rest is out of reach.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { noHooks } from '../../sandbox/fault-hooks.ts';
import { MESSAGE, PERHAPS, SCENARIO, SILENT } from '../../test-support/sample-scenario.ts';
import { scriptedProviders } from '../../test-support/scripted-provider.ts';
import { targetFolder } from '../../test-support/target-file-of-sandbox.ts';
import type { Control, Delivery } from '../control.ts';
import { storedFormFindings } from '../migration-case.ts';
import { OutOfReach, Unproven } from '../unproven.ts';
import { describeTarget, messagingOf } from './open-target.ts';
import { startSandboxInProcess, startSandboxTarget } from './sandbox-target.ts';
import type { Offers, Started } from './target.ts';
import { missingCredentials, type TargetFile } from './target-file.ts';

const KEY = 'KEY_OF_TARGET_MESSAGING_TEST';

const FILE: TargetFile = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  accessUrl: 'http://127.0.0.1:1',
  webFormUrl: 'http://127.0.0.1:1',
  controlUrl: 'http://127.0.0.1:1',
  credentials: { clientId: { env: 'A' }, clientSecret: { env: 'B' }, dataDecryptionKey: { env: KEY } },
  callback: { host: '127.0.0.1', port: 0 },
};

afterEach(() => {
  delete process.env[KEY];
});

/** A control plane whose two operations end as the test says, and its calls. */
function plane(updates?: Error, deliveries?: Error) {
  const calls: string[] = [];
  const control = {
    runBatchUpdate: async (update: object) => {
      calls.push(`update ${JSON.stringify(update)}`);
      if (updates) throw updates;
    },
    settledDeliveries: async () => {
      calls.push('deliveries');
      if (deliveries) throw deliveries;
      return [];
    },
  } as Partial<Control> as Control;
  return { calls, control };
}

async function reached(file: TargetFile, control: Control | undefined = plane().control) {
  process.env[KEY] = TEST_KEY;
  return messagingOf(file, { chosenBy: 'bank.yaml', folder: '.', control });
}

/** What a target file with these keys lacks. */
async function lacks(keys: object) {
  const { file } = targetFolder();
  return (await describeTarget(file({ controlUrl: FILE.controlUrl, ...keys }))).lacks;
}

test('a target without a control plane lets neither time pass nor messages come', async () => {
  const words = 'the target has no control plane';
  expect(await lacks({ controlUrl: undefined })).toEqual({ clock: words, messages: words });
});

test('without a callback or a key messages are out of reach', async () => {
  expect(await lacks({})).toEqual({});
  expect(await lacks({ callback: undefined })).toEqual({
    messages: 'the target file names no callback to receive messages on',
  });
  const { clientId, clientSecret } = FILE.credentials;
  expect(await lacks({ credentials: { clientId, clientSecret } })).toEqual({
    messages: 'the target file names no dataDecryptionKey to read messages with',
  });
});

test('a key that is named has to be set, once there is a control plane', () => {
  expect(missingCredentials(FILE, { A: 'a', B: 'b' })).toEqual([KEY]);
  expect(missingCredentials(FILE, { A: 'a', B: 'b', [KEY]: TEST_KEY })).toEqual([]);
  const { controlUrl: _, ...noControl } = FILE;
  expect(missingCredentials(noControl, { A: 'a', B: 'b' })).toEqual([]);
});

test('an invalid key ends the run', async () => {
  process.env[KEY] = 'no key';
  const failure = messagingOf(FILE, { chosenBy: 'bank.yaml', folder: '.', control: plane().control });
  await expect(failure).rejects.toMatchObject({ name: 'InputError' });
});

test('the control plane is called once, when it is first needed, and with an empty update', async () => {
  const { calls, control } = plane();
  const messaging = await reached(FILE, control);
  expect(calls).toEqual([]);
  expect(await messaging?.offers()).toEqual({ reportsSettled: true, lacks: {} });
  await messaging?.offers();
  expect(calls).toEqual(['update {}', 'deliveries']);
});

const NOT_THERE = new OutOfReach('the control plane answers 404');

test.each([
  ['runs no batch updates', plane(NOT_THERE), { messages: 'the control plane runs no batch updates' }, false],
  [
    'lists no deliveries',
    plane(undefined, NOT_THERE),
    { silence: 'the control plane has no /deliveries, and the target file sets no waitingTime' },
    false,
  ],
  ['gives no answer now', plane(new Unproven('down'), new Unproven('down')), {}, true],
])('a control plane that %s lacks that alone', async (_, { control }, lacks, reportsSettled) => {
  const messaging = await reached(FILE, control);
  expect(await messaging?.offers()).toEqual({ reportsSettled, lacks });
});

test('a waiting time makes up for deliveries that are not listed', async () => {
  const messaging = await reached({ ...FILE, waitingTime: 2 }, plane(undefined, NOT_THERE).control);
  expect(await messaging?.offers()).toEqual({ reportsSettled: false, lacks: {} });
  expect(messaging?.waitingTime).toBe(2000);
});

// What keeps a scenario from its verdict is named: unproven where the target fails, out of reach where it cannot.

const { provider, play, verdictOf } = scriptedProviders();

const UPHELD = { verdict: 'upheld', reason: undefined, findings: [] };

test('a rule that is refused leaves the scenario unproven, with the exchange', async () => {
  provider().statusOfRules = 422;
  const { verdict, reason, exchanges, played } = await play();
  expect({ verdict, reason, statuses: exchanges.map(({ response }) => response.status), played }).toEqual({
    verdict: 'unproven',
    reason: 'rule changes is answered with 422, not a success, 2xx, before its messages are due',
    statuses: [422],
    played: { rules: {}, steps: [] },
  });
});

const DOWN = new Unproven('the control plane gives no answer');
const delivery = { outcome: 'failed', reason: 'ECONNREFUSED' } as Delivery;

test.each([
  ['takes no world', { replaceWorld: () => Promise.reject(DOWN) }, DOWN.message],
  ['runs no update', { runBatchUpdate: () => Promise.reject(DOWN) }, DOWN.message],
  ['does not settle', { settledDeliveries: () => Promise.reject(DOWN) }, DOWN.message],
  [
    'cannot deliver',
    { settledDeliveries: async () => [delivery] },
    'a message is not delivered (ECONNREFUSED)',
  ],
])('a control plane that %s leaves the scenario unproven', async (_, control, reason) => {
  expect(await verdictOf({ control })).toEqual({ verdict: 'unproven', reason, findings: [] });
});

test('a control plane that has no such operation puts the scenario out of reach', async () => {
  const control = {
    replaceWorld: () => Promise.reject(new OutOfReach('the control plane answers 404 to /world')),
  };
  expect(await verdictOf({ control })).toEqual({
    verdict: 'out of reach',
    reason: 'the control plane answers 404 to /world',
    findings: [],
  });
});

test.each([
  ['no messages', { lacks: { messages: 'a mock is silent' } }, SCENARIO, 'a mock is silent'],
  ['no clock', { lacks: { clock: 'no clock' } }, { ...SCENARIO, steps: [{ advance: 'PT1S' }] }, 'no clock'],
  [
    'no updates after all',
    { offers: { reportsSettled: false, lacks: { messages: 'no updates' } } },
    SCENARIO,
    'no updates',
  ],
  [
    'no silence after all',
    { offers: { reportsSettled: false, lacks: { silence: 'no end' } } },
    SILENT,
    'no end',
  ],
  [
    'no silence for a message that perhaps comes',
    { offers: { reportsSettled: false, lacks: { silence: 'no end' } } },
    PERHAPS,
    'no end',
  ],
])('a target with %s is out of reach and is not called', async (_, place, scenario, reason) => {
  expect(await verdictOf(place, scenario)).toEqual({ verdict: 'out of reach', reason, findings: [] });
  expect(provider().calls.filter((call) => call !== 'offers')).toEqual([]);
});

const BLIND: Offers = { reportsSettled: false, lacks: { silence: 'no end' } };
const PATIENT: Offers = { reportsSettled: false, lacks: {} };

test('without a list of deliveries, a scenario ends with its last message', async () => {
  const sendLater = async () => {
    const post = async () => fetch(await provider().mailbox.address('run-1'), { method: 'POST', body });
    const body = JSON.stringify(MESSAGE);
    setTimeout(post, 30);
  };
  const control = { runBatchUpdate: sendLater };
  expect(await verdictOf({ offers: BLIND, control, timeLimit: 600_000 })).toEqual(UPHELD);
});

test('without a list of deliveries, a message that has not come may still be on its way', async () => {
  expect(
    await verdictOf({ offers: BLIND, control: { runBatchUpdate: async () => {} }, timeLimit: 200 }),
  ).toEqual({
    verdict: 'unproven',
    reason: '0 of 1 messages came within 0.2 s; more may be on their way',
    findings: [],
  });
});

test('after the waiting time a message that has not come is missing, and silence is kept', async () => {
  const place = { offers: PATIENT, waitingTime: 5 };
  expect((await verdictOf(place)).verdict).toBe('violated');
  expect(await verdictOf(place, SILENT)).toEqual(UPHELD);
  expect((await verdictOf({ ...place, sends: [MESSAGE] }, SILENT)).verdict).toBe('violated');
  expect(await verdictOf(place, PERHAPS)).toEqual(UPHELD);
});

// A target behind URLs gives each case a user of its own, and the forms of both flows are compared.

let sandbox: Started;

beforeAll(async () => {
  sandbox = await startSandboxTarget();
});

afterAll(() => sandbox.stop());

test('each session has a user of its own, and its tokens are its own', async () => {
  const [one, two] = [await sandbox.target.session(), await sandbox.target.session()];
  expect(one.values.userName).not.toBe(two.values.userName);
  expect(await one.token('user')).not.toBe(await one.token('other user'));
  expect(await one.token('user')).toBe(await one.token('user'));
  expect(await one.token('no one')).toBeUndefined();
  const damaged = await one.token({ of: 'user', damaged: (token) => `${token}x` });
  expect(damaged).toBe(`${await one.token('user')}x`);
  expect(await one.token('user anew')).not.toBe(await one.token('user'));
});

test('the target is not called before a case needs it', async () => {
  const calls: string[] = [];
  const { target, stop } = await startSandboxInProcess({
    hooks: {
      ...noHooks,
      answer: (answer, { operationId }) => {
        calls.push(operationId);
        return answer;
      },
    },
  });
  const session = await target.session();
  await session.token('stranger');
  expect(calls).toEqual([]);
  await session.createUser();
  await session.createUser();
  expect(calls).toEqual(['createToken', 'createUser']);
  await session.token('user');
  await session.token('client');
  // The token that creates users is not that of the case.
  expect(calls).toEqual(['createToken', 'createUser', 'createToken', 'createToken']);
  await stop();
});

test('a field that the stored V2 form lost is found', async () => {
  const forms = [{ bankId: 280001, name: 'My test bank' }, { bank: { id: 280001 } }];
  const control = { storedForm: async () => forms.shift() };
  const request = { method: 'POST', url: '/', headers: {} };
  const url = 'https://webform.example/1';
  const v1 = { status: 451, headers: { location: url } };
  // A location header there is a matter of its own clause.
  const v2 = { status: 201, headers: { location: `${url}2` }, body: { json: { url } } };
  const exchanges = [v1, v2].map((response) => ({ request, response }));
  const findings = await storedFormFindings(control, 'MIGRATION-NAME', { flow: 'import', v1: {} }, exchanges);
  expect(findings.map(({ clause, pointer }) => `${clause} ${pointer}`)).toEqual([
    'MIGRATION-NAME /stored/bankConnectionName',
  ]);
});
