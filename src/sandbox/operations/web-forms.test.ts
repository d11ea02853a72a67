// Web forms: they hold and show what was sent; that they are answered as documented is in the suites.
import { expect, test } from 'vitest';
import { type Reply, SandboxCaller } from '../../test-support/sandbox-caller.ts';
import type { SandboxOperation } from './request-and-answer.ts';

const addressOf = ({ headers, json }: Reply): string => headers['location'] ?? json.url;
const storedForm = (caller: SandboxCaller, created: Reply) =>
  caller.control('GET', `/web-forms/${addressOf(created).split('/').at(-1)}`);

const payment =
  '{"sender":{"iban":"DE89"},"orders":[{"amount":{"value":12345678901234.560,"currency":"EUR"}}]}';

test.each([
  [
    'importBankConnectionV1',
    '{"bankId":12345678901234567890,"maxDaysForDownload":9.0e1,"extra":{"__proto__":1.10}}',
  ],
  ['createStandalonePayment', payment],
] as const)('the form of %s holds what was sent, digit for digit', async (flow, body) => {
  const caller = new SandboxCaller();
  const created = await caller.asUser(flow, body);
  const stored = await storedForm(caller, created);
  expect(stored.text).toContain(`"content":${body}`);
  expect(stored.json).toMatchObject({ flow, user: 'anna' });
  if (flow === 'importBankConnectionV1') expect(created.json.bank).toContain('12345678901234567890');
});

test('endpoint names the call with the prefix that it was made under', async () => {
  const caller = new SandboxCaller({ settings: { accessPrefix: '/bank' } });
  const sent = { token: await caller.userToken(), body: { bankId: 280001 }, prefix: '/bank' };
  const answer = await caller.operate('importBankConnectionV1', sent);
  expect(answer.json.endpoint).toBe('POST /bank/api/v1/bankConnections/import');
});

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
  const stored = await storedForm(caller, answer);
  expect(stored.text).toContain(`"content":${body},"submission":${submission}`);
  expect(stored.json.flow).toBe('submitPaymentV1');
});

test('a payment that is unknown or of another user is refused in the same words', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken('anna');
  const payment = await caller.operate('createMoneyTransferV1', { token, body: transfer });
  const other = await caller.userToken('ben');
  const body = { paymentId: payment.json.id };
  const calls = [
    { token: other, body },
    { token, body: { paymentId: 999 } },
    { token, body: {} },
  ];
  const refused = await Promise.all(calls.map((call) => caller.operate('submitPaymentV1', call)));
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(refused[0]?.json.errors[0].message).toBe(refused[1]?.json.errors[0].message);
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
  return caller.call('webForm', 'GET', addressOf(created));
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
    for (const shown of ['Bank</dt><dd>280001', 'Name of the connection</dt><dd>My bank', `<dd>${accounts}`])
      expect(text).toContain(`${shown}</dd>`);
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
