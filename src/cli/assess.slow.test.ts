// A recording made by driving the sandbox through both flows, and a browser on the forms: assess names exactly what was sent.
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientToken, createUser, userToken } from '../../contracts/src/client/access-calls.ts';
import { createClient } from '../../contracts/src/client/client.ts';
import * as v1 from '../../contracts/src/client/v1.ts';
import * as v2 from '../../contracts/src/client/v2.ts';
import type { Readiness } from '../../contracts/src/evidence/readiness.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { browserPath } from '../test-support/browser.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { assessCommand } from './assess.ts';

interface Recorded {
  readonly request: { readonly url: string };
}

const records: Recorded[] = [];
const sandbox = createSandbox({ seed: 1 });
const executablePath = browserPath();

/** Calls the service and records the exchange, as a proxy would. */
async function recorded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { method, url, headers } = request;
  const body = await request.clone().text();
  const response = await call(request);
  const answer = { status: response.status, headers: Object.fromEntries(response.headers) };
  const time = new Date(Date.UTC(2026, 10, 22, 10, records.length)).toISOString();
  const sent = { method, url, headers: Object.fromEntries(headers), body };
  records.push({
    time,
    request: sent,
    response: { ...answer, body: await response.clone().text() },
  } as Recorded);
  return response;
}
const call = globalThis.fetch;

const executionDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const IMPORT = {
  bankId: 280001,
  name: 'My bank',
  interface: 'XS2A',
  accountTypes: ['CreditCard', 'Loan'],
} as const;
const ORDER = { counterpartName: 'Ada', counterpartIban: 'DE02120300000000202051', amount: 12.5 };
const PAYMENT = {
  iban: 'DE89370400440532013000',
  executionDate,
  moneyTransfers: [ORDER, { ...ORDER, purpose: 'rent' }],
};

beforeAll(async () => {
  const urls = await sandbox.listen();
  vi.stubGlobal('fetch', recorded);
  const { id: client_id, secret: client_secret } = sandbox.client;
  const credentials = { client_id, client_secret };
  const { access_token: ofClient } = await clientToken(createClient(urls), credentials);
  const user = {
    id: 'ada',
    password: 'a-long-password',
    email: 'ada@example.com',
    phone: '1',
    isAutoUpdateEnabled: true,
  };
  await createUser(createClient(urls, ofClient), user);
  const { access_token } = await userToken(createClient(urls), {
    ...credentials,
    username: user.id,
    password: user.password,
  });
  const client = createClient(urls, access_token);
  const forms = [
    await v1.openImportForm(client, { ...IMPORT, accountTypes: [...IMPORT.accountTypes] }),
    await v1.openImportForm(client, { bankId: 280002 }),
    await v1.openPaymentForm(client, PAYMENT),
  ];
  await v1.createMoneyTransfer(client, { ...PAYMENT, moneyTransfers: [{ ...ORDER, amount: 1 }] });
  forms.push(
    await v2.openImportForm(client, {
      bank: { id: 280001 },
      bankConnectionName: 'My bank',
      allowedInterfaces: ['XS2A'],
      accountTypes: ['LOAN', 'CREDIT_CARD'],
    }),
    await v2.openPaymentForm(client, {
      sender: { iban: PAYMENT.iban },
      executionDate,
      orders: PAYMENT.moneyTransfers.map(
        ({ counterpartName: name, counterpartIban: iban, amount: value, ...order }) => ({
          ...order,
          recipient: { name, iban },
          amount: { value, currency: 'EUR' },
        }),
      ),
    }),
  );
  vi.unstubAllGlobals();
  if (executablePath !== undefined) await browse(forms.map(({ url }) => url));
}, 60_000);

afterAll(() => sandbox.close());

/** Opens each form as the end user does; the calls of the browser are in the recording, too. */
async function browse(urls: readonly string[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: executablePath ?? '' });
  const page = await browser.newPage();
  for (const url of urls) {
    const response = await page.goto(url);
    expect(await page.locator('h1').count()).toBe(1);
    const request = { method: 'GET', url, headers: {} };
    records.push({
      request,
      response: { status: response?.status() ?? 0, headers: {}, body: '' },
    } as Recorded);
  }
  await browser.close();
}

async function assessed(
  these: readonly Recorded[],
  ...args: string[]
): Promise<{ exitCode: number; result: Readiness }> {
  const content = these.map((record) => `${JSON.stringify(record)}\n`).join('');
  const { stdout, exitCode, stderr } = await callVerb(assessCommand(), ['a.ndjson', '--json', ...args], {
    'a.ndjson': content,
  });
  expect(stderr).toBe('');
  return { exitCode, result: JSON.parse(stdout) };
}

test('every number of the assessment is what was sent, counted by hand', async () => {
  const { exitCode, result } = await assessed(records);
  const browsed = executablePath === undefined ? 0 : 5;
  // Two tokens and a user; two imports and a payment of two calls and one of one in V1; an import and a payment in V2.
  expect(records).toHaveLength(3 + 2 + 3 + 2 + browsed);
  expect([exitCode, result.says]).toEqual([1, 'ready after 2 decisions']);
  expect(result).toMatchObject({ records: 10 + browsed, broken: 0, others: 3 + browsed, v1Calls: 5 });
  const at = (minute: number) => Date.UTC(2026, 10, 22, 10, minute);
  expect(
    result.calls.map(({ operation, calls, statuses, first, last }) => [
      operation,
      calls,
      statuses,
      first,
      last,
    ]),
  ).toEqual([
    ['importBankConnectionV1', 2, { 451: 2 }, at(3), at(4)],
    ['createMoneyTransferV1', 2, { 201: 2 }, at(5), at(7)],
    ['submitPaymentV1', 1, { 451: 1 }, at(6), at(6)],
    ['createBankConnectionImport', 1, { 201: 1 }, at(8), at(8)],
    ['createStandalonePayment', 1, { 201: 1 }, at(9), at(9)],
  ]);
  expect(result.flows).toEqual({
    imports: { form: 2, noForm: 0, unknown: 0 },
    payments: {
      form: 1,
      noForm: 1,
      submitted: 1,
      notSubmitted: 1,
      repeated: 0,
      withoutCreate: 0,
      unpaired: 0,
      notFollowed: 0,
    },
  });
  expect(
    result.fields.map(({ request, from, calls, values }) => `${request} ${from} ${calls} ${values}`),
  ).toEqual([
    'import bankId 2 2',
    'import name 1 1',
    'import interface 1 1',
    'import accountTypes[] 1 2',
    'payment iban 2 2',
    'payment executionDate 2 2',
    'payment moneyTransfers[] 2 3',
    'payment moneyTransfers[].counterpartName 2 3',
    'payment moneyTransfers[].counterpartIban 2 3',
    'payment moneyTransfers[].amount 2 3',
    'payment moneyTransfers[].purpose 1 1',
    'submit paymentId 1 1',
    'submit interface 1 1',
  ]);
  expect(result.fields.length + result.neverUsed.length).toBe(8 + 18 + 2);
  expect(result.undocumented).toEqual([]);
  // All 10 fields of three answers with 451, and all 11 of two payments.
  expect(result.answers.map(({ calls }) => calls)).toEqual([...Array(10).fill(3), ...Array(11).fill(2)]);
  const one = { v1: 2, v1Replaced: 1, v2: 1, v2Replacing: 1 };
  expect(result.replaced).toEqual({ import: one, payment: one });
  expect(result.decisions.map(({ field, values }) => [field, values])).toEqual([
    ['payment orders[].amount.currency', 3],
    ['submit interface', 1],
  ]);
});

test('the verdict changes when the last V1 call goes', async () => {
  const isV1 = ({ request }: Recorded) => request.url.includes('/api/v1/');
  const says: string[] = [];
  for (let left = records; ; left = left.slice(0, left.findLastIndex(isV1))) {
    const { exitCode, result } = await assessed([...left, ...records.filter((each) => !isV1(each))]);
    says.push(`${result.v1Calls} ${result.says} ${exitCode}`);
    if (!left.some(isV1)) break;
  }
  expect(says).toEqual([
    '5 ready after 2 decisions 1',
    // Without the create that was never submitted, the submission, the first create, the imports.
    '4 ready after 2 decisions 1',
    '3 ready after 1 decision 1',
    '2 ready 0',
    '1 ready 0',
    '0 ready: no V1 call is left 0',
  ]);
});
