// Which operation a call is, which documented answer a status belongs to, and what counts as success.
import { expect, test } from 'vitest';
import open from '../../generated/validators/open.js';
import { answerKind, isSuccess, type OperationId, operationOf, pathOf } from './operation.ts';

test.each<[string, string, string | undefined]>([
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
  ['POST', 'https://users', undefined],
  ['GET', 'https://h/?path=/clientConfiguration', undefined],
  ['POST', 'https://h', undefined],
])('%s %s is %s', (method, url, operation) => {
  expect(operationOf({ method, url })).toBe(operation);
});

test('a path is what is between host and query', () => {
  const urls = ['https://h/a/b/?q=/c#d', '/a/b', 'https://h', '/'];
  expect(urls.map(pathOf)).toEqual(['/a/b', '/a/b', '', '/']);
});

test.each<[OperationId, number, documented: string | undefined, isSuccess: boolean]>([
  ['createToken', 199, undefined, false],
  ['createToken', 204, '2XX', true],
  ['createToken', 299, '2XX', true],
  ['createToken', 302, undefined, false],
  ['createToken', 400, '4XX', false],
  ['createToken', 451, '4XX', false],
  ['createToken', 599, '4XX', false],
  ['createToken', 600, undefined, false],
  ['submitPaymentV1', 200, undefined, true],
  ['submitPaymentV1', 451, '451', true],
  ['createMoneyTransferV1', 451, '4XX', false],
  ['createStandalonePayment', 201, '201', true],
  ['createStandalonePayment', 200, undefined, true],
])('%s with %s is the documented answer %s, a success: %s', (operation, status, documented, is) => {
  expect(answerKind(operation, status)?.status).toBe(documented);
  expect(isSuccess(operation, status)).toBe(is);
});

test('an answer has its clauses and its schema', () => {
  const schema = open['importBankConnectionV1.451'];
  const due = { status: '451', clauses: ['V1-IMPORT-451'], schema };
  expect(answerKind('importBankConnectionV1', 451)).toEqual(due);
});
