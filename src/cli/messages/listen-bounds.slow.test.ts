// What `listen` makes of very many messages, of very large ones, and of those that another key encrypted.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import exampleMessages from '../../../contracts/generated/example-messages.json' with { type: 'json' };
import { defaultCipher, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { listening } from '../../test-support/started-verb.ts';

const low = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;

test('another key opens nothing: the listener says once that it may be the wrong one, and goes on', async () => {
  const { line, post, end } = await listening(['--json'], {
    env: { DATA_DECRYPTION_KEY: 'ffeeddccbbaa99887766554433221100' },
  });
  for (const _ of [1, 2]) {
    await post(low);
    const { verdict, findings } = JSON.parse(await line());
    expect(verdict).toBe('violated');
    expect(findings[0]).toMatchObject({
      clause: 'MESSAGE-ENCRYPTION',
      pointer: '/balanceChanges/0/accountName',
    });
  }
  const { err: stderr } = await end('SIGINT');
  expect(stderr.split('\n')[0]).toBe(
    'No encrypted field could be decrypted: the key in DATA_DECRYPTION_KEY may not be the key of the service.',
  );
  expect(stderr.split('No encrypted field')).toHaveLength(2);
});

test('one field that does not decrypt is no hint at a wrong key', async () => {
  const { line, post, end } = await listening(['--json']);
  const [item] = low.balanceChanges;
  await post({ ...low, balanceChanges: [{ ...item, accountName: 'AAAA' }] });
  expect(JSON.parse(await line()).findings).toMatchObject([{ clause: 'MESSAGE-ENCRYPTION' }]);
  expect((await end('SIGINT')).err).not.toContain('No encrypted field');
});

test('of very many findings a hundred are printed, with the number of the others', async () => {
  const { line, post } = await listening(['--json']);
  const message = { notificationRuleId: 1, triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'x' };
  await post({ ...message, newTransactions: Array(1000).fill(1) });
  const { verdict, findings, moreFindings } = JSON.parse(await line());
  expect([verdict, findings.length, moreFindings]).toEqual(['violated', 100, 900]);
});

test('a message of more places than memory has room for is not judged, sent as it is or encrypted', async () => {
  const { line, post, end } = await listening(['--json']);
  const message = { notificationRuleId: 1, triggerEvent: 'NEW_TRANSACTIONS', callbackHandle: 'x' };
  const cipher = await defaultCipher(TEST_KEY);
  const entries = Array(30_000).fill({});
  const details = await cipher.encrypt(JSON.stringify({ transactionDetails: entries }));
  for (const newTransactions of [entries, [{ accountId: 1, details }]]) {
    await post({ ...message, newTransactions });
    expect(JSON.parse(await line())).toMatchObject({ verdict: 'not-judged', findings: [] });
  }
  const printed = 'not judged: the message has more than 50000 values';
  expect((await end('SIGINT')).err.split(printed)).toHaveLength(3);
});

test('many messages at once are each answered and printed', async () => {
  const { line, post } = await listening(['--json']);
  const statuses = await Promise.all(Array.from({ length: 200 }, () => post(low)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const _ of statuses) expect(JSON.parse(await line())).toMatchObject({ verdict: 'upheld' });
});

test('2,000 slow connections shut nobody out; beyond 5,000, the listener says so', async () => {
  const { line, url, post, end } = await listening(['--json']);
  const open = async (count: number) => {
    for (let at = 0; at < count; at += 100)
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
          await once(socket, 'connect');
          socket.write('P');
        }),
      );
  };
  await open(2000);
  const start = performance.now();
  expect(await post(low)).toBe(200);
  expect(performance.now() - start).toBeLessThan(5000);
  await open(3100);
  await line();
  expect(JSON.parse(await line())).toMatchObject({ verdict: 'not-judged' });
  expect((await end('SIGINT')).err).toMatch(/^not judged: more than 5000 connections were open$/m);
});
