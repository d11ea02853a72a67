// Which operation a call is, which documented answer a status belongs to, and what counts as success.
import { expect, test } from 'vitest';
import open from '../../generated/validators/open.js';
import { answerKind, isSuccess, operationOf, pathOf } from './operation.ts';

const calls: [string, string, string | undefined][] = [
  ['POST', 'https://access.example/oauth/token', 'createToken'],
  ['POST', 'https://access.example/oauth/token?grant_type=client_credentials', 'createToken'],
  ['POST', 'http://127.0.0.1:4010/users', 'createUser'],
  ['POST', 'https://access.example/api/v2/users/', 'createUser'],
  ['POST', '/notificationRules', 'createNotificationRule'],
  ['POST', 'https://access.example/api/v1/notificationRules#top', 'createNotificationRule'],
  ['GET', 'https://access.example/some/prefix/clientConfiguration', 'getClientConfiguration'],
  ['POST', 'https://h/api/v1/bankConnections/import', 'importBankConnectionV1'],
  ['POST', 'https://h/gateway/api/v1/payments/moneyTransfers', 'createMoneyTransferV1'],
  ['POST', 'https://h/api/v1/payments/submit', 'submitPaymentV1'],
  ['POST', 'https://h/api/webForms/bankConnectionImport', 'createBankConnectionImport'],
  ['POST', 'https://h/api/webForms/standalonePayment', 'createStandalonePayment'],
  ['GET', 'https://h/notificationRules', undefined],
  ['DELETE', 'https://h/notificationRules/7', undefined],
  ['POST', 'https://h/superusers', undefined],
  ['POST', 'https://h/users/anna', undefined],
  ['POST', 'https://users', undefined],
  ['GET', 'https://h/?path=/clientConfiguration', undefined],
  ['POST', 'https://h', undefined],
];

test('an operation is known by its method and the end of its path', () => {
  const found = calls.map(([method, url]) => operationOf({ method, url }));
  expect(found).toEqual(calls.map(([, , operation]) => operation));
});

test('a path is what is between host and query', () => {
  expect(pathOf('https://h/a/b/?q=/c#d')).toBe('/a/b');
  expect(pathOf('/a/b')).toBe('/a/b');
  expect(pathOf('https://h')).toBe('');
  expect(pathOf('/')).toBe('/');
});

test('an answer is documented by its number, by 2XX, or as a refusal', () => {
  expect(answerKind('createToken', 204)?.status).toBe('2XX');
  expect(answerKind('createToken', 400)?.status).toBe('4XX');
  expect(answerKind('createToken', 503)?.status).toBe('4XX');
  expect(answerKind('createToken', 302)).toBeUndefined();
  expect(answerKind('createToken', 599)?.status).toBe('4XX');
  expect(answerKind('createToken', 600)).toBeUndefined();
  expect(answerKind('createToken', 451)?.status).toBe('4XX');
  expect(answerKind('importBankConnectionV1', 451)).toEqual({
    status: '451',
    clauses: ['V1-IMPORT-451'],
    schema: open['importBankConnectionV1.451'],
  });
  expect(answerKind('submitPaymentV1', 451)?.clauses).toEqual(['V1-SUBMIT-451']);
  expect(answerKind('submitPaymentV1', 200)).toBeUndefined();
  expect(answerKind('createStandalonePayment', 201)?.status).toBe('201');
  expect(answerKind('createStandalonePayment', 200)).toBeUndefined();
});

test('451 is a success where the documentation shows it and a refusal elsewhere', () => {
  expect(isSuccess('importBankConnectionV1', 451)).toBe(true);
  expect(isSuccess('submitPaymentV1', 451)).toBe(true);
  expect(isSuccess('createMoneyTransferV1', 451)).toBe(false);
  expect(isSuccess('createStandalonePayment', 451)).toBe(false);
  expect(isSuccess('createUser', 200)).toBe(true);
  expect(isSuccess('createUser', 299)).toBe(true);
  expect(isSuccess('createUser', 300)).toBe(false);
  expect(isSuccess('createUser', 199)).toBe(false);
});
