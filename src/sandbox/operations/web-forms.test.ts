// Web forms and V1 payments: they hold and show what was sent, and nothing that was sent becomes markup.
import { expect, test } from 'vitest';
import { type Reply, SandboxCaller } from '../../test-support/sandbox-caller.ts';

const urlOf = ({ headers, json }: Reply): string => headers['location'] ?? json.url;
const pageOf = (caller: SandboxCaller, created: Reply) => caller.call('webForm', 'GET', urlOf(created));
const paying = async (body: object | string) => {
  const caller = new SandboxCaller();
  return pageOf(caller, await caller.asUser('createStandalonePayment', body));
};

test.each([
  [
    'importBankConnectionV1',
    '{"bankId":12345678901234567890,"maxDaysForDownload":9.0e1,"extra":{"__proto__":1.10}}',
  ],
  ['createStandalonePayment', '{"orders":[{"amount":{"value":12345678901234.560,"currency":"EUR"}}]}'],
] as const)('the form of %s holds what was sent, digit for digit', async (flow, body) => {
  const caller = new SandboxCaller();
  const created = await caller.asUser(flow, body);
  const stored = await caller.control('GET', `/web-forms/${urlOf(created).split('/').at(-1)}`);
  expect(stored.text).toContain(`"content":${body}`);
  expect(stored.json).toMatchObject({ flow, user: 'anna' });
});

test('endpoint names the call with the prefix that it was made under', async () => {
  const caller = new SandboxCaller({ settings: { accessPrefix: '/bank' } });
  const sent = { token: await caller.userToken(), body: { bankId: 280001 }, prefix: '/bank' };
  const answer = await caller.operate('importBankConnectionV1', sent);
  expect(answer.json.endpoint).toBe('POST /bank/api/v1/bankConnections/import');
});

test.each([
  ['0.1},{"amount":0.2', '0.3'],
  ['123456789012345678901234567890},{"amount":0.01', '123456789012345678901234567890.01'],
  ['1e2', '100'],
])('the amount of orders of {"amount":%s} is exactly %s', async (amounts, sum) => {
  const answer = await new SandboxCaller().asUser(
    'createMoneyTransferV1',
    `{"moneyTransfers":[{"amount":${amounts}}]}`,
  );
  expect(answer.text).toContain(`"amount":${sum},`);
});

test('without an execution date a payment has the German date of the clock', async () => {
  const caller = new SandboxCaller();
  const dates = [];
  // 22:59 UTC is 23:59 in Germany.
  for (const advance of ['PT14H59M', 'PT1M']) {
    await caller.control('POST', '/clock', { advance });
    dates.push((await caller.asUser('createMoneyTransferV1', {})).json.instructedExecutionDate);
  }
  expect(dates).toEqual(['2026-03-02', '2026-03-03']);
});

test('no id is ever given twice: not in a row, not after a reset, not by a seed that begins again', async () => {
  const caller = new SandboxCaller({ seed: 7 });
  const ids = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const token = await caller.userToken();
    for (let count = 0; count < 5; count++)
      ids.add((await caller.operate('createStandalonePayment', { token, body: {} })).json.id);
    await caller.control('POST', '/reset');
  }
  expect(ids.size).toBe(10);
});

test('a Host header that is no host does not reach the URL', async () => {
  const caller = new SandboxCaller({ webFormUrl: 'http://forms.example' });
  const sent = { token: await caller.userToken(), body: {}, headers: { host: 'evil.example/x" onload=' } };
  const answer = await caller.operate('createStandalonePayment', sent);
  expect(answer.json.url).toBe(`http://forms.example/forms/${answer.json.id}`);
});

test('the page of an import shows bank and accounts', async () => {
  const v1 = { bankId: 280001, name: 'My bank', accountTypes: ['Checking', 'Loan'] };
  const v2 = { bank: { id: 280001 }, bankConnectionName: 'My bank', accountTypes: ['CHECKING', 'LOAN'] };
  for (const [operation, body, accounts] of [
    ['importBankConnectionV1', v1, 'Checking, Loan'],
    ['createBankConnectionImport', v2, 'CHECKING, LOAN'],
  ] as const) {
    const caller = new SandboxCaller();
    const { text } = await pageOf(caller, await caller.asUser(operation, body));
    for (const shown of ['Bank</dt><dd>280001', 'Name of the connection</dt><dd>My bank', `<dd>${accounts}`])
      expect(text).toContain(`${shown}</dd>`);
  }
});

test('the page of a payment shows sender and orders, the same for V1 and V2', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const orders = '{"counterpartName":"Max","amount":1.10},{"amount":0.2}';
  const body = `{"iban":"DE89","moneyTransfers":[${orders}]}`;
  const { json } = await caller.operate('createMoneyTransferV1', { token, body });
  const v1 = await caller.operate('submitPaymentV1', { token, body: { paymentId: json.id } });
  const { text } = await pageOf(caller, v1);
  expect(text).toContain('<dt>Sender</dt><dd>DE89</dd>');
  expect(text).toContain('<p>Orders: 2</p>');
  expect(text).toContain('<dt>Recipient</dt><dd>Max</dd>\n<dt>Amount</dt><dd>1.10</dd>');
  const v2 = '{"recipient":{"name":"Max"},"amount":{"value":1.10}},{"amount":{"value":0.2}}';
  expect((await paying(`{"sender":{"iban":"DE89"},"orders":[${v2}]}`)).text).toBe(text);
});

test('a page of very many orders counts them all and shows a thousand', async () => {
  const page = await paying({ orders: Array.from({ length: 1_001 }, () => ({})) });
  expect(page.text).toContain('<p>Orders: 1001, of which these are the first 1000</p>');
  expect(page.text.match(/<li>/g)?.length).toBe(1_000);
});

test('nothing that was sent becomes markup, and the page may do nothing: no script, no frame, nowhere to send anything', async () => {
  const evil = `<script>alert(1)</script>"'&`;
  const { status, headers, text } = await paying({
    sender: { iban: evil },
    orders: [{ recipient: { name: evil, address: { street: [evil] } }, purpose: { '<b>': evil } }],
  });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/<script|<b>|"'|<style|<form|<img|<link|\s(style|on\w+)=/i);
  expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;');
  const policy = /default-src 'none'.*form-action 'none'.*frame-ancestors 'none'/;
  expect(headers['content-security-policy']).toMatch(policy);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('an id that no form has is a page that says so', async () => {
  const page = await new SandboxCaller().call('webForm', 'GET', '/forms/%3Cscript%3E');
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('There is no web form at this URL.');
});
