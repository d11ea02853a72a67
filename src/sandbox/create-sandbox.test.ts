// The sandbox as an instance: it shares nothing with others, and the same seed gives the same run.
// Replaced: the socket by a call of the sandbox in process.
import { expect, test } from 'vitest';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';

async function run(seed: number, advance: string): Promise<string[]> {
  const caller = new SandboxCaller({ seed });
  const token = await caller.userToken();
  const rule = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '1' } };
  const created = await caller.operate('createNotificationRule', { token, body: rule });
  await caller.control('POST', '/clock', { advance });
  const form = await caller.operate('createStandalonePayment', { token, body: {} });
  return [token, `${created.status} ${form.status} ${form.text}`];
}

test('sandboxes run side by side and share nothing; the same seed makes the same tokens and ids', async () => {
  const [one, same, other, later] = await Promise.all([
    run(1, 'PT0S'),
    run(1, 'PT0S'),
    run(2, 'PT0S'),
    run(1, 'PT1H'),
  ]);
  expect(one?.[1]).toMatch(/^201 201 /);
  expect(same).toEqual(one);
  expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(4);
  expect(later?.[1]).toMatch(/^201 401 /);
});

test('without a seed no token can be foretold', async () => {
  const callers = [1, 2].map(() => new SandboxCaller({ seed: undefined as never }));
  const tokens = await Promise.all([...callers, ...callers].map((caller) => caller.clientToken()));
  expect(new Set(tokens).size).toBe(4);
});
