/** The verb `compare` on files as users have them. */
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { compareCommand } from './compare.ts';

const v1 = { bankId: 1, maxDaysForDownload: 60 };
const v2 = { bank: { id: 1 }, maxDaysForDownload: 60 };
const payment = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 1 }] };

function compare(one: unknown, two: unknown, ...options: string[]) {
  return callVerb(compareCommand(), ['v1.json', 'v2.json', ...options], { 'v1.json': one, 'v2.json': two });
}

test('--json prints the verdict and every field, and an equivalent request exits with 0', async () => {
  const { stdout, stderr, exitCode } = await compare(v1, v2, '--json');
  expect(JSON.parse(stdout)).toStrictEqual({
    verdict: 'equivalent',
    fields: [
      { from: '/bankId', to: '/bank/id', verdict: 'moved', message: '' },
      { from: '/maxDaysForDownload', to: '/maxDaysForDownload', verdict: 'kept', message: '' },
    ],
  });
  expect([stderr, exitCode]).toEqual(['', 0]);
});

test('a lost field makes the request not equivalent, with exit 1', async () => {
  const { stdout, stderr, exitCode } = await compare(v1, { bank: { id: 1 } }, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'not-equivalent',
    fields: [
      { from: '/bankId', verdict: 'moved' },
      { from: '/maxDaysForDownload', to: '/maxDaysForDownload', verdict: 'lost', message: 'is missing' },
    ],
  });
  expect([stderr, exitCode]).toEqual(['', 1]);
});

test('an empty V2 request has lost everything, and --markdown prints a checklist', async () => {
  const { stdout, exitCode } = await compare(v1, {});
  expect(stdout).toContain('Not equivalent: 2 lost of 2 fields.\n');
  expect(exitCode).toBe(1);
  const markdown = await compare(v1, v2, '--markdown');
  expect(markdown.stdout).toContain('- [x] `/bankId` → `/bank/id` moved\n');
});

test('amounts compare by the digits of the files', async () => {
  const one = '{"moneyTransfers":[{"amount":12345678901234567890.10}]}';
  const two = (amount: string) => `{"orders":[{"amount":{"value":${amount},"currency":"EUR"}}]}`;
  expect((await compare(one, two('12345678901234567890.1'))).exitCode).toBe(0);
  expect((await compare(one, two('12345678901234567890.2'))).exitCode).toBe(1);
});

test('--currency judges the currency that is in the file', async () => {
  const two = { sender: { iban: payment.iban }, orders: [{ amount: { value: 1, currency: 'CHF' } }] };
  expect((await compare(payment, two)).exitCode).toBe(0);
  expect((await compare(payment, two, '--currency', 'CHF')).exitCode).toBe(0);
  expect((await compare(payment, two, '--currency', 'EUR')).exitCode).toBe(1);
});

test('two currencies in one payment are not equivalent, without --currency too', async () => {
  const two = (...currencies: string[]) => ({
    sender: { iban: payment.iban },
    orders: currencies.map((currency, index) => ({ amount: { value: index + 1, currency } })),
  });
  const v1 = { ...payment, moneyTransfers: [{ amount: 1 }, { amount: 2 }] };
  expect((await compare(v1, two('EUR', 'EUR'))).exitCode).toBe(0);
  expect(await compare(v1, two('EUR', 'CHF'))).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('is "CHF", and the amounts before it are in "EUR"'),
  });
});

test('--drop decides an undocumented field of V1', async () => {
  const one = { ...v1, colour: 'red' };
  expect((await compare(one, v2)).exitCode).toBe(1);
  expect((await compare(one, v2, '--drop', '/colour')).exitCode).toBe(0);
});

test('arrays compare request by request, and the pointers begin with its place', async () => {
  const { stdout, exitCode } = await compare([v1, v1], [v2, { bank: { id: 1 } }], '--json');
  const { fields } = JSON.parse(stdout) as { fields: { to: string; verdict: string }[] };
  expect(fields.filter((field) => field.verdict === 'lost').map((field) => field.to)).toEqual([
    '/1/maxDaysForDownload',
  ]);
  expect(exitCode).toBe(1);
});

test('no personal value of either request is printed', async () => {
  const moneyTransfers = [{ purpose: 'CANARY-2', amount: 77777.1 }];
  const one = { iban: 'CANARY-1', moneyTransfers, secret: 'CANARY-3' };
  const orders = [{ purpose: 'CANARY-5', amount: { value: 77777.2 } }];
  const two = { sender: { iban: 'CANARY-4' }, orders, secret: 'CANARY-6' };
  for (const options of [[], ['--json'], ['--markdown']]) {
    const { stdout, stderr } = await compare(one, two, ...options);
    expect(stdout + stderr).not.toMatch(/CANARY|77777/);
    expect(stdout).toMatch(/another text of 8 characters/);
  }
});

for (const [says, one, two, wanted] of [
  [
    'two files in the wrong order',
    v2,
    v1,
    'v1.json is the V2 request and v2.json the V1 request: pass the V1 file first.',
  ],
  ['two V1 requests', v1, v1, 'v2.json is a V1 request: the second file is the V2 request for it.'],
  ['two V2 requests', v2, v2, 'v1.json is a V2 request: the first file is the V1 request it replaces.'],
  [
    'an import and a payment',
    v1,
    { sender: {} },
    'v1.json is an import and v2.json a payment: compare requests of one kind.',
  ],
  [
    'a submit',
    { paymentId: 4711 },
    { sender: {} },
    'v1.json is a V1 submit: it belongs to the create that made payment 4711, and V2 needs that create alone.',
  ],
  [
    'another V1 object',
    { a: 1 },
    v2,
    'v1.json is neither a V1 import nor a V1 payment: it has no field of either.',
  ],
  [
    'another V2 object',
    v1,
    { a: 1 },
    'v2.json is neither a V2 import nor a V2 payment: it has no field of either.',
  ],
  [
    'two objects without fields',
    {},
    {},
    'Neither v1.json nor v2.json has a field that says which request it is.',
  ],
  [
    'an array and an object',
    [v1],
    v2,
    'v1.json is an array of 1 and v2.json one request: pass one request each, or two arrays of one length.',
  ],
  [
    'arrays of two lengths',
    [v1],
    [v2, v2],
    'v1.json is an array of 1 and v2.json an array of 2: pass one request each, or two arrays of one length.',
  ],
] as const) {
  test(`${says} cannot be compared, and one line says why`, async () => {
    expect(await compare(one, two)).toEqual({ stdout: '', stderr: `${wanted}\n`, exitCode: 2 });
  });
}

test('--json and --markdown exclude each other', async () => {
  const { stderr, exitCode } = await compare(v1, v2, '--json', '--markdown');
  expect([exitCode, stderr]).toEqual([
    64,
    "error: option '--json' cannot be used with option '--markdown'\n",
  ]);
});
