// What `listen`, `fire` and `check` take of `--target`: how its provider encrypts and writes, what it leaves open, and its key.
import { expect, test, vi } from 'vitest';
import { callVerb } from '../../test-support/call-verb.ts';
import { documentedRecords, withFields } from '../../test-support/documented-records.ts';
import { itemsOf, plainHandler } from '../../test-support/plain-handler.ts';
import { ndjson } from '../../test-support/recorded-calls.ts';
import { screens } from '../../test-support/screens.ts';
import { BANK } from '../../test-support/target-file-of-sandbox.ts';
import { checkCommand } from '../recordings/check.ts';
import { fireCommand } from './fire.ts';

const settings = {
  cipher: './cipher.mjs',
  serviceVersion: '1.29.0',
  bigDecimalForm: 'string',
  fieldAliases: { createdAt: ['created'] },
  toleratedTimeFormats: { createdAt: ['\\d{4}-\\d{2}-\\d{2}'] },
};
const credentials = { dataDecryptionKey: { env: 'BANK_KEY' } };
const places = { accessUrl: 'https://bank.example', webFormUrl: 'https://forms.bank.example' };
const item = {
  accountId: 101,
  accountName: 'sesame-Girokonto',
  accountNumber: 'sesame-532013000',
  accountIban: null,
  bankName: 'Bank',
  bankConnectionName: null,
};
const message = {
  notificationRuleId: 7,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  callbackHandle: 'low',
  balanceThreshold: '250.50',
  balanceChanges: [item],
};
const body = { url: `${places.webFormUrl}/1`, createdAt: undefined, created: '2026-11-20' };
const { response } = withFields(documentedRecords().createStandalonePayment, {}, body);
const form = {
  request: { method: 'POST', url: `${places.webFormUrl}/api/webForms/standalonePayment`, headers: {} },
  response,
};
const files = {
  // Encrypted is what begins with the key.
  'cipher.mjs': `export default async (key) => ({
    encrypt: async (plain) => key + plain,
    decrypt: async (text) => {
      if (!text.startsWith(key)) throw new Error('not with ' + key);
      return text.slice(key.length);
    },
  });`,
  'part.json': { credentials, settings },
  'whole.yaml': { ...BANK, ...places, settings, credentials: { ...BANK.credentials, ...credentials } },
  'a.ndjson': ndjson([{ message }, form]),
  'pattern.json': { settings: { toleratedTimeFormats: { createdAt: ['('] } } },
  'list.json': [],
};

screens(checkCommand, {
  'a target file': {
    env: { BANK_KEY: 'sesame-' },
    files,
    calls: {
      'a.ndjson': 1,
      'a.ndjson --target part.json': 0,
      'a.ndjson --target whole.yaml': 0,
      'a.ndjson --target part.json --key-env OTHER_KEY': 2,
      'a.ndjson --target pattern.json': 2,
      'a.ndjson --target list.json': 2,
    },
  },
});

test.each(['part.json', 'whole.yaml'])(
  'fire encrypts with the cipher of %s and writes as its provider does',
  async (target) => {
    vi.stubEnv('BANK_KEY', 'sesame-');
    const { url, calls } = await plainHandler();
    for (const event of ['HIGH_TRANSACTION_AMOUNT', 'FOREIGN_MONEY_TRANSFER']) {
      const args = [event, '--include-details', '--to', url, '--target', target];
      const { exitCode, stderr } = await callVerb(fireCommand(), args, files);
      expect([exitCode, stderr]).toEqual([0, expect.not.stringMatching(/sesame|test key/)]);
    }
    const [high, foreign] = calls.map(({ message }) => {
      const [first] = itemsOf(message);
      return JSON.parse(String(first?.['details']).replace(/^sesame-/, '')).transactionDetails[0];
    });
    expect(calls[0]?.message['absoluteAmountThreshold']).toMatch(/^\d+(\.\d+)?$/);
    expect(high.amount).toBeTypeOf('number');
    expect(high).not.toHaveProperty('isAdjustingEntry');
    expect(foreign.amount).toMatch(/^-\d+(\.\d+)?$/);
  },
);
