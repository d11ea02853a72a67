// Web forms and V1 payments: they hold and show what was sent, and nothing that was sent becomes markup.
// Replaced: the socket by a call of the sandbox in process, and the browser by what its text must not hold.
import { expect, test } from 'vitest';
import { type Reply, SandboxCaller } from '../../test-support/sandbox-caller.ts';

const urlOf = ({ headers, json }: Reply): string => headers['location'] ?? json.url;
const pageOf = (caller: SandboxCaller, created: Reply) => caller.call('webForm', 'GET', urlOf(created));
const paying = async (body: object | string) => {
  const caller = new SandboxCaller();
  return pageOf(caller, await caller.asUser('createStandalonePayment', body));
};

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
  const caller = new SandboxCaller();
  const sent = { token: await caller.userToken(), body: {}, headers: { host: 'evil.example/x" onload=' } };
  const answer = await caller.operate('createStandalonePayment', sent);
  expect(answer.json.url).toBe(`http://127.0.0.1:4021/forms/${answer.json.id}`);
});

test('the page of a V1 payment shows the orders that created it, digit for digit', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const body = '{"iban":"DE89","moneyTransfers":[{"counterpartName":"Max","amount":1.10}]}';
  const { json } = await caller.operate('createMoneyTransferV1', { token, body });
  const submitted = await caller.operate('submitPaymentV1', { token, body: { paymentId: json.id } });
  const { text } = await pageOf(caller, submitted);
  for (const shown of ['&#34;iban&#34;: &#34;DE89&#34;', '&#34;amount&#34;: 1.10\n'])
    expect(text).toContain(shown);
});

test('no page shows a secret, whatever field of the request holds it', async () => {
  const sent = { orders: [{ purpose: 'Rent, ZXhhbXBsZS1zZWNyZXQ=' }], theme: { accessToken: 'our-token' } };
  const { text } = await paying(sent);
  expect(text).toContain('Rent, [secret]');
  expect(text).not.toMatch(/our-token|ZXhhbXBsZS1zZWNyZXQ/);
});

test('nothing that was sent becomes markup, and the page may do nothing: no script, no frame, nowhere to send anything', async () => {
  const evil = `<script>alert(1)</script>"'&\u202e`;
  const { status, headers, text } = await paying({
    sender: { iban: evil },
    orders: [{ recipient: { name: evil, address: { street: [evil] } }, purpose: { '<b>': evil } }],
  });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).not.toMatch(/<script|<b>|"'|<style|<form|<img|<link|\s(style|on\w+)=/i);
  expect(text.split('&#60;script&#62;alert(1)&#60;/script&#62;\\&#34;&#39;&#38;\ufffd')).toHaveLength(5);
  expect(text).toContain('&#60;b&#62;');
  const policy = /default-src 'none'.*form-action 'none'.*frame-ancestors 'none'/;
  expect(headers['content-security-policy']).toMatch(policy);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('an id that no form has is a page that says so', async () => {
  const page = await new SandboxCaller().call('webForm', 'GET', '/forms/%3Cscript%3E');
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('There is no web form at this URL.');
});
