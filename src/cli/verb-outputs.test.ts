// What assess, check, compare and fire print for machines is valid by the schema that is published for it, whatever they are given.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { OUTPUTS, outputFaults } from '../test-support/output-faults.ts';
import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  paymentV2Call,
  submitV1Call,
} from '../test-support/recorded-calls.ts';
import { assessCommand } from './assess.ts';
import { checkCommand } from './check.ts';
import { compareCommand } from './compare.ts';
import { fireCommand } from './fire.ts';

async function printed(command: Command, args: readonly string[], files: Record<string, unknown> = {}) {
  return (await callVerb(command, ['--json', ...args], files)).stdout;
}

test('whatever is written or printed for machines has a schema, which says what it is', () => {
  const printed = [
    'assess',
    'check',
    'check-totals',
    'compare',
    'compare-recorded',
    'fire',
    'listen',
    'mock',
    'sandbox',
  ];
  const names = [...printed, 'run', 'strength', 'verify'].sort();
  expect(readdirSync(OUTPUTS)).toEqual(names.map((name) => `${name}.output.json`).sort());
  for (const name of names) {
    const schema = JSON.parse(readFileSync(join(OUTPUTS, `${name}.output.json`), 'utf8'));
    expect(schema).toMatchObject({ $schema: expect.any(String), $comment: expect.any(String) });
  }
});

test('a line of check --json', async () => {
  const { createUser } = documentedRecords();
  const message = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;
  const records = [
    createUser,
    { ...createUser, response: { ...createUser.response, body: {} } },
    { message },
    { message: { ...message, balanceThreshold: 'x' } },
    { request: { method: 'GET', url: '/accounts' }, response: { status: 200 } },
  ].map((record) => JSON.stringify(record));
  const content = [...records, 'GARBAGE', '{}'].join('\n');
  const text = await printed(checkCommand(), ['records.ndjson'], { 'records.ndjson': content });
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const totals = lines.pop();
  expect(outputFaults('check-totals', totals)).toEqual([]);
  expect(outputFaults('check-totals', { totals: { ...totals.totals, broken: -1, more: 1 } })).toHaveLength(2);
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    ...['upheld', 'violated', 'upheld', 'violated', 'not-judged', 'not-judged', 'not-judged'],
  ]);
  expect(lines.flatMap((line) => outputFaults('check', line))).toEqual([]);
  expect(outputFaults('check', { ...lines[0], index: -1, more: 1 })).toHaveLength(2);
});

test('what assess --json prints', async () => {
  const { importBankConnectionV1, submitPaymentV1, createStandalonePayment } = documentedRecords();
  const records = [importBankConnectionV1, submitPaymentV1, createStandalonePayment, { iban: 'x', note: 1 }];
  const files = { 'a.ndjson': records.map((record) => `${JSON.stringify(record)}\n`).join('') };
  const result = JSON.parse(await printed(assessCommand(), ['a.ndjson'], files));
  expect(result).toMatchObject({ verdict: 'not ready', v1Calls: 3, undocumented: [{ pointer: '/note' }] });
  expect(outputFaults('assess', result)).toEqual([]);
  expect(outputFaults('assess', { ...result, records: -1, verdict: 'good', more: 1 })).toHaveLength(3);
});

test('what compare --json prints', async () => {
  const v1 = { bankId: 1, name: 'Bank', interface: 'XS2A', loadOwnerData: true };
  const v2 = {
    bank: { id: 1 },
    bankConnectionName: 'Bank',
    allowedInterfaces: ['XS2A'],
    loadOwnerData: true,
  };
  for (const [other, verdict] of [
    [v2, 'equivalent'],
    [{ ...v2, bankConnectionName: 7, allowedInterfaces: [], extra: {} }, 'not-equivalent'],
  ] as const) {
    const files = { 'v1.json': v1, 'v2.json': other };
    const result = JSON.parse(await printed(compareCommand(), ['v1.json', 'v2.json'], files));
    expect(result.verdict).toBe(verdict);
    expect(outputFaults('compare', result)).toEqual([]);
    expect(outputFaults('compare', { ...result, verdict: 'good' })).toHaveLength(1);
  }
});

test('what compare --recorded --json prints', async () => {
  const bank = { bank: { id: 1 }, bankConnectionName: 'Bank' };
  const calls = [
    ...[
      importV1Call({ bankId: 1, name: 'Bank' }),
      importV2Call(bank),
      importV1Call({ bankId: 2, name: 'B' }),
    ],
    ...[createV1Call({ iban: 'a', moneyTransfers: [{ amount: 1 }] }, 1), submitV1Call(1)],
    paymentV2Call({ sender: { iban: 'a' }, orders: [{ amount: { value: 2, currency: 'EUR' } }] }),
  ];
  const result = JSON.parse(
    await printed(compareCommand(), ['--recorded', 'a.ndjson'], { 'a.ndjson': ndjson(calls) }),
  );
  expect([result.pairs.length, result.unpaired.length]).toEqual([2, 1]);
  expect(outputFaults('compare-recorded', result)).toEqual([]);
  expect(outputFaults('compare-recorded', { ...result, fields: [] })).toHaveLength(1);
});

test('a line of fire --json, answered or not', async () => {
  const handler = createServer((_, answer) => answer.writeHead(503).end());
  await once(handler.listen(0, '127.0.0.1'), 'listening');
  const to = `http://127.0.0.1:${(handler.address() as AddressInfo).port}`;
  const args = ['BANK_LOGIN_ERROR', '--seed', '7', '--to', to];
  const [first = ''] = (await printed(fireCommand(), ['--edge-cases', ...args])).split('\n');
  const answered = JSON.parse(first);
  handler.close().closeAllConnections();
  await once(handler, 'close');
  const unanswered = JSON.parse(await printed(fireCommand(), [...args, '--repeat', '2']));
  const shot = { triggerEvent: 'BANK_LOGIN_ERROR', seed: 7 };
  expect([answered, unanswered]).toEqual([
    { ...shot, edgeCase: expect.any(String), status: 503 },
    { ...shot, sending: 1, failure: expect.any(String) },
  ]);
  for (const line of [answered, unanswered]) {
    expect(outputFaults('fire', line)).toEqual([]);
    expect(outputFaults('fire', { ...line, seed: 0, status: 200, failure: 'x' })).toHaveLength(2);
  }
});
