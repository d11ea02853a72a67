/** The verb `migrate` on files as users have them. */
import { expect, test } from 'vitest';
import { paymentMigrationCases } from '../../suites/migration/payment-migration.ts';
import { EXAMPLE_VALUES, fill } from '../runner/call.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { migrateCommand } from './migrate.ts';

const payment = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 1 }, { amount: 2 }] };

/** What the verb says to a file, where it says just one line. */
async function refusal(content: unknown, ...options: string[]): Promise<[number, string]> {
  const { stdout, stderr, exitCode } = await callVerb(migrateCommand(), ['v1.json', ...options], {
    'v1.json': content,
  });
  expect(stdout).toBe('');
  expect(stderr.split('\n')).toHaveLength(2);
  return [exitCode, stderr.trimEnd()];
}

/** The lines after the field table. */
function lastLines(stderr: string): string[] {
  return stderr
    .slice(stderr.indexOf('\n\n') + 2)
    .trimEnd()
    .split('\n');
}

for (const row of paymentMigrationCases.cases.filter(({ clause }) => clause === 'MIGRATION-ORDERS')) {
  const [v1, v2] = [row.v1, row.v2].map((body) => fill(body, EXAMPLE_VALUES));
  test(`a payment that ${row.says} comes out as V2 on stdout, its fields on stderr`, async () => {
    const called = await callVerb(migrateCommand(), ['v1.json', '--currency', 'EUR'], { 'v1.json': v1 });
    expect(JSON.parse(called.stdout)).toStrictEqual(v2);
    expect(called.stderr).toMatch(/^(V1 field +V1 value +verdict|moved +\/iban → \/sender\/iban: text)/);
    expect(called.exitCode).toBe(0);
  });
}

test('an array comes out as an array, imports beside payments', async () => {
  const files = { 'v1.json': [{ bankId: 1 }, payment] };
  const { stdout, exitCode } = await callVerb(migrateCommand(), ['v1.json', '--currency', 'CHF'], files);
  expect(JSON.parse(stdout)).toStrictEqual([
    { bank: { id: 1 } },
    {
      sender: { iban: 'DE89370400440532013000' },
      orders: [{ amount: { value: 1, currency: 'CHF' } }, { amount: { value: 2, currency: 'CHF' } }],
    },
  ]);
  expect(exitCode).toBe(0);
});

test('numbers come out digit for digit', async () => {
  const text =
    '{"moneyTransfers":[{"amount":12.50},{"amount":-123456789012345678901234567890.10},{"amount":1e2}]}';
  const { stdout, stderr } = await callVerb(migrateCommand(), ['v1.json', '--currency', 'EUR'], {
    'v1.json': text,
  });
  expect(stdout.match(/(?<="value": )[^,]+/g)?.join(' ')).toBe(
    '12.50 -123456789012345678901234567890.10 1e2',
  );
  expect(lastLines(stderr)).toEqual([
    '1 request migrated, nothing lost. Please check: /moneyTransfers/1/amount is not above zero.',
  ]);
});

test('a missing currency is one line that says what to pass, and nothing goes to stdout', async () => {
  const { stdout, stderr, exitCode } = await callVerb(migrateCommand(), ['v1.json'], { 'v1.json': payment });
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(lastLines(stderr)).toEqual([
    'v1.json: 2 amounts need a currency, which V1 never carried: pass --currency, such as --currency EUR.',
  ]);
});

test('every value that cannot be carried has its line', async () => {
  const v1 = { executionDate: '2026-02-30', colour: 'red', moneyTransfers: [{ amount: '1' }] };
  const { stdout, stderr, exitCode } = await callVerb(migrateCommand(), ['v1.json', '--currency', 'EUR'], {
    'v1.json': v1,
  });
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(lastLines(stderr)).toEqual([
    'v1.json: /executionDate is "2026-02-30", not a date that exists, as yyyy-MM-dd.',
    'v1.json: /colour is not documented, so no V2 field receives it: pass --drop /colour if it may be lost.',
  ]);
});

test('--drop decides an undocumented field, and one that decides nothing is wrong usage', async () => {
  const files = {
    'v1.json': [
      { bankId: 1, colour: 'red' },
      { bankId: 2, colour: null },
    ],
  };
  const dropped = await callVerb(migrateCommand(), ['v1.json', '--drop', '/colour'], files);
  expect(JSON.parse(dropped.stdout)).toStrictEqual([{ bank: { id: 1 } }, { bank: { id: 2 } }]);
  expect(lastLines(dropped.stderr)[0]).toMatch(/^2 requests migrated, with a loss in 2 fields\./);
  const idle = await callVerb(migrateCommand(), ['v1.json', '--drop', '/color'], files);
  expect([idle.exitCode, idle.stdout, idle.stderr]).toEqual([
    64,
    '',
    '--drop /color decides nothing: v1.json has no undocumented field there.\n',
  ]);
});

test('an account type that the code table does not list is named with its table', async () => {
  const files = { 'v1.json': { accountTypes: ['Giro'] } };
  const { stderr, exitCode } = await callVerb(migrateCommand(), ['v1.json'], files);
  expect(lastLines(stderr)[0]).toContain(
    '/accountTypes/0 is "Giro", which account-types.csv does not list (Checking, ',
  );
  expect(exitCode).toBe(1);
});

test('no personal value of a request reaches stderr, whether it is migrated or not', async () => {
  const v1 = {
    iban: 'DE00CANARY0000000001',
    password: 'CANARY-2',
    executionDate: '2026-12-01',
    moneyTransfers: [
      { amount: 77777.77, counterpartName: 'CANARY 3', counterpartAddress: { city: 'CANARY 4' }, purpose: 5 },
    ],
  };
  for (const options of [[], ['--currency', 'EUR']]) {
    const { stderr } = await callVerb(migrateCommand(), ['v1.json', ...options], { 'v1.json': v1 });
    expect(stderr).not.toMatch(/CANARY|77777/);
    expect(stderr).toContain('2026-12-01');
  }
});

const SUBMIT =
  'is a V1 submit: it belongs to the create that made payment 4711, and V2 needs that create alone.';

for (const [says, content, exit, wanted, options = ''] of [
  ['a lone submit', { paymentId: 4711, interface: 'XS2A' }, 1, SUBMIT],
  ['a submit among creates', [payment, { paymentId: 4711 }], 1, `, request 2 ${SUBMIT}`, '--currency EUR'],
  [
    'a V2 request',
    { bank: { id: 1 } },
    2,
    'is a Web Form V2 request already: pass the V1 request it replaces.',
  ],
  [
    'another object',
    { hello: 'world' },
    2,
    'is neither a V1 import nor a V1 payment: it has no field of either.',
  ],
  [
    'a request that can be two things',
    { interface: 'XS2A' },
    ...[2, 'can be a V1 import or a V1 submit: pass --operation import or --operation payment.'],
  ],
  [
    'an import called a payment',
    { bankId: 1 },
    ...[2, 'is a V1 import by its fields, not the payment that --operation says.', '--operation payment'],
  ],
  [
    'an object without fields',
    {},
    ...[2, 'can be a V1 import or a V1 payment: pass --operation import or --operation payment.'],
  ],
  ['an empty array', [], 2, 'is an empty array: it holds no request.'],
  ['an array of numbers', [1], 2, ', request 1 is not a JSON object: pass the request body as it is sent.'],
  ['text', '"x"', 2, 'is not a JSON object: pass the request body as it is sent.'],
  [
    'a key that is repeated',
    '{"bankId": 1, "bankId": 2}',
    ...[2, 'is not valid JSON: key "bankId" is repeated at line 1, column 15.'],
  ],
  ['another encoding', Buffer.from('{"name": "Köln"}', 'latin1'), 2, 'is not UTF-8 text; JSON files are.'],
  ['half a file', '{"bankId": 1', ...[2, 'is not valid JSON: unexpected end at line 1, column 13.']],
  ['a file over 64 MB', ' '.repeat(64 * 1024 * 1024 + 1), 2, 'is longer than 64 MB: split it.'],
] as [string, unknown, number, string, string?][]) {
  test(`${says} is refused in one line`, async () => {
    const line = wanted.startsWith(',') ? `v1.json${wanted}` : `v1.json ${wanted}`;
    expect(await refusal(content, ...options.split(' ').filter(Boolean))).toEqual([exit, line]);
  });
}

for (const [args, exit, wanted] of [
  [['nowhere.json'], 2, 'nowhere.json cannot be read: there is no such file.\n'],
  [['.'], 2, '. cannot be read: it is a folder.\n'],
  [['/dev/zero'], 2, '/dev/zero is longer than 64 MB: split it.\n'],
  [
    [],
    64,
    "error: missing required argument 'files'\nUsage: migrate [options] <files...>; --help shows an example.\n",
  ],
  [['v1.json', '--curency'], 64, "error: unknown option '--curency'\n(Did you mean --currency?)\n"],
  [
    ['v1.json', '--currency', 'eur'],
    64,
    "error: option '--currency <code>' argument 'eur' is invalid. It is \"eur\", not three capitals, such as EUR.\n",
  ],
] as const) {
  test(`migrate ${args.join(' ')} ends with ${exit} and says why`, async () => {
    const { stdout, stderr, exitCode } = await callVerb(migrateCommand(), args);
    expect([exitCode, stderr, stdout]).toEqual([exit, wanted, '']);
  });
}

test('an object without fields is migrated when --operation says what it is', async () => {
  const { stdout } = await callVerb(migrateCommand(), ['v1.json', '--operation', 'import'], {
    'v1.json': {},
  });
  expect(stdout).toBe('{}\n');
});
