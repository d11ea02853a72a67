// The sandbox as an instance: it shares nothing, and the same seed gives the same run.
import { expect, test } from 'vitest';
import { Visitor } from '../test-support/sandbox-visitor.ts';

test('a hundred sandboxes stand side by side and know nothing of each other', async () => {
  const visitors = Array.from({ length: 100 }, () => new Visitor());
  const statuses = await Promise.all(
    visitors.map(async (visitor, index) => {
      const token = await visitor.userToken('anna');
      const body = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '1' } };
      const rule = await visitor.operate('createNotificationRule', { token, body });
      if (index % 2 === 0) await visitor.control('POST', '/clock', { advance: 'PT1H' });
      return `${rule.status} ${(await visitor.operate('createStandalonePayment', { token, body: {} })).status}`;
    }),
  );
  expect(new Set(statuses.filter((_, index) => index % 2 === 0))).toEqual(new Set(['201 401']));
  expect(new Set(statuses.filter((_, index) => index % 2 === 1))).toEqual(new Set(['201 201']));
});

async function run(seed: number): Promise<string[]> {
  const visitor = new Visitor({ seed });
  const token = await visitor.userToken();
  const answers = [
    await visitor.operate('importBankConnectionV1', { token, body: { bankId: 1 } }),
    await visitor.operate('createStandalonePayment', { token, body: {} }),
    await visitor.control('GET', '/requests'),
  ];
  return [token, ...answers.map(({ status, headers, text }) => JSON.stringify([status, headers, text]))];
}

test('the same seed gives the same run, byte for byte, and another seed another one', async () => {
  expect(await run(3)).toEqual(await run(3));
  expect((await run(3))[0]).not.toBe((await run(4))[0]);
});
