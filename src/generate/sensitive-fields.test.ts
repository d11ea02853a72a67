// Which places of the schemas hold a secret, an encrypted text or somebody's data: no finding or report repeats them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encryptedFields, personalFields } from '../../suites/documented-events.ts';
import { PROJECT } from './project.ts';
import type { Schema } from './schema.ts';

const FOLDER = join(PROJECT, 'contracts/generated/schemas');

/** The names of the fields that a mark stands on, by the part of the schema's name before the dot and by its kind. */
function marked(isMarked: (schema: Schema) => boolean): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const file of readdirSync(FOLDER)) {
    const schema: Schema = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
    const names = fieldsOf(schema, '')
      .filter(([, part]) => isMarked(part))
      .map(([path]) => path);
    if (names.length > 0) found[file.replace('.json', '')] = [...new Set(names)].toSorted();
  }
  return found;
}

function fieldsOf(schema: Schema, at: string): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, part]): [string, Schema][] => {
    const path = at === '' ? name : `${at}.${name}`;
    return [[path, part], ...fieldsOf(part, path)];
  });
  const items = schema.items
    ? [[`${at}[]`, schema.items] as [string, Schema], ...fieldsOf(schema.items, `${at}[]`)]
    : [];
  return [...own, ...items, ...(schema.allOf ?? []).flatMap((part) => fieldsOf(part, at))];
}

test('the secrets are the credentials of the client, passwords and tokens', () => {
  expect(marked(({ format }) => format === 'password')).toEqual({
    'createToken.2XX': ['access_token'],
    'createToken.request': ['client_id', 'client_secret', 'password'],
    'createUser.2XX': ['password'],
    'createUser.request': ['password'],
  });
});

const item = (list: string) =>
  ['accountIban', 'accountName', 'accountNumber', 'bankConnectionName', 'details'].map(
    (name) => `${list}[].${name}`,
  );

test('the encrypted texts are those that the documentation calls encrypted', () => {
  expect(marked((schema) => schema['x-encrypted'] === true)).toEqual({
    'NEW_ACCOUNT_BALANCE.message': item('balanceChanges'),
    'LOW_ACCOUNT_BALANCE.message': item('balanceChanges'),
    'NEW_TRANSACTIONS.message': item('newTransactions'),
    'FOREIGN_MONEY_TRANSFER.message': item('newTransactions'),
    'HIGH_TRANSACTION_AMOUNT.message': item('newTransactions'),
    'CATEGORY_CASH_FLOW.message': [...item('categoryCashFlows'), 'categoryName'],
    'BANK_LOGIN_ERROR.message': ['loginErrors[].bankConnectionName', 'loginErrors[].details'],
    ...encryptedFields,
  });
});

const address = ['city', 'country', 'houseNumber', 'postCode', 'street'];
const balances = [
  'accountName',
  'accountNumber',
  'balanceChange',
  'bankConnectionName',
  'iban',
  'newBalance',
  'oldBalance',
];
const transaction = (list: string, ...more: string[]) =>
  ['amount', 'counterpartIban', 'counterpartName', 'purpose', ...more]
    .toSorted()
    .map((name) => `${list}[].${name}`);
const lines = 'structuredRemittanceInformation[]';

test('the data of somebody are names, addresses, accounts, amounts and texts of payments', () => {
  expect(marked((schema) => schema['x-personal'] === true)).toEqual({
    'createToken.request': ['username'],
    'createUser.request': ['email', 'id', 'phone'],
    'createUser.2XX': ['email', 'id', 'phone'],
    'importBankConnectionV1.request': ['name'],
    'importBankConnectionV1.451': ['authContext'],
    'submitPaymentV1.451': ['authContext'],
    'createBankConnectionImport.request': ['bankConnectionName'],
    'createMoneyTransferV1.2XX': ['amount', 'iban'],
    'createMoneyTransferV1.request': [
      'iban',
      ...[
        'amount',
        'counterpartBic',
        'counterpartIban',
        'counterpartName',
        'endToEndId',
        'purpose',
        lines,
      ].map((name) => `moneyTransfers[].${name}`),
      ...address.map((name) => `moneyTransfers[].counterpartAddress.${name}`),
    ].toSorted(),
    'createStandalonePayment.request': [
      'sender.iban',
      ...[
        'amount.value',
        'endToEndId',
        'purpose',
        'recipient.bic',
        'recipient.iban',
        'recipient.name',
        lines,
      ].map((name) => `orders[].${name}`),
      ...address.map((name) => `orders[].recipient.address.${name}`),
    ].toSorted(),
    'NEW_ACCOUNT_BALANCE.details': balances,
    'LOW_ACCOUNT_BALANCE.details': balances,
    'BANK_LOGIN_ERROR.details': ['errorMessage'],
    'NEW_TRANSACTIONS.details': transaction('transactionDetails'),
    'HIGH_TRANSACTION_AMOUNT.details': transaction('transactionDetails'),
    'FOREIGN_MONEY_TRANSFER.details': transaction(
      'transactionDetails',
      'counterpartAccountNumber',
      'counterpartBic',
      'counterpartBlz',
    ),
    'CATEGORY_CASH_FLOW.details': transaction('transactions'),
    ...personalFields,
  });
});
