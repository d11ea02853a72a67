// Good and bad values have one verdict by the published validators, by ajv with our formats, and by Debian's python3-jsonschema.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, expect, inject, test } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import fullForeign from '../../contracts/generated/fixtures/FOREIGN_MONEY_TRANSFER/full.json' with {
  type: 'json',
};
import fullLow from '../../contracts/generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import fullNew from '../../contracts/generated/fixtures/NEW_TRANSACTIONS/full.json' with { type: 'json' };
import { germanFormats } from '../../contracts/src/base/german-time.ts';
import { edited, GONE } from '../../src/test-support/fixtures.ts';
import { consumerOf } from './consumer.ts';

const folder = mkdtempSync(join(tmpdir(), 'one-verdict-'));
const consumer = consumerOf(inject('packed').path, join(folder, 'consumer'));
afterAll(() => rmSync(folder, { recursive: true }));

const { requests, answers } = examples;
const { messages } = exampleMessages;
const form = answers.createBankConnectionImport['201'].full;
const payment = requests.createStandalonePayment.full;
const needed = answers.importBankConnectionV1['451'].full;
const low = messages.LOW_ACCOUNT_BALANCE.full;
const created = messages.NEW_TRANSACTIONS.full;
const terms = messages.NEW_TERMS_AND_CONDITIONS.full;
const login = messages.BANK_LOGIN_ERROR.full;
const rules: Readonly<Record<string, object>> = requests.createNotificationRule;
const { highTransactionAmountFull: high = {}, newTermsAndConditionsMinimal: ofTerms = {} } = rules;
const balances = fullLow.decrypted.balanceChanges[0]?.details;
const transactions = fullNew.decrypted.newTransactions[0]?.details;
const abroad = fullForeign.decrypted.newTransactions[0]?.details;

type Row = readonly [schema: string, value: unknown];

const good: readonly Row[] = [
  ...Object.entries(requests).flatMap(([id, named]) =>
    Object.values(named).map((value): Row => [`${id}.request`, value]),
  ),
  ...Object.entries(answers).flatMap(([id, statuses]) =>
    Object.entries(statuses).flatMap(([status, named]) =>
      status === '4XX' || id === 'createNotificationRule'
        ? []
        : Object.values(named as object).map((value): Row => [`${id}.${status}`, value]),
    ),
  ),
  ...Object.entries(messages).flatMap(([event, named]) =>
    Object.values(named).map((value): Row => [`${event}.message`, value]),
  ),
  ['LOW_ACCOUNT_BALANCE.details', balances],
  ['NEW_TRANSACTIONS.details', transactions],
  ['FOREIGN_MONEY_TRANSFER.details', abroad],
  ['LOW_ACCOUNT_BALANCE.message', edited(low, { '/balanceThreshold': '0.50' })],
  ['FOREIGN_MONEY_TRANSFER.details', edited(abroad, { '/transactionDetails/0/amount': '-12.50' })],
  ['NEW_TERMS_AND_CONDITIONS.message', { ...terms, accountId: null, details: null, since: 'later' }],
  ['BANK_LOGIN_ERROR.message', edited(login, { '/loginErrors/0/accountName': null })],
  ['createBankConnectionImport.201', edited(form, { '/url': 'HTTPS://webform.example/' })],
];

/** All three say so. */
const bad: readonly Row[] = [
  ['createUser.request', { isAutoUpdateEnabled: 'yes' }],
  ['createToken.2XX', edited(answers.createToken['2XX'].full, { '/expires_in': '3600' })],
  ['createToken.2XX', edited(answers.createToken['2XX'].full, { '/token_type': 'basic' })],
  ['createStandalonePayment.request', edited(payment, { '/orders/0/amount/value': '12.50' })],
  ['createStandalonePayment.request', edited(payment, { '/executionDate': '2026-13-01' })],
  ['createBankConnectionImport.request', { accountTypes: ['CreditCard'] }],
  ['createBankConnectionImport.201', edited(form, { '/url': 'ftp://webform.example/1' })],
  ['createBankConnectionImport.201', edited(form, { '/url': '/forms/1' })],
  ['createBankConnectionImport.201', edited(form, { '/id': '4711' })],
  ['createBankConnectionImport.201', edited(form, { '/createdAt': '2026-11-20T08:15:00.123Z' })],
  ['createBankConnectionImport.201', edited(form, { '/expiresAt': '2026-11-20T24:15:00.123+0000' })],
  ['createBankConnectionImport.201', edited(form, { '/type': 'STANDALONE_PAYMENT' })],
  ['importBankConnectionV1.451', edited(needed, { '/errors/0/code': 'OTHER' })],
  ['importBankConnectionV1.451', edited(needed, { '/errors/0/message': 'a form' })],
  ['importBankConnectionV1.451', edited(needed, { '/date': '2026-11-20 09:60:00.123' })],
  ['importBankConnectionV1.451', edited(needed, { '/requestId': GONE })],
  [
    'createMoneyTransferV1.2XX',
    edited(answers.createMoneyTransferV1['2XX'].full, { '/type': 'DIRECT_DEBIT' }),
  ],
  ['createNotificationRule.request', edited(high, { '/params/absoluteAmountThreshold': '12.5' })],
  ['createNotificationRule.request', edited(high, { '/params/maxTransactionsCount': 101 })],
  ['createNotificationRule.request', edited(high, { '/params/accountIds': '1,' })],
  ['createNotificationRule.request', edited(high, { '/params': GONE })],
  ['createNotificationRule.request', edited(high, { '/triggerEvent': 'ANY' })],
  ['createNotificationRule.request', edited(high, { '/params/accountIds': null })],
  ['createNotificationRule.request', { ...ofTerms, params: { accountIds: '1' } }],
  ['createNotificationRule.request', { ...ofTerms, params: {} }],
  ['LOW_ACCOUNT_BALANCE.message', edited(low, { '/balanceThreshold': 'low' })],
  ['LOW_ACCOUNT_BALANCE.message', edited(low, { '/balanceChanges': [] })],
  ['LOW_ACCOUNT_BALANCE.message', edited(low, { '/balanceChanges/0/details': {} })],
  ['LOW_ACCOUNT_BALANCE.message', edited(low, { '/triggerEvent': 'NEW_ACCOUNT_BALANCE' })],
  ['LOW_ACCOUNT_BALANCE.details', edited(balances, { '/newBalance': '1.00' })],
  ['NEW_TRANSACTIONS.message', edited(created, { '/newTransactions/0/newTransactionsCount': 1.5 })],
  ['NEW_TRANSACTIONS.message', edited(created, { '/newTransactions/0/newTransactionsCount': -1 })],
  ['NEW_TRANSACTIONS.message', edited(created, { '/newTransactions/0/accountName': null })],
  [
    'NEW_TRANSACTIONS.details',
    edited(transactions, { '/transactionDetails/0/bankBookingDate': '20.11.2026' }),
  ],
  ['NEW_TRANSACTIONS.details', {}],
  ['FOREIGN_MONEY_TRANSFER.details', { transactionDetails: [] }],
  ['FOREIGN_MONEY_TRANSFER.details', edited(abroad, { '/transactionDetails/0/amount': '1,5' })],
  ['NEW_TERMS_AND_CONDITIONS.message', { ...terms, details: 'x' }],
  ['NEW_TERMS_AND_CONDITIONS.message', { ...terms, newTransactions: [] }],
  ['BANK_LOGIN_ERROR.message', edited(login, { '/loginErrors/0/accountId': 1 })],
  ['BANK_LOGIN_ERROR.message', edited(login, { '/loginErrors/0/errorCode': 'TIMEOUT' })],
];

/** What no pattern says: how many days a month has, and the hour that daylight saving skips. */
const badFormats: readonly Row[] = [
  ['createStandalonePayment.request', edited(payment, { '/executionDate': '2026-02-30' })],
  ['createBankConnectionImport.201', edited(form, { '/createdAt': '2026-02-30T08:15:00.123+0000' })],
  ['importBankConnectionV1.451', edited(needed, { '/date': '2026-11-31 09:15:00.123' })],
  [
    'NEW_TRANSACTIONS.details',
    edited(transactions, { '/transactionDetails/0/bankBookingDate': '2026-03-29 02:30:00.000' }),
  ],
];

/** What no schema says of one value: order, one time after another, sums, and what is there twice or under a name of the other version. */
const badByChecks: readonly Row[] = [
  ['createBankConnectionImport.201', edited(form, { '/expiresAt': form.createdAt })],
  ['createBankConnectionImport.201', { ...form, code: 'WEB_FORM_REQUIRED' }],
  ['createBankConnectionImport.request', { bankId: 1 }],
  ['NEW_TRANSACTIONS.details', { transactionDetails: transactions?.transactionDetails.toReversed() }],
  ['LOW_ACCOUNT_BALANCE.details', edited(balances, { '/balanceChange': 1 })],
  [
    'LOW_ACCOUNT_BALANCE.message',
    edited(low, { '/balanceChanges': [...low.balanceChanges, ...low.balanceChanges] }),
  ],
  ['FOREIGN_MONEY_TRANSFER.details', edited(abroad, { '/transactionDetails/0/amount': 12 })],
  [
    'FOREIGN_MONEY_TRANSFER.message',
    edited(messages.FOREIGN_MONEY_TRANSFER.full, { '/newTransactions/0/transactionsCount': 0 }),
  ],
];

const all = { good, bad, badFormats, badByChecks };

async function ours(rows: readonly Row[]): Promise<boolean[]> {
  writeFileSync(join(consumer.folder, 'rows.json'), JSON.stringify(rows));
  const code = `import rows from './rows.json' with { type: 'json' };
    const verdicts = rows.map(async ([name, value]) =>
      (await import('bank-access-contracts/validators/' + name)).validate(value).length === 0);
    console.log(JSON.stringify(await Promise.all(verdicts)));`;
  writeFileSync(join(consumer.folder, 'rows.mjs'), code);
  return JSON.parse((await consumer.run(process.execPath, ['rows.mjs'])).stdout);
}

const schemaPath = (name: string) => join(consumer.installed, `generated/schemas/${name}.json`);

function byAjv(rows: readonly Row[]): boolean[] {
  return rows.map(([name, value]) => {
    const ajv = new Ajv2020({ strict: false, formats: { ...germanFormats, password: true } });
    return ajv.validate(JSON.parse(readFileSync(schemaPath(name), 'utf8')), value);
  });
}

/** Debian's, which checks no formats. */
const PYTHON = '/usr/bin/python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import jsonschema']).status === 0;

function byPython(rows: readonly Row[]): boolean[] {
  const code = `import json, sys
from jsonschema import Draft202012Validator
rows = json.load(sys.stdin)
print(json.dumps([Draft202012Validator(json.load(open(path))).is_valid(value) for path, value in rows]))`;
  const input = JSON.stringify(rows.map(([name, value]) => [schemaPath(name), value]));
  return JSON.parse(spawnSync(PYTHON, ['-c', code], { input, encoding: 'utf8' }).stdout);
}

/** The rows of another verdict than this one. */
function others(rows: readonly Row[], verdicts: readonly boolean[], isGood: boolean) {
  expect(verdicts).toHaveLength(rows.length);
  return rows.filter((_, index) => verdicts[index] !== isGood);
}

test('there are forty good and forty bad values', () => {
  expect(good.length).toBeGreaterThanOrEqual(40);
  expect(bad.length).toBeGreaterThanOrEqual(40);
});

test('the published validators find what is bad, and nothing else', async () => {
  for (const [kind, rows] of Object.entries(all))
    expect(others(rows, await ours(rows), kind === 'good')).toEqual([]);
});

test('ajv with our formats says the same, but for what no schema says', () => {
  for (const [kind, rows] of Object.entries(all))
    expect(others(rows, byAjv(rows), kind === 'good' || kind === 'badByChecks')).toEqual([]);
});

test.skipIf(!hasPython && !process.env['CI'])('python3-jsonschema does, but for formats, too', () => {
  for (const [kind, rows] of Object.entries(all))
    expect(others(rows, byPython(rows), kind !== 'bad')).toEqual([]);
});
