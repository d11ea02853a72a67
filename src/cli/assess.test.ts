// The verb assess: its verdict, what it prints in each form, and its exit codes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callVerb, callVerbIn } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  paymentV2Call,
} from '../test-support/recorded-calls.ts';
import { assessCommand } from './assess.ts';

const {
  importBankConnectionV1,
  createMoneyTransferV1,
  submitPaymentV1,
  createStandalonePayment,
  createUser,
} = documentedRecords();
const payment = [createMoneyTransferV1, submitPaymentV1];

const assess = (records: readonly unknown[], ...args: string[]) =>
  callVerb(assessCommand(), ['a.ndjson', ...args], { 'a.ndjson': ndjson(records) });

test('the summary names verdict, calls, flows and what to decide', async () => {
  const time = '2026-11-22T10:00:00.000Z';
  const records = [createUser, { time, ...importBankConnectionV1 }, ...payment, createStandalonePayment];
  const { exitCode, stdout, stderr } = await assess(records);
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toBe(`Verdict: ready after 2 decisions.
5 records: 3 V1 calls, 1 Web Form V2 call, 1 other, 0 broken.

operation                version  calls  refused  first seen            last seen
importBankConnectionV1   V1           1        0  2026-11-22 10:00 UTC  2026-11-22 10:00 UTC
createMoneyTransferV1    V1           1        0  -                     -
submitPaymentV1          V1           1        0  -                     -
createStandalonePayment  V2           1        0  -                     -

V1 imports  1 ended in 451, 0 did not
V1 payments 1 ended in 451, 0 did not
Fields      17 of 28 documented V1 fields are used
Answers     the location of a 451 is url in V2; 20 other fields of V1 answers have no place
V2 payments 0 of 1 have the content of a V1 request; 0 of 1 V1 requests are replaced

To decide:
  payment orders[].amount.currency  2×  decide it for your amounts, then pass --currency EUR
  submit interface                  1×  pass --drop interface if it may be lost
`);
});

test('decisions that are taken make it ready, and the last V1 call gone makes it complete', async () => {
  const decided = ['--currency', 'EUR', '--drop', 'interface'];
  const ready = await assess(payment, ...decided);
  expect([ready.exitCode, ready.stdout.split('\n')[0], ready.stderr]).toEqual([0, 'Verdict: ready.', '']);
  const complete = await assess([createStandalonePayment], ...decided);
  expect([complete.exitCode, complete.stdout.split('\n')[0], complete.stderr]).toEqual([
    0,
    'Verdict: ready: no V1 call is left.',
    '--drop interface decides nothing: no such field was sent.\n',
  ]);
});

test('the worst recording has a summary of 25 lines and 100 columns', async () => {
  const extra = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name.repeat(60), 1]));
  const body = { ...(importBankConnectionV1.request.body as object), ...extra };
  const long = { ...importBankConnectionV1, request: { ...importBankConnectionV1.request, body } };
  const { createBankConnectionImport } = documentedRecords();
  const records = [
    long,
    ...payment,
    createMoneyTransferV1.request.body,
    createBankConnectionImport,
    createStandalonePayment,
  ];
  const lines = (await assess(records)).stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  expect(lines.at(-1)).toBe('  and 3 more; --json lists all');
});

test('no value of a recording is printed', async () => {
  const order = { counterpartName: 'CANARY', amount: 1, note: 'CANARY', CANARY1234: 1, purpose: 'CANARY' };
  const body = { iban: 'CANARY', executionDate: 'CANARY', accountTypes: ['CANARY'], moneyTransfers: [order] };
  const url = 'https://CANARY@canary.example/api/v1/payments/moneyTransfers?x=CANARY';
  const request = {
    ...createMoneyTransferV1.request,
    headers: { Authorization: 'Bearer CANARY' },
    url,
    body,
  };
  const answer = { ...createMoneyTransferV1.response, body: { id: 'CANARY', bank: 'CANARY' } };
  const records = [
    { request, response: answer },
    { request: { ...importBankConnectionV1.request, body }, response: answer },
  ];
  for (const form of [[], ['--json'], ['--markdown']]) {
    const files = { 'a.ndjson': ndjson(records) };
    const args = ['a.ndjson', '--page', 'a.html', '--guide', 'a.md', ...form];
    const { stdout, stderr, folder } = await callVerbIn(assessCommand(), args, files);
    expect(stdout.length).toBeGreaterThan(100);
    const written = ['a.html', 'a.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(`${stdout}${stderr}${written}`.toLowerCase()).not.toContain('canary');
  }
});

test.each([
  [
    'nothing of a flow',
    [createUser],
    2,
    'There is nothing to assess: no record is a V1 import or payment, or a Web Form V2 request.\n',
  ],
  [
    'a broken record',
    [importBankConnectionV1, '{"request":{}}'],
    2,
    'a.ndjson, record 1 (line 2) is broken: the request method is missing, not text.\n',
  ],
  [
    'a line that is no JSON',
    [importBankConnectionV1, 'x'],
    2,
    'a.ndjson, record 1 (line 2) is broken: the line is not valid JSON: unexpected character at column 1.\n',
  ],
  [
    'an open decision beside a broken record',
    [...payment, 'x'],
    1,
    'a.ndjson, record 2 (line 3) is broken: the line is not valid JSON: unexpected character at column 1.\n',
  ],
] as const)('%s', async (_, records, code, said) => {
  const { exitCode, stderr } = await assess(records);
  expect([exitCode, stderr]).toEqual([code, said]);
});

test('a file without a record is a line and exit code 2', async () => {
  const files = { 'a.ndjson': ndjson([importBankConnectionV1]), 'e.ndjson': '' };
  const { exitCode, stderr } = await callVerb(assessCommand(), ['e.ndjson', 'a.ndjson'], files);
  expect([exitCode, stderr]).toEqual([2, 'e.ndjson holds no record.\n']);
});

test('a file that cannot be read makes the verdict incomplete; flags that exclude each other are wrong usage', async () => {
  const files = { 'a.ndjson': ndjson([importBankConnectionV1, createUser]) };
  const { exitCode, stdout, stderr } = await callVerb(assessCommand(), ['gone.ndjson', 'a.ndjson'], files);
  expect([exitCode, stderr]).toEqual([2, 'gone.ndjson cannot be read: there is no such file.\n']);
  expect(stdout).toContain('Verdict: unknown: 1 record or file without a readable request.\n');
  for (const args of [
    ['--json', '--markdown'],
    ['--currency', 'euro'],
  ])
    expect((await assess([importBankConnectionV1], ...args)).exitCode).toBe(64);
});

test('numbers that one float stands for are two contents, and a value without a counterpart is not replaced', async () => {
  const payments = (v1: string, v2: string) => [
    JSON.stringify(createV1Call({ moneyTransfers: [{ amount: 77 }] }, 1)).replace('77', v1),
    JSON.stringify(paymentV2Call({ orders: [{ amount: { value: 77 } }] })).replace('77', v2),
  ];
  const replaced = async (records: readonly unknown[]) =>
    /\d of \d V1 requests are replaced/.exec((await assess(records)).stdout)?.[0].slice(0, 6);
  expect(await replaced(payments('9007199254740993', '9007199254740993'))).toBe('1 of 1');
  expect(await replaced(payments('9007199254740993', '9007199254740992'))).toBe('0 of 1');
  const words = [importV1Call({ accountTypes: ['Foo'] }), importV2Call({ accountTypes: [] })];
  expect(await replaced(words)).toBe('0 of 1');
});

test('a refused V1 request is counted, and decides nothing', async () => {
  const body = { iban: 'DE02120300000000202051', note: 1, moneyTransfers: [{ amount: 1 }] };
  const { stdout, exitCode } = await assess([createV1Call(body, 1, { status: 400 })]);
  expect([exitCode, stdout]).toEqual([
    2,
    expect.stringMatching(
      /^Verdict: unknown: no createMoneyTransferV1 succeeds\.\n[\s\S]*createMoneyTransferV1 {2}V1 {11}1 {8}1/,
    ),
  ]);
});

test.each(['a text', undefined])('a V1 request with the body %s is never ready', async (body) => {
  const call = importV1Call({ bankId: 1 });
  const { stdout, exitCode } = await assess([{ ...call, request: { ...call.request, body } }]);
  expect([exitCode, stdout]).toEqual([
    2,
    expect.stringMatching(/^Verdict: unknown: 1 record or file without a readable request\./),
  ]);
});
