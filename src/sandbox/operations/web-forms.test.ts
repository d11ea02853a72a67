// Web forms: they hold and show what was sent; that they are answered as documented is in the suites.
import { expect, test } from 'vitest';
import { type Reply, SandboxCaller } from '../../test-support/sandbox-caller.ts';
import type { SandboxOperation } from './request-and-answer.ts';

const text =
  '{"bankId":280001,"name":"My test bank","interface":"XS2A","maxDaysForDownload":90.0,"accountTypes":["Loan"]}';

test('the form holds what was sent, digit for digit', async () => {
  const caller = new SandboxCaller();
  const body = '{"bankId":12345678901234567890,"maxDaysForDownload":9.0e1,"extra":{"__proto__":1.10}}';
  const answer = await caller.asUser('importBankConnectionV1', body);
  const stored = await caller.control('GET', `/web-forms/${idIn(answer.headers['location'])}`);
  expect(stored.text).toContain(`"content":${body}`);
  expect(stored.json).toMatchObject({ flow: 'importBankConnectionV1', user: 'anna' });
  expect(answer.json.bank).toContain('12345678901234567890');
});

test('endpoint names the call with the prefix that it was made under', async () => {
  const caller = new SandboxCaller({ settings: { accessPrefix: '/bank' } });
  const sent = { token: await caller.userToken(), body: text, prefix: '/bank' };
  const answer = await caller.operate('importBankConnectionV1', sent);
  expect(answer.json.endpoint).toBe('POST /bank/api/v1/bankConnections/import');
});

function idIn(location: string | undefined): string {
  return location?.split('/').at(-1) ?? '';
}

// The V1 payment: created by one call with its orders counted, submitted by another.

const order = { counterpartName: 'Max Mustermann', counterpartIban: 'DE02120300000000202051', amount: 12.5 };
const transfer = { iban: 'DE89370400440532013000', executionDate: '2026-12-01', moneyTransfers: [order] };

for (const [amounts, sum] of [
  [['0.1', '0.2'], '0.3'],
  [['123456789012345678901234567890', '0.01'], '123456789012345678901234567890.01'],
  [['1e2'], '100'],
] as const) {
  test(`the amount of ${amounts.join(' and ')} is exactly ${sum}`, async () => {
    const caller = new SandboxCaller();
    const body = `{"moneyTransfers":[${amounts.map((amount) => `{"amount":${amount}}`).join()}]}`;
    const answer = await caller.asUser('createMoneyTransferV1', body);
    expect(answer.text).toContain(`"amount":${sum},`);
  });
}

test('without an execution date the payment has the German date of the clock', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const { executionDate: _, ...body } = transfer;
  const dates = [];
  // From 08:00 UTC, 09:00 in Germany, to 22:59 UTC, 23:59 in Germany, and a minute more.
  for (const advance of ['PT0S', 'PT14H59M', 'PT1M']) {
    await caller.control('POST', '/clock', { advance });
    const fresh = advance === 'PT0S' ? token : await caller.userToken();
    const answer = await caller.operate('createMoneyTransferV1', { token: fresh, body });
    dates.push(answer.json.instructedExecutionDate);
  }
  expect(dates).toEqual(['2026-03-02', '2026-03-02', '2026-03-03']);
});

test('a submission is answered with 451, and its form shows the created payment', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken('anna');
  const body = '{"iban":"DE89370400440532013000","moneyTransfers":[{"amount":0.10,"purpose":"Rent"}]}';
  const payment = await caller.operate('createMoneyTransferV1', { token, body });
  const submission = `{"paymentId":${payment.json.id},"interface":"XS2A"}`;
  const answer = await caller.operate('submitPaymentV1', { token, body: submission });
  expect(answer.status).toBe(451);
  const stored = await caller.control('GET', `/web-forms/${answer.headers['location']?.split('/').at(-1)}`);
  expect(stored.text).toContain(`"content":${body},"submission":${submission}`);
  expect(stored.json.flow).toBe('submitPaymentV1');
});

test('a payment that is unknown or of another user is refused in the same words', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken('anna');
  const payment = await caller.operate('createMoneyTransferV1', { token, body: transfer });
  const other = await caller.userToken('ben');
  const body = { paymentId: payment.json.id };
  const foreign = await caller.operate('submitPaymentV1', { token: other, body });
  const unknown = await caller.operate('submitPaymentV1', { token, body: { paymentId: 999 } });
  const unnamed = await caller.operate('submitPaymentV1', { token, body: {} });
  expect([foreign.status, unknown.status, unnamed.status]).toEqual([404, 404, 404]);
  expect(foreign.json.errors[0].message).toBe(unknown.json.errors[0].message);
});

// Web Form V2: the form holds what was sent.

const payment =
  '{"sender":{"iban":"DE89"},"orders":[{"amount":{"value":12345678901234.560,"currency":"EUR"}}]}';

test('the form holds what was sent, digit for digit', async () => {
  const caller = new SandboxCaller();
  const answer = await caller.asUser('createStandalonePayment', payment);
  const stored = await caller.control('GET', `/web-forms/${answer.json.id}`);
  expect(stored.text).toContain(`"content":${payment}`);
  expect(stored.json).toMatchObject({ id: answer.json.id, flow: 'createStandalonePayment', user: 'anna' });
});

test('no id is ever given twice: not in a row, not after a reset, not by a seed that begins again', async () => {
  const caller = new SandboxCaller({ seed: 7 });
  const ids = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const token = await caller.userToken();
    for (let count = 0; count < 50; count++) {
      ids.add((await caller.operate('createStandalonePayment', { token, body: payment })).json.id);
    }
    await caller.control('POST', '/reset');
  }
  expect(ids.size).toBe(100);
});

test('a Host header that is no host does not reach the address', async () => {
  const caller = new SandboxCaller({ webFormUrl: 'http://forms.example' });
  const headers = { host: 'evil.example/x" onload=' };
  const sent = { token: await caller.userToken(), body: payment, headers };
  const answer = await caller.operate('createStandalonePayment', sent);
  expect(answer.json.url).toBe(`http://forms.example/forms/${answer.json.id}`);
});

// The page behind the address of a web form: V1 and V2 show the same, and nothing that was sent becomes markup.

async function pageOf(
  operationId: SandboxOperation,
  body: object,
  caller = new SandboxCaller(),
): Promise<Reply> {
  const token = await caller.userToken();
  const created = await caller.operate(operationId, { token, body });
  const url = created.headers['location'] ?? created.json.url;
  return caller.call('webForm', 'GET', url);
}

test('the form of an import shows bank and accounts', async () => {
  const v1 = { bankId: 280001, name: 'My bank', accountTypes: ['Checking', 'Loan'] };
  const v2 = { bank: { id: 280001 }, bankConnectionName: 'My bank', accountTypes: ['CHECKING', 'LOAN'] };
  for (const [operationId, body, accounts] of [
    ['importBankConnectionV1', v1, 'Checking, Loan'],
    ['createBankConnectionImport', v2, 'CHECKING, LOAN'],
  ] as const) {
    const { status, text } = await pageOf(operationId, body);
    expect(status).toBe(200);
    for (const [name, value] of [
      ['Bank', '280001'],
      ['Name of the connection', 'My bank'],
    ])
      expect(text).toContain(`<dt>${name}</dt><dd>${value}</dd>`);
    expect(text).toContain(`<dd>${accounts}</dd>`);
  }
});

test('the form of a payment shows sender and orders, the same for V1 and V2', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const created = await caller.operate('createMoneyTransferV1', {
    token,
    body: '{"iban":"DE89","moneyTransfers":[{"counterpartName":"Max","amount":1.10},{"amount":0.2}]}',
  });
  const submitted = await caller.operate('submitPaymentV1', { token, body: { paymentId: created.json.id } });
  const v1 = await caller.call('webForm', 'GET', submitted.headers['location'] ?? '');
  const form = await caller.operate('createStandalonePayment', {
    token,
    body: '{"sender":{"iban":"DE89"},"orders":[{"recipient":{"name":"Max"},"amount":{"value":1.10}},{"amount":{"value":0.2}}]}',
  });
  const v2 = await caller.call('webForm', 'GET', form.json.url);
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
  expect(page.text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;');
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
  const page = await new SandboxCaller().call('webForm', 'GET', '/forms/%3Cscript%3E');
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('There is no web form at this address.');
});

test('a form is open until the second of its expiresAt, and gone from it on', async () => {
  const caller = new SandboxCaller();
  const created = await caller.asUser('createStandalonePayment', {});
  const open = async () => (await caller.call('webForm', 'GET', created.json.url)).status;
  await caller.control('POST', '/clock', { advance: 'PT19M59.999S' });
  expect(await open()).toBe(200);
  await caller.control('POST', '/clock', { advance: 'PT0.001S' });
  expect(await open()).toBe(410);
});
