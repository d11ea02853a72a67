// The sandbox as an instance: it shares nothing, and the same seed gives the same run.
import { expect, test } from 'vitest';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';

test('a hundred sandboxes run side by side and share nothing', async () => {
  const callers = Array.from({ length: 100 }, () => new SandboxCaller());
  const statuses = await Promise.all(
    callers.map(async (caller, index) => {
      const token = await caller.userToken('anna');
      const body = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '1' } };
      const rule = await caller.operate('createNotificationRule', { token, body });
      if (index % 2 === 0) await caller.control('POST', '/clock', { advance: 'PT1H' });
      return `${rule.status} ${(await caller.operate('createStandalonePayment', { token, body: {} })).status}`;
    }),
  );
  expect(new Set(statuses.filter((_, index) => index % 2 === 0))).toEqual(new Set(['201 401']));
  expect(new Set(statuses.filter((_, index) => index % 2 === 1))).toEqual(new Set(['201 201']));
});

async function run(seed: number): Promise<string[]> {
  const caller = new SandboxCaller({ seed });
  const token = await caller.userToken();
  const answers = [
    await caller.operate('importBankConnectionV1', { token, body: { bankId: 1 } }),
    await caller.operate('createStandalonePayment', { token, body: {} }),
    await caller.control('GET', '/requests'),
  ];
  return [token, ...answers.map(({ status, headers, text }) => JSON.stringify([status, headers, text]))];
}

test('the same seed gives the same run, byte for byte, and another seed another one', async () => {
  expect(await run(3)).toEqual(await run(3));
  expect((await run(3))[0]).not.toBe((await run(4))[0]);
});
