// `fire --proof` before handlers as teams write them: those that store what a message says are quiet, each other one is red for what it does.
import { expect, test } from 'vitest';
import { triggerEvents } from '../../../contracts/generated/operations.ts';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isNumber, isObject, partsIn, remade } from '../../../contracts/src/base/json-value.ts';
import { judgePlainMessage } from '../../../contracts/src/judge/judge-message.ts';
import { buildMessage } from '../../../contracts/src/messages/build-message.ts';
import { defaultCipher, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { edgeCases } from '../../../contracts/src/messages/edge-cases.ts';
import type { ExactMessage } from '../../../contracts/src/messages/message.ts';
import { decryptMessage } from '../../../contracts/src/messages/message-encryption.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { outputFaults } from '../../test-support/output-faults.ts';
import { jsonLines } from '../../test-support/recorded-calls.ts';
import { fakeServer } from '../../test-support/served.ts';
import { distinctive } from './distinctive.ts';
import { fireCommand } from './fire.ts';

/** What a handler keeps of messages, by their bytes unless it says otherwise, and how it shows that. */
interface Handler {
  /** What is stored, of a message with plain and exact numbers; undefined for nothing. */
  readonly stores?: (message: { value: unknown; exact: unknown }) => unknown;
  /** Under which key: a further message of the same replaces it. */
  readonly key?: (text: string, stored: number) => unknown;
  readonly shows?: (rows: readonly unknown[], calls: number, posts: number) => string;
  readonly type?: string;
  readonly status?: (calls: number) => number;
  /** In milliseconds. */
  readonly queuedFor?: number;
}

const cipher = await defaultCipher(TEST_KEY);

async function proven(args: string, handler: Handler = {}, files: Record<string, unknown> = {}) {
  const { stores = ({ exact }) => exact, key = (text) => text, shows = writeJson } = handler;
  const { type = 'application/json', status = () => 200, queuedFor } = handler;
  const rows = new Map<unknown, unknown>();
  const { url, calls } = await fakeServer(async (response, { method, text }) => {
    if (method === 'GET') {
      const posts = calls.filter(({ method }) => method === 'POST').length;
      const viewed = shows([...rows.values()], calls.length, posts);
      return response.writeHead(status(calls.length), { 'content-type': type }).end(viewed);
    }
    const { plain } = await decryptMessage(text, cipher);
    const row = stores(plain);
    const store = () => {
      if (row !== undefined) rows.set(key(text, rows.size), row);
    };
    if (queuedFor === undefined) store();
    else setTimeout(store, queuedFor);
    return response.end('Success');
  });
  const sent = [...args.split(' '), '--to', `${url}/hook`, '--proof', `${url}/rows`];
  const called = await callVerb(
    fireCommand(),
    args.includes('--proof-wait') ? sent : [...sent, '--proof-wait', '0'],
    files,
  );
  const posts = calls.filter(({ method }) => method === 'POST').map(({ text }) => text);
  return { ...called, calls, posts };
}

/** The values of a message, edited by the name of their field. */
const edited =
  (edit: (name: string, value: unknown) => unknown) =>
  ({ exact }: { exact: unknown }) =>
    remade(exact, (part, name = '') => (isObject(part) || Array.isArray(part) ? part : edit(name, part)));
const digits = (value: unknown) => (isNumber(value) ? String(value) : undefined);
const german = (text: string) => {
  const [, minus = '', whole = '', cents = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  return `${minus && '\u2212'}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents.padEnd(2, '0')} €`;
};
const leaves = (rows: readonly unknown[]) =>
  rows.flatMap((row) =>
    [...partsIn(row)].flatMap(({ value }) => (isObject(value) || Array.isArray(value) ? [] : [value])),
  );
const ALL = 'LOW_ACCOUNT_BALANCE NEW_TRANSACTIONS BANK_LOGIN_ERROR --edge-cases';
const LOW = 'LOW_ACCOUNT_BALANCE --include-details';
const AMOUNTS = /amount|balance|threshold/i;

const right: Record<string, [args: string, Handler, files?: Record<string, unknown>]> = {
  'rows, digit for digit': [`${ALL} --repeat 2`, {}],
  'out of order and twice': [`${ALL} --repeat 2 --shuffle`, {}],
  'lines of JSON': [
    `${LOW} --repeat 2`,
    { shows: (rows) => rows.map((row) => writeJson(row)).join('\n'), type: 'text/plain' },
  ],
  'a page in German': [
    ALL,
    {
      stores: edited((name, value) => (AMOUNTS.test(name) && digits(value) ? german(String(value)) : value)),
      shows: (rows) =>
        `<ul>${leaves(rows)
          .map((each) => `<li>${String(each).replaceAll('&', '&amp;')}</li>`)
          .join('\n')}</ul>`,
      type: 'text/html; charset=utf-8',
    },
  ],
  'cents, and IBANs in groups': [
    ALL,
    {
      stores: edited((name, value) => {
        if (/iban$/i.test(name) && typeof value === 'string')
          return value
            .toLowerCase()
            .replace(/(.{4})/g, '$1 ')
            .trim();
        if (!AMOUNTS.test(name) || !isNumber(value)) return value;
        const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(String(value)) ?? [];
        return `${sign}${whole}${cents.padEnd(2, '0')}`;
      }),
    },
  ],
  'by their accounts, in an order that changes, with the time of the last call': [
    `${LOW} --count 3 --repeat 2`,
    {
      shows: (rows, calls) =>
        writeJson({
          byMessage: calls % 2 ? rows : rows.toReversed(),
          at: new Date(1_772_000_000_000 + calls * 1000),
          epoch: 1_772_000_000 + calls,
        }),
    },
  ],
  'what differs in each reading': [
    `${LOW} --repeat 2`,
    { shows: (rows, calls) => writeJson({ rows, calls }) },
  ],
  'with their age': [
    `${LOW} --repeat 2`,
    { shows: (rows, calls) => writeJson(rows.map((row) => ({ row, age: calls }))) },
  ],
  'amounts alone, which some messages do not have': [
    'NEW_TRANSACTIONS --edge-cases --repeat 2 --proof-ignore drops.txt',
    {
      stores: ({ exact }) => {
        const amounts = [...partsIn(exact)].filter(({ pointer }) => pointer.endsWith('/amount'));
        return amounts.length > 0 ? amounts.map(({ value }) => value) : undefined;
      },
    },
    {
      'drops.txt': Object.keys(buildMessage('NEW_TRANSACTIONS'))
        .concat('accountId accountName accountNumber accountIban bankName bankConnectionName'.split(' '))
        .concat('newTransactionsCount id counterpartName counterpartIban purpose'.split(' '))
        .concat('categoryId categoryName'.split(' '))
        .filter((name) => name !== 'newTransactions')
        .join('\n'),
    },
  ],
  'after a while': [`${LOW} --count 2 --repeat 2 --proof-wait 1`, { queuedFor: 60 }],
  'not what is dropped on purpose': [
    `${LOW} --repeat 2 --proof-ignore drops.txt`,
    {
      stores: edited((name, value) => (/iban$/i.test(name) || name === 'oldBalance' ? undefined : value)),
      key: (_, stored) => stored,
      shows: (rows, calls) => writeJson({ row: rows[0], calls: Math.floor(calls / 10) }),
    },
    { 'drops.txt': '# Not needed.\naccountIban\niban\ndetails.oldBalance # here\n' },
  ],
};

test.each(Object.entries(right))(
  'a right handler is quiet: it stores %s',
  async (_, [args, handler, files]) => {
    const { exitCode, stdout, stderr } = await proven(args, handler, files);
    expect({ exitCode, stdout: /not seen|seen as|place|counted/.exec(stdout)?.input }).toEqual({
      exitCode: 0,
    });
    const [, seen, due] = /shows (\d+) of (\d+) values/.exec(stderr) ?? [];
    expect([seen, Number(due)]).toEqual([due, expect.any(Number)]);
    expect(Number(due)).toBeGreaterThan(5);
  },
);

test('an event of which nothing is stored is waited for once: its edge cases are not sent', async () => {
  const swallows: Handler = { stores: () => undefined };
  for (const repeat of [1, 2]) {
    const { exitCode, stdout, posts } = await proven(
      `${LOW} --edge-cases --repeat ${repeat}`.replace(' --include-details', ''),
      swallows,
    );
    expect([exitCode, posts.length]).toEqual([1, repeat]);
    expect(stdout).toMatch(/^LOW_ACCOUNT_BALANCE: not handled, \d+ edge cases skipped$/m);
  }
});

const dropped = (field: RegExp) => edited((name, value) => (field.test(name) ? undefined : value));
const wrong: Record<string, [args: string, Handler, says: RegExp]> = {
  'reads doubles': [
    'LOW_ACCOUNT_BALANCE --edge-cases',
    { stores: ({ value }) => value },
    /^LOW_ACCOUNT_BALANCE, balances of 20 digits .*: 200; \d+ of \d+ values seen; balanceThreshold (\d{18})\.91 seen as \d{18}; oldBalance \1\.91 seen as .*; newBalance \1\.90 seen as/m,
  ],
  'swallows errors': [LOW, { stores: () => undefined }, /: 200; 0 of 23 values seen; 1 not looked for$/m],
  'stores one column less': [
    LOW,
    { stores: dropped(/iban$/i) },
    /: 200; \d+ of 23 values seen; accountIban not seen; iban not seen; 1 not/m,
  ],
  'counts twice': [
    `${LOW} --repeat 2`,
    { key: (_, stored) => stored },
    /, sending 2 of 2: 200; the view has changed: counted twice$/m,
  ],
  'adds up': [
    `${LOW} --repeat 2`,
    { shows: (rows, _, posts) => writeJson({ rows, sum: posts }) },
    /, sending 2 of 2: 200; the view has changed: counted twice$/m,
  ],
  'counts twice a little later': [
    `${LOW} --repeat 2 --proof-wait 1`,
    { key: (_, stored) => stored, queuedFor: 250 },
    /counted twice/,
  ],
  'loses the sign': [
    'FOREIGN_MONEY_TRANSFER --include-details',
    { stores: edited((name, value) => (name === 'amount' ? Number(String(value).slice(1)) : value)) },
    /; amount -(\d+\.\d\d) seen as \1\d*; /m,
  ],
  rounds: [
    LOW,
    { stores: edited((_, value) => (isNumber(value) ? Math.round(Number(value)) : value)) },
    /Balance -?\d+\.\d\d seen as -?\d+; /,
  ],
  'stores null as text': [
    'LOW_ACCOUNT_BALANCE --edge-cases',
    { stores: edited((_, value) => (value === null ? `${undefined}` : value)) },
    /are null .*: 200; 11 of 11 values seen; "undefined" in place of nothing; 1 not looked for$/m,
  ],
  'drops a threshold that is the amount, too': [
    'HIGH_TRANSACTION_AMOUNT --edge-cases',
    { stores: dropped(/^absoluteAmountThreshold$/) },
    /, amounts of 20 digits .*: 200; \d+ of \d+ values seen; absoluteAmountThreshold not seen; \d+ not/m,
  ],
  'numbers the accounts': [
    LOW,
    { stores: edited((name, value) => (name === 'accountNumber' ? `x${value}` : value)) },
    /accountNumber not seen/,
  ],
};

test.each(Object.entries(wrong))(
  'a handler that %s is red, and its line says why',
  async (_, [args, handler, says]) => {
    const { exitCode, stdout } = await proven(args, handler);
    expect(stdout).toMatch(says);
    expect(exitCode).toBe(1);
  },
);

test('of the view only the nearest number is printed', async () => {
  const shows = (rows: readonly unknown[]) => writeJson({ rows, of: 'Erika Mustermann', pin: '87654321' });
  const { stdout, stderr } = await proven(LOW, {
    stores: ({ value }) => (value as ExactMessage).notificationRuleId,
    shows,
  });
  expect(stdout + stderr).not.toMatch(/Erika|87654321/);
});

test('a field that is never seen is waited for once, and named at the end', async () => {
  const { calls, stderr } = await proven(`${LOW} --count 3 --proof-wait 1`, { stores: dropped(/iban$/i) });
  expect(calls.length).toBeLessThan(40);
  expect(stderr).toMatch(/^Never seen: accountIban, iban\. --proof-ignore /m);
});

test('what an earlier run left proves nothing', async () => {
  const left: unknown[] = [];
  const shows = (rows: readonly unknown[]) => writeJson([...left, ...rows]);
  const stores = ({ exact }: { exact: unknown }) => void left.push(exact);
  await proven(LOW, { stores, shows });
  const again = await proven(LOW, { stores: () => undefined, shows });
  expect(again.exitCode).toBe(2);
  expect(again.stdout).toContain(': 200; nothing to look for; 24 not looked for\n');
  expect(again.stderr).toContain('The view showed all of 1 message before: pass another --seed.\n');
  expect((await proven(`${LOW} --seed 2`, { shows, stores })).exitCode).toBe(0);
});

test.each<[string, Handler, string]>([
  ['a status', { status: () => 404 }, 'it responds with 404'],
  ['no text', { type: 'image/png' }, 'it responds with image/png, neither JSON nor text'],
])('a view that is %s ends the run before a message is sent', async (_, handler, why) => {
  const { exitCode, posts, stderr } = await proven(LOW, handler);
  expect([exitCode, posts]).toEqual([2, []]);
  expect(stderr).toContain(`--proof: the view cannot be read: ${why}.\n`);
});

test('a view that fails later is no verdict', async () => {
  const { exitCode, stdout } = await proven(LOW, { status: (calls) => (calls > 2 ? 500 : 200) });
  const line = 'LOW_ACCOUNT_BALANCE: 200; the view cannot be read: it responds with 500\n';
  expect([exitCode, stdout]).toEqual([2, line]);
});

test('--json says it in numbers, by its schema', async () => {
  const { stdout } = await proven('LOW_ACCOUNT_BALANCE --edge-cases --json --repeat 2', {
    stores: ({ value }) => value,
  });
  const lines = jsonLines(stdout);
  expect(lines.flatMap((line) => outputFaults('fire', line))).toEqual([]);
  const [plain] = lines;
  expect(plain.proof).toEqual({ seen: 23, lookedFor: 23, notLookedFor: 1, unseen: [] });
  expect(lines.at(-1).proof).toEqual({ isUnchanged: true });
  const { unseen } = lines.find(({ edgeCase }) => edgeCase === 'balances of 20 digits').proof;
  expect(unseen[0]).toEqual({
    field: 'balanceThreshold',
    value: expect.stringMatching(/\.91$/),
    seenAs: expect.any(String),
  });
});

test('distinctive messages are as documented, and no two say the same', () => {
  const said = new Map<string, string>();
  const made = triggerEvents.flatMap((event, at) => {
    const plain = buildMessage(event, { seed: at, includeDetails: true }) as ExactMessage;
    return [plain, ...edgeCases(event, { seed: at }).map(({ message }) => message)];
  });
  for (const [nth, message] of made.entries()) {
    const json = readJson(writeJson(distinctive(message, nth)));
    const { findings } = judgePlainMessage(json);
    expect(findings).toEqual([]);
    for (const { pointer, value } of partsIn(json))
      if (/(Name|purpose|Handle|RuleId)$/.test(pointer) && value !== null && value !== '') {
        const [first = nth] = [said.get(`${value}`)];
        expect([value, first]).toEqual([value, nth]);
        said.set(`${value}`, nth as never);
      }
  }
});
