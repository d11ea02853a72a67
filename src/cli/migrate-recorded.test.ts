// `migrate` on recordings: one V2 request a V1 flow, with its source, and a line for each flow that lacks something.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  submitV1Call,
} from '../test-support/recorded-calls.ts';
import { migrateCommand } from './migrate.ts';

const bank = { bankId: 1, accountTypes: ['CreditCard'] };
const payment = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 1 }] };
const V2_BANK = { bank: { id: 1 }, accountTypes: ['CREDIT_CARD'] };
const V2_PAYMENT = { sender: { iban: payment.iban }, orders: [{ amount: { value: 1, currency: 'EUR' } }] };
const IMPORT = '/api/webForms/bankConnectionImport';
const PAYMENT = '/api/webForms/standalonePayment';

async function migrate(files: Readonly<Record<string, unknown>>, ...options: string[]) {
  const called = await callVerb(migrateCommand(), [...Object.keys(files), ...options], files);
  const lines = called.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { ...called, lines, said: called.stderr.trimEnd().split('\n') };
}

const EUR = ['--currency', 'EUR'];

test('a V1 import is a line, and a create with its submission is one line, with where it was recorded', async () => {
  const calls = [
    importV1Call(bank),
    createV1Call(payment, 7),
    { request: 1 },
    submitV1Call(7),
    importV2Call(V2_BANK),
  ];
  const { lines, said, exitCode } = await migrate({ 'a.ndjson': ndjson(calls) }, ...EUR);
  expect(lines).toEqual([
    {
      source: { file: 'a.ndjson', index: 0, line: 1 },
      request: { method: 'POST', url: IMPORT, body: V2_BANK },
    },
    {
      source: { file: 'a.ndjson', index: 1, line: 2, submissions: [{ file: 'a.ndjson', index: 3, line: 4 }] },
      request: { method: 'POST', url: PAYMENT, body: V2_PAYMENT },
    },
  ]);
  expect(said).toEqual([
    'a.ndjson, record 2 (line 3) is broken: the request is a number, not an object.',
    '2 V1 flows migrated: 1 import, 1 payment (1 with a submission); 1 V2 request already there, 1 record or file broken.',
  ]);
  expect(exitCode).toBe(2);
});

test('files of several kinds are read together: HAR, gzip, bodies one a line; a submission may be in another one', async () => {
  const { request, response } = importV1Call(bank);
  const entry = {
    startedDateTime: '2026-11-22T10:00:00.000Z',
    request: { ...request, headers: [], postData: { text: JSON.stringify(request.body) } },
    response: { ...response, headers: [], content: {} },
  };
  const files = {
    'a.har': { log: { entries: [entry] } },
    'b.ndjson.gz': gzipSync(ndjson([submitV1Call(7)])),
    'c.ndjson': ndjson([createV1Call(payment, 7)]),
    'd.ndjson': ndjson([bank, payment]),
  };
  const { lines, said, exitCode } = await migrate(files, ...EUR);
  const places = lines.map(({ source, request: { body } }) => [
    source.file,
    source.submissions?.[0]?.file,
    body,
  ]);
  expect(places).toEqual([
    ['a.har', undefined, V2_BANK],
    ['d.ndjson', undefined, V2_BANK],
    ['d.ndjson', undefined, V2_PAYMENT],
    ['c.ndjson', 'b.ndjson.gz', V2_PAYMENT],
  ]);
  expect(said).toEqual(['4 V1 flows migrated: 2 imports, 2 payments (1 with a submission).']);
  expect(exitCode).toBe(0);
});

test('numbers come out digit for digit', async () => {
  const text = ndjson([createV1Call(payment, 7)]).replace('"amount":1', '"amount":12345678901234567890.50');
  const { stdout } = await migrate({ 'a.ndjson': `${text}${text}` }, ...EUR);
  expect(stdout).toContain('"value":12345678901234567890.50,');
});

test('a flow that lacks a decision has a line, the others are written, and the exit code is 1', async () => {
  const calls = [
    importV1Call(bank),
    createV1Call(payment, 7),
    importV1Call({ bankId: 2, note: 'CANARY' }),
    submitV1Call(8),
  ];
  const { lines, said, exitCode } = await migrate({ 'a.ndjson': ndjson(calls) });
  expect(lines.map(({ source }) => source.index)).toEqual([0]);
  expect(said).toEqual([
    'a.ndjson, record 2 (line 3): /note is not documented, so no V2 field receives it: pass --drop /note if it may be lost.',
    'a.ndjson, record 1 (line 2): 1 amount needs a currency, which V1 never carried: pass --currency, such as --currency EUR.',
    'a.ndjson, record 3 (line 4) submits a payment whose create is not recorded.',
    '1 V1 flow migrated: 1 import, 0 payments (0 with a submission); 2 not migrated, 1 submission without a create.',
  ]);
  expect(exitCode).toBe(1);
});

test('--drop decides in every flow, and one that decides nothing has a line', async () => {
  const files = { 'a.ndjson': ndjson([importV1Call({ ...bank, note: 'a' }), importV1Call(bank)]) };
  const dropped = await migrate(files, '--drop', '/note');
  expect([dropped.lines.length, dropped.exitCode]).toEqual([2, 0]);
  expect(dropped.said.at(-1)).toBe(
    '2 V1 flows migrated: 2 imports, 0 payments (0 with a submission); with a loss in 1 flow.',
  );
  expect(dropped.said[0]).toBe('a.ndjson, record 0 (line 1): please check: /note is dropped as decided.');
  const idle = await migrate(files, '--drop', '/note', '/nota');
  expect([idle.exitCode, idle.said.at(-2)]).toEqual([
    0,
    '--drop /nota decides nothing: no V1 request has an undocumented field there.',
  ]);
});

test('what the service refused is not migrated, and what has no body has a line', async () => {
  const bodiless = importV1Call(bank);
  const calls = [
    importV1Call(bank, { status: 400 }),
    createV1Call(payment, 1, { status: 401 }),
    { ...bodiless, request: { ...bodiless.request, body: undefined } },
  ];
  const { stdout, said, exitCode } = await migrate({ 'a.ndjson': ndjson(calls) }, ...EUR);
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(said).toEqual([
    'a.ndjson, record 2 (line 3) has no JSON object as request body.',
    '0 V1 flows migrated: 0 imports, 0 payments (0 with a submission); 1 without a recorded body, 2 calls without success.',
  ]);
});

test('a recording without a V1 flow, and one that cannot be read, end with 2', async () => {
  const other = { request: { method: 'GET', url: 'https://a.example/' }, response: { status: 200 } };
  expect((await migrate({ 'a.ndjson': ndjson([other, other]) })).exitCode).toBe(2);
  const { said, exitCode, lines } = await migrate(
    { 'a.ndjson': ndjson([importV1Call(bank)]), 'b.gz': gzipSync('x'.repeat(9999)).subarray(0, 20) },
    ...EUR,
  );
  expect([lines.length, exitCode]).toEqual([1, 2]);
  expect(said[0]).toMatch(/^b\.gz is damaged or not complete/);
});

test('more lines than anyone reads are counted', async () => {
  const calls = Array.from({ length: 25 }, (_, id) => createV1Call(payment, id));
  const { said } = await migrate({ 'a.ndjson': ndjson(calls) });
  expect(said).toHaveLength(22);
  expect(said[20]).toBe('5 more flows are not migrated.');
});

test('--operation is for one body', async () => {
  const { said, exitCode } = await migrate({ 'a.ndjson': ndjson([bank, bank]) }, '--operation', 'import');
  expect([exitCode, said]).toEqual([
    64,
    ['--operation is for the body of one request; a recording says what each is.'],
  ]);
});

test('no personal value reaches stderr', async () => {
  const canary = {
    iban: 'DE00CANARY',
    note: 'CANARY',
    moneyTransfers: [{ counterpartName: 'CANARY', amount: 77777.7, purpose: 5 }],
  };
  for (const options of [[], [...EUR, '--drop', '/note']]) {
    const { stderr } = await migrate({ 'a.ndjson': ndjson([createV1Call(canary, 1), 'CANARY']) }, ...options);
    expect(stderr).not.toMatch(/CANARY|77777/);
  }
});
