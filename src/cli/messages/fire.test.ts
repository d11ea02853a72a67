// The verb `fire`: what handlers receive, what it says of their responses, and how it ends. The handlers are servers of the test.
import { expect, test, vi } from 'vitest';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { edgeCases } from '../../../contracts/src/messages/edge-cases.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { decrypted, itemsOf, plainHandler } from '../../test-support/plain-handler.ts';
import { screens } from '../../test-support/screens.ts';
import { fireCommand } from './fire.ts';

const names = { accountName: 'Mein Konto', accountNumber: '532013000' };
const account = {
  accountId: 101,
  ...names,
  accountIban: 'DE89370400440532013000',
  bankName: 'Testbank',
  bankConnectionName: null,
};
const balances = {
  ...names,
  bankConnectionName: 'Meine Bank',
  oldBalance: 1,
  newBalance: 2,
  balanceChange: 1,
};
const transaction = {
  id: 1,
  serviceBookingDate: '2026-11-20 00:00:00.000',
  bankBookingDate: '2026-03-29 02:30:00.000',
  amount: 1,
  counterpartName: 'Max',
  counterpartIban: 'DE1',
  purpose: 'Miete',
  isAdjustingEntry: false,
};
const details = { transactionDetails: [transaction], more: 1 };

let responses = 0;
const statuses = [500, 200, 500];

screens(() => fireCommand(200), {
  'good responses': {
    hook: (response) => void response.writeHead(200).end(),
    calls: {
      'LOW_ACCOUNT_BALANCE --to HOOK --include-details': 0,
      'NEW_TRANSACTIONS --to HOOK --count 2 --seed 7 --repeat 2': 0,
      'NEW_TRANSACTIONS --to HOOK --count 2 --json': 0,
      'BANK_LOGIN_ERROR --edge-cases --json --to HOOK': 0,
    },
  },
  'other responses': {
    hook: (response) => void response.writeHead(++responses % 3 === 2 ? 500 : 204).end(),
    calls: { 'NEW_ACCOUNT_BALANCE --to HOOK --count 3': 1 },
  },
  'edge cases': {
    hook: (response) => void response.writeHead(statuses.shift() ?? 200).end('<h1>Error</h1>\n'.repeat(20)),
    calls: { 'CATEGORY_CASH_FLOW NEW_TERMS_AND_CONDITIONS --edge-cases --to HOOK': 1 },
  },
  'an event that is not handled': {
    env: { MY_KEY: 'f0e1d2c3b4a5968778695a4b3c2d1e0f' },
    hook: (response) =>
      void response.writeHead(404).end('no rule;\n  key f0e1d2c3b4a5968778695a4b3c2d1e0f, secret abcdefgh'),
    calls: {
      'LOW_ACCOUNT_BALANCE BANK_LOGIN_ERROR --edge-cases --key-env MY_KEY --to HOOK&secret=abcdefgh': 1,
      'BANK_LOGIN_ERROR --edge-cases --json --key-env MY_KEY --repeat 2 --to HOOK&secret=abcdefgh': 1,
    },
  },
  'own data and edge cases': {
    hook: (response) => void response.writeHead(200).end(),
    files: {
      'handle.json': { callbackHandle: 'mine' },
      'list.json': { loginErrors: [] },
      'low.json': { callbackHandle: 'mine', balanceThreshold: 5 },
    },
    calls: {
      'BANK_LOGIN_ERROR NEW_TERMS_AND_CONDITIONS --edge-cases --data handle.json --to HOOK': 0,
      'NEW_TRANSACTIONS BANK_LOGIN_ERROR --edge-cases --data list.json --to HOOK': 1,
      'LOW_ACCOUNT_BALANCE --edge-cases --data low.json --to HOOK': 1,
      'BANK_LOGIN_ERROR --data low.json --to HOOK': 1,
      'LOW_ACCOUNT_BALANCE BANK_LOGIN_ERROR --data low.json --to HOOK': 1,
    },
  },
  'no response in time': { hook: () => {}, calls: { 'NEW_ACCOUNT_BALANCE --to HOOK --count 2': 2 } },
  'own data that is wrong': {
    env: { DATA_DECRYPTION_KEY: '00112233445566778899aabbccddeeff' },
    files: {
      'name.json': { balanceTreshold: 5, balanceThreshold: 'five' },
      'steers.json': { '\u001b[2Jone': 1 },
      'null.json': { balanceChanges: [{ ...account, accountName: null, details: balances }] },
      'encrypted.json': { balanceChanges: [{ ...account, details: 'zkorP/Pa3/pHoGQjHTcgtA==' }] },
      'details.json': { newTransactions: [{ ...account, newTransactionsCount: 1, details }] },
      'event.json': { triggerEvent: 'LOW_ACCOUNT_BALANCE', balanceThreshold: 5 },
      'list.json': { newTransactions: 5 },
      'items.json': { newTransactions: [5] },
      'array.json': '[]',
      'twice.json': '{"a":1,"a":2}',
    },
    calls: {
      'LOW_ACCOUNT_BALANCE --to HOOK --data name.json': 1,
      'LOW_ACCOUNT_BALANCE --to HOOK --data steers.json': 1,
      'NEW_ACCOUNT_BALANCE --to HOOK --data encrypted.json': 1,
      'NEW_TRANSACTIONS --to HOOK --data details.json': 1,
      'NEW_TRANSACTIONS --to HOOK --data event.json': 1,
      'NEW_TRANSACTIONS --to HOOK --data array.json': 2,
    },
    codes: {
      'LOW_ACCOUNT_BALANCE --to HOOK --data null.json': 1,
      'NEW_TRANSACTIONS --to HOOK --data list.json': 1,
      'NEW_TRANSACTIONS --to HOOK --data items.json': 1,
      'NEW_TRANSACTIONS --to HOOK --data twice.json': 2,
      'NEW_TRANSACTIONS --to HOOK --data none.json': 2,
    },
  },
  keys: {
    env: { BAD_KEY: 'not-a-key' },
    calls: {
      'NEW_ACCOUNT_BALANCE --to HOOK --key-env BAD_KEY': 2,
      'NEW_ACCOUNT_BALANCE --to HOOK --key-env NOT_SET': 2,
    },
  },
  headers: {
    env: { HOOK_TOKEN: 'f0e1d2c3b4a5\n', BASIC: 'YWRhOmNvcnJlY3QgaG9yc2U=', EMPTY: '' },
    hook: (response, { headers }) => {
      const { authorization, cookie, 'x-many': many, 'x-dollar': dollar } = headers;
      const read = Buffer.from(`${authorization}`.slice(6), 'base64').toString();
      response
        .writeHead(authorization ? 403 : 200)
        .end(JSON.stringify({ authorization, read, cookie, many, dollar }));
    },
    calls: {
      'BANK_LOGIN_ERROR --to HOOK --header Authorization:Bearer\u2003$HOOK_TOKEN': 64,
      'BANK_LOGIN_ERROR --to HOOK --header authorization:x-${HOOK_TOKEN} --header Cookie:a=1;sid=abcdef012345 --header X-Many:one --header X-Many:two --header X-Dollar:$$5': 1,
      'BANK_LOGIN_ERROR --to HOOK --header X-Token:$NOT_SET': 2,
      'BANK_LOGIN_ERROR --to HOOK --header X-Token:a$EMPTY': 2,
      'BANK_LOGIN_ERROR --to HOOK --header f0e1d2c3b4a5': 64,
      'BANK_LOGIN_ERROR --to HOOK --header X-Token:': 64,
      'BANK_LOGIN_ERROR --to HOOK --header Authorization:Bearer': 64,
      'BANK_LOGIN_ERROR --to HOOK --header Content-Length:5': 64,
      'BANK_LOGIN_ERROR --to HOOK --proof-header X-Token:abcdef': 64,
      'BANK_LOGIN_ERROR --to HOOK --proof ftp://x': 64,
      'BANK_LOGIN_ERROR --to HOOK --proof http://127.0.0.1:1/?token=abcdefgh': 2,
    },
  },
  'wrong usage': {
    calls: {
      '--to HOOK': 64,
      NEW_TRANSACTIONS: 64,
      'NEW_TRANSACTION --to HOOK': 64,
      'NEW_TRANSACTIONS --to http://user:canary@127.0.0.1/': 64,
      'NEW_TRANSACTIONS --to http://metadata.google.internal/': 64,
    },
    codes: {
      'NEW_TRANSACTIONS --too HOOK': 64,
      'NEW_TRANSACTIONS --to HOOK --count 0': 64,
      'NEW_TRANSACTIONS --to HOOK --edge-cases --include-details': 64,
      'NEW_TRANSACTIONS --to file:///etc/passwd': 64,
    },
  },
});

/** Fires at a handler that responds with 200 unless a response is given. */
async function fired(args: string, data?: unknown, respond?: Parameters<typeof plainHandler>[0]) {
  const { url, calls } = await plainHandler(respond);
  const own = data === undefined ? [] : ['--data', 'data.json'];
  const called = await callVerb(fireCommand(), [...args.split(' '), '--to', url, ...own], {
    'bank.json': { settings: { cipher: './random.mjs' } },
    'random.mjs':
      'export default async () => ({ encrypt: async (text) => crypto.randomUUID() + text, decrypt: async (text) => text.slice(36) });',
    'data.json': data ?? {},
  });
  return { ...called, calls, texts: calls.map(({ text }) => text) };
}

test('one message arrives as JSON and decrypts, with the same names in its details', async () => {
  const { calls } = await fired('LOW_ACCOUNT_BALANCE --include-details');
  expect(calls).toMatchObject([{ method: 'POST', type: 'application/json', path: '/hook?token=abc' }]);
  for (const item of itemsOf(calls[0]?.message)) {
    const details = JSON.parse(decrypted(item['details']));
    const [iban, accountName] = [decrypted(item['accountIban']), decrypted(item['accountName'])];
    expect(details).toMatchObject({ iban, accountName });
    expect(details.newBalance).toBeLessThan(Number(calls[0]?.message['balanceThreshold']));
  }
});

test('own data replaces what is made up, encrypted and digit for digit', async () => {
  const details = `{"accountNumber":"532013000","iban":"DE89370400440532013000","accountName":"Mein Konto","bankConnectionName":"","oldBalance":12.50,"newBalance":-98765432109876543210.12,"balanceChange":-98765432109876543222.62}`;
  const item = JSON.stringify(account).replace(/}$/, `,"details":${details}}`);
  const data = `{"callbackHandle":"mine","balanceThreshold":12.50,"balanceChanges":[${item}]}`;
  const { exitCode, calls, texts } = await fired('LOW_ACCOUNT_BALANCE --include-details', data);
  expect(exitCode).toBe(0);
  expect(texts[0]).toContain('"callbackHandle":"mine","balanceThreshold":12.50,');
  const [sent, ...others] = itemsOf(calls[0]?.message);
  const read = [decrypted(sent?.['accountName']), decrypted(sent?.['details'])];
  expect([...read, others]).toEqual(['Mein Konto', details, []]);
});

test('a handler that looks up its rule by callbackHandle is reached by every edge case', async () => {
  const { calls } = await fired('LOW_ACCOUNT_BALANCE --edge-cases', { callbackHandle: 'mine' });
  expect(calls.map(({ message }) => message['callbackHandle'])).toEqual(Array(6).fill('mine'));
});

test('one seed and one key send the same bytes, also again; a cipher with random parts only again', async () => {
  const texts: string[] = [];
  for (const more of ['', '', ' --seed 2', ' --target bank.json', ' --target bank.json'])
    texts.push(...(await fired(`BANK_LOGIN_ERROR --repeat 2${more}`)).texts);
  expect(texts.map((text) => texts.indexOf(text))).toEqual([0, 0, 0, 0, 4, 4, 6, 6, 8, 8]);
});

test('credentials in a header are not shown in any spelling', async () => {
  vi.stubEnv('BASIC', btoa('ada:correct horse'));
  const { url, calls } = await plainHandler((response, { headers }) => {
    const [, credentials = ''] = `${headers.authorization}`.split(' ');
    response
      .writeHead(401)
      .end(`no ${credentials} of ${atob(credentials)}, ${encodeURIComponent(atob(credentials))}`);
  });
  const args = ['BANK_LOGIN_ERROR', '--to', url, '--header', 'Authorization: Basic $BASIC'];
  const { exitCode, stdout } = await callVerb(fireCommand(), args);
  expect(calls[0]?.headers.authorization).toBe('Basic YWRhOmNvcnJlY3QgaG9yc2U=');
  expect([exitCode, stdout]).toEqual([
    1,
    'BANK_LOGIN_ERROR: 401 no [secret] of ada:[secret], ada%3A[secret]\n',
  ]);
});

test('out of order is the same order for the same seed, and each message is sent as often as it is repeated', async () => {
  const order = async (args: string) =>
    (await fired(`NEW_TRANSACTIONS BANK_LOGIN_ERROR --count 5 --repeat 2${args}`)).texts;
  const [usual, one, again] = [await order(''), await order(' --shuffle'), await order(' --shuffle')];
  const other = await order(' --shuffle --seed 2');
  expect(one).not.toEqual(usual);
  expect([...one].sort()).toEqual([...usual].sort());
  expect(again).toEqual(one);
  expect(other.map((text) => other.indexOf(text))).not.toEqual(one.map((text) => one.indexOf(text)));
});

test('a signal ends it at once, with the count until then', async () => {
  let sent = 0;
  const called = await fired('NEW_TRANSACTIONS --repeat 5', undefined, (response) => {
    // The second one gets no response.
    if (++sent > 1) process.emit('SIGINT');
    else response.writeHead(200).end();
  });
  const { exitCode, calls, stdout, stderr } = called;
  expect([exitCode, calls.length]).toEqual([130, 2]);
  expect(stdout).toMatch(/: interrupted$/m);
  expect(stderr).toMatch(/^1 of 2 messages to \S+ got a 2xx response\.$/m);
});

test('the key comes from DATA_DECRYPTION_KEY or the variable that --key-env names, and is never said', async () => {
  const keys = { DATA_DECRYPTION_KEY: 'f0e1d2c3b4a5968778695a4b3c2d1e0f', MY_KEY: '0f'.repeat(16) };
  for (const [name, key] of Object.entries(keys)) vi.stubEnv(name, key);
  const all = [await fired('NEW_ACCOUNT_BALANCE'), await fired('NEW_ACCOUNT_BALANCE --key-env MY_KEY')];
  const [first, second] = all.map(({ calls }, at) =>
    decrypted(itemsOf(calls[0]?.message)[0]?.['accountName'], Object.values(keys)[at]),
  );
  expect(first).toBe(second);
  expect(all.map(({ stderr }) => stderr).join()).not.toMatch(/test key|f0e1d2|0f0f0f/);
});

test('--edge-cases without an event sends those of every event, with 20 digits', async () => {
  const { calls, texts, stdout, exitCode } = await fired('--edge-cases');
  const lines = stdout.trim().split('\n');
  const cases = triggerEvents.flatMap((event) => edgeCases(event));
  expect([exitCode, lines.length]).toEqual([0, cases.length + triggerEvents.length]);
  expect(new Set(calls.map(({ message }) => message['triggerEvent']))).toEqual(new Set(triggerEvents));
  const digits = texts[lines.findIndex((line) => line.startsWith('LOW_ACCOUNT_BALANCE, balances of 20'))];
  expect(digits).toContain('"balanceThreshold":123456789012345678.91,');
});

test('another response counts before none, and where the connection is refused no other message is tried', async () => {
  let isFirst = true;
  const changing = await fired('NEW_ACCOUNT_BALANCE --count 2', undefined, (response, { socket }) => {
    if (!isFirst) socket.destroy();
    else response.writeHead(500).end();
    isFirst = false;
  });
  expect(changing.exitCode).toBe(1);
  const { exitCode, stdout } = await callVerb(fireCommand(), ['--edge-cases', '--to', 'http://127.0.0.1:1/']);
  expect([exitCode, stdout]).toEqual([2, 'NEW_ACCOUNT_BALANCE: the connection is refused\n']);
});
