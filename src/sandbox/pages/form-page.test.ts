// The page behind the address of a web form: V1 and V2 show the same, and nothing that was sent becomes markup.
import { expect, test } from 'vitest';
import type { OperationId } from '../operation.ts';
import { type Heard, Visitor } from '../visitor.ts';

async function pageOf(operationId: OperationId, body: object, visitor = new Visitor()): Promise<Heard> {
  const token = await visitor.userToken();
  const created = await visitor.operate(operationId, { token, body });
  const url = created.headers['location'] ?? created.json.url;
  return visitor.call('webForm', 'GET', url);
}

const shown = {
  v1: [
    '<dt>Bank</dt><dd>280001</dd>',
    '<dt>Name of the connection</dt><dd>My bank</dd>',
    '<dd>Checking, Loan</dd>',
  ],
  v2: [
    '<dt>Bank</dt><dd>280001</dd>',
    '<dt>Name of the connection</dt><dd>My bank</dd>',
    '<dd>CHECKING, LOAN</dd>',
  ],
};

test('the form of an import shows bank and accounts', async () => {
  const v1 = await pageOf('importBankConnectionV1', {
    bankId: 280001,
    name: 'My bank',
    accountTypes: ['Checking', 'Loan'],
  });
  const v2 = await pageOf('createBankConnectionImport', {
    bank: { id: 280001 },
    bankConnectionName: 'My bank',
    accountTypes: ['CHECKING', 'LOAN'],
  });
  expect([v1.status, v2.status]).toEqual([200, 200]);
  for (const piece of shown.v1) expect(v1.text).toContain(piece);
  for (const piece of shown.v2) expect(v2.text).toContain(piece);
});

test('the form of a payment shows sender and orders, the same for V1 and V2', async () => {
  const visitor = new Visitor();
  const token = await visitor.userToken();
  const created = await visitor.operate('createMoneyTransferV1', {
    token,
    body: '{"iban":"DE89","moneyTransfers":[{"counterpartName":"Max","amount":1.10},{"amount":0.2}]}',
  });
  const submitted = await visitor.operate('submitPaymentV1', { token, body: { paymentId: created.json.id } });
  const v1 = await visitor.call('webForm', 'GET', submitted.headers['location'] ?? '');
  const form = await visitor.operate('createStandalonePayment', {
    token,
    body: '{"sender":{"iban":"DE89"},"orders":[{"recipient":{"name":"Max"},"amount":{"value":1.10}},{"amount":{"value":0.2}}]}',
  });
  const v2 = await visitor.call('webForm', 'GET', form.json.url);
  expect(v1.text).toContain('<dt>Sender</dt><dd>DE89</dd>');
  expect(v1.text).toContain('<p>Orders: 2</p>');
  expect(v1.text).toContain('<dt>Recipient</dt><dd>Max</dd>\n<dt>Amount</dt><dd>1.10</dd>');
  expect(v1.text).toBe(v2.text);
});

test('a form of very many orders counts them all and shows a thousand', async () => {
  const page = await pageOf('createStandalonePayment', { orders: Array.from({ length: 1_001 }, () => ({})) });
  expect(page.text).toContain('<p>Orders: 1001, of which these are the first 1000</p>');
  expect(page.text.match(/<li>/g)?.length).toBe(1_000);
});

test('nothing that was sent becomes markup', async () => {
  const evil = `<script>alert(1)</script>"'&`;
  const page = await pageOf('createStandalonePayment', {
    sender: { iban: evil },
    orders: [{ recipient: { name: evil, address: { street: [evil] } }, purpose: { '<b>': evil } }],
  });
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/<script|<b>|"'/);
  expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
});

test('the page may do nothing: no script, no frame, nowhere to send anything', async () => {
  const { headers, text } = await pageOf('createStandalonePayment', {});
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'.*form-action 'none'.*frame-ancestors 'none'/,
  );
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(text).not.toMatch(/<script|<style|<form|<img|<link|\s(style|on\w+)=/i);
});

test('an id that no form has is a page that says so', async () => {
  const page = await new Visitor().call('webForm', 'GET', '/forms/%3Cscript%3E');
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('There is no web form at this address.');
});

test('a form is open until the second of its expiresAt, and gone from it on', async () => {
  const visitor = new Visitor();
  const created = await visitor.operate('createStandalonePayment', {
    token: await visitor.userToken(),
    body: {},
  });
  const open = async () => (await visitor.call('webForm', 'GET', created.json.url)).status;
  await visitor.control('POST', '/clock', { advance: 'PT19M59.999S' });
  expect(await open()).toBe(200);
  await visitor.control('POST', '/clock', { advance: 'PT0.001S' });
  expect(await open()).toBe(410);
});
