/** The steps before a case: time that passes, another client, and calls that a provider may refuse. */
import { expect, test } from 'vitest';
import { runOneCase } from '../test-support/run-one-case.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { broken, written } from './call.ts';
import { type Case, instantOf } from './case.ts';
import type { Control } from './control.ts';

const REFUSED: Case = {
  ...{ clause: 'AUTH-TOKEN-NEEDED', says: 'refuses the call', given: 'no access token' },
  ...{ when: 'importBankConnectionV1', as: 'no one', send: { bankId: 1 }, then: 'refused' },
};

test('time passes until the named second of the lifetime, however much has passed before', async () => {
  const advanced: string[] = [];
  const advance = async (duration: string) => void advanced.push(duration);
  const first = [{ secondsAfterExpiry: -1 }, { secondsAfterExpiry: 1, of: 'client' }] as const;
  await runOneCase(answering(401, { control: { advance } as Control }), { ...REFUSED, first });
  expect(advanced).toEqual(['PT3599S', 'PT3602S']);
});

test('without a control plane a run waits for the end of a token, if that is not too long', async () => {
  const pauses: number[] = [];
  const waiting = answering(401, { longestWait: 3700, pause: async (wait) => void pauses.push(wait) });
  const first = [{ secondsAfterExpiry: -1 }, { secondsAfterExpiry: 1 }] as const;
  await runOneCase(waiting, { ...REFUSED, first });
  expect(pauses).toEqual([2_880_000, 722_000]);
  const atTheEnd = { ...REFUSED, first: [{ secondsAfterExpiry: 0 }] };
  expect(await runOneCase(waiting, atTheEnd)).toMatchObject({ verdict: 'out of reach' });
  expect(await runOneCase({ ...waiting, longestWait: 60 }, { ...REFUSED, first })).toMatchObject({
    verdict: 'out of reach',
    reason: 'its tokens last 3600 s, and --wait is 60',
  });
});

test('time passes until a moment, by the clock of the target', async () => {
  const advanced: string[] = [];
  const control = {
    advance: async (duration: string) => void advanced.push(duration),
    now: async () => Date.UTC(2026, 11, 31),
  };
  const first = [{ until: { month: 1, day: 1, hour: 0, milliseconds: 500 } }, { secondsLater: 2 }];
  await runOneCase(answering(401, { control: control as Control }), { ...REFUSED, first });
  expect(advanced).toEqual(['PT86399.5S', 'PT2S']);
});

test('a moment is that of a year to come, leap or not, and one before a day is of a year that has it in midweek', () => {
  const february = { month: 3, day: 1, hour: 0 };
  const ends = [2026, 2027].map((year) => instantOf(february, Date.UTC(year, 5)));
  expect(ends).toEqual([Date.UTC(2027, 1, 28, 23, 59, 59), Date.UTC(2028, 1, 29, 23, 59, 59)]);
  const leapDay = { month: 2, day: 29, hour: 12, daysBefore: 14 };
  expect(instantOf(leapDay, Date.UTC(2026, 5))).toBe(Date.UTC(2028, 1, 15, 11, 59, 59));
});

test('a refusal of what a provider may refuse puts the case out of reach, before it and in it', async () => {
  const reason = 'createUser is answered with 400, not a success, 2xx, which it may';
  const call = { when: 'createUser', send: { id: 'long' }, then: '2XX', mayBeRefused: true } as const;
  const row: Case = { ...{ clause: 'USER-RESPONSE-ID', says: 'repeats it', given: 'an id' }, ...call };
  for (const one of [row, { ...REFUSED, first: [call] }])
    expect(await runOneCase(answering(400), one)).toMatchObject({ verdict: 'out of reach', reason });
});

test('a mistake that is none with the values of the target puts the case out of reach', async () => {
  const valid = { bankId: 1, name: 'a' };
  const send = broken(valid, { set: '/name', to: written('a', (text) => text.trim()) });
  const row: Case = { ...REFUSED, as: 'user', send };
  expect(await runOneCase(answering(400), row)).toMatchObject({ verdict: 'out of reach' });
});

test('a client with other settings is in a world of its own', async () => {
  const worlds: unknown[] = [];
  const replaceWorld = async (world: unknown) => void worlds.push(world);
  const client = { isAutoCategorizationEnabled: false };
  const target = answering(401, { control: { replaceWorld } as Control });
  await runOneCase(target, { ...REFUSED, first: [{ client }] });
  expect(worlds).toEqual([{ client, categories: [], users: [] }]);
});
