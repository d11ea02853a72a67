// What keeps a scenario from its verdict is named: unproven where the target fails, out of reach where it cannot.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Delivery } from '../calls/control.ts';
import { NoAnswer } from '../calls/no-answer.ts';
import { NotOffered } from '../calls/not-offered.ts';
import type { Offers } from '../targets/target.ts';
import { runScenario } from './run-scenario.ts';
import { MESSAGE, PERHAPS, SCENARIO, SILENT } from './sample-scenario.ts';
import { type Telling, type ToldProvider, toldProvider } from './told-provider.ts';

let provider: ToldProvider;

beforeEach(async () => {
  provider = await toldProvider();
});

afterEach(() => provider.close());

async function verdictOf(place: Telling, scenario = SCENARIO) {
  const { verdict, reason, findings } = await runScenario(provider.target(place), scenario, 'a.ts');
  return { verdict, reason, findings: findings.map((it) => `${it.clause} ${it.pointer}: ${it.message}`) };
}

const UPHELD = { verdict: 'upheld', reason: undefined, findings: [] };

test('a rule that is refused leaves the scenario unproven, with the exchange', async () => {
  provider.statusOfRules = 422;
  const { verdict, reason, exchanges, played } = await runScenario(provider.target(), SCENARIO, 'a.ts');
  expect({ verdict, reason, statuses: exchanges.map(({ response }) => response.status), played }).toEqual({
    verdict: 'unproven',
    reason: 'rule changes is answered with 422, not a success, 2xx, before the story begins',
    statuses: [422],
    played: { rules: {}, story: [] },
  });
});

const DOWN = new NoAnswer('the control plane gives no answer');
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
    replaceWorld: () => Promise.reject(new NotOffered('the control plane answers 404 to /world')),
  };
  expect(await verdictOf({ control })).toEqual({
    verdict: 'out of reach',
    reason: 'the control plane answers 404 to /world',
    findings: [],
  });
});

test.each([
  ['no messages', { lacks: { messages: 'a mock is silent' } }, SCENARIO, 'a mock is silent'],
  ['no clock', { lacks: { clock: 'no clock' } }, { ...SCENARIO, story: [{ advance: 'PT1S' }] }, 'no clock'],
  [
    'no updates after all',
    { offers: { tellsSettled: false, lacks: { messages: 'no updates' } } },
    SCENARIO,
    'no updates',
  ],
  [
    'no silence after all',
    { offers: { tellsSettled: false, lacks: { silence: 'no end' } } },
    SILENT,
    'no end',
  ],
  [
    'no silence for a message that perhaps comes',
    { offers: { tellsSettled: false, lacks: { silence: 'no end' } } },
    PERHAPS,
    'no end',
  ],
  [
    'another choice than it takes for granted',
    {},
    { ...SCENARIO, assuming: { numberPrecision: 'float' } as const },
    'the documentation leaves it open, and numberPrecision of the target is decimal',
  ],
])('a target with %s is out of reach and is not called', async (_, place, scenario, reason) => {
  expect(await verdictOf(place, scenario)).toEqual({ verdict: 'out of reach', reason, findings: [] });
  expect(provider.calls.filter((call) => call !== 'offers')).toEqual([]);
});

const BLIND: Offers = { tellsSettled: false, lacks: { silence: 'no end' } };
const PATIENT: Offers = { tellsSettled: false, lacks: {} };

test('where nothing tells of deliveries, a scenario ends with its last message', async () => {
  const sendLater = async () => {
    const post = async () => fetch(await provider.mailbox.address(), { method: 'POST', body });
    const body = JSON.stringify(MESSAGE);
    setTimeout(post, 30);
  };
  const control = { runBatchUpdate: sendLater };
  expect(await verdictOf({ offers: BLIND, control, timeLimit: 600_000 })).toEqual(UPHELD);
});

test('where nothing tells of deliveries, a message that has not come may still be on its way', async () => {
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
