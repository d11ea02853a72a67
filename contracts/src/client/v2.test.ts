/** Web Form V2: 201 and the address in the body, and a consumer that changes one import. */
import nock from 'nock';
import { expect, expectTypeOf, test } from 'vitest';
import { failureOf, withoutNetwork } from '../../../src/test-support/client-calls.ts';
import opened from '../../generated/fixtures/createBankConnectionImport/minimal.json' with { type: 'json' };
import { MalformedAnswer, WebFormRequired } from './call-error.ts';
import type { WebForm } from './client.ts';
import { createClient } from './client.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example/base' };
const IMPORT: v2.ImportRequest = {
  bank: { id: 280001 },
  allowedInterfaces: ['XS2A'],
  accountTypes: ['CREDIT_CARD'],
};
const PAYMENT: v2.PaymentRequest = {
  sender: { iban: 'DE89370400440532013000' },
  orders: [{ recipient: { name: 'Max Mustermann' }, amount: { value: 0.1, currency: 'EUR' } }],
  instantPayment: false,
};
const FORM = opened.response.body;
const client = createClient(SERVICE, 't-1');

withoutNetwork();

const imports = () =>
  nock(SERVICE.webFormUrl)
    .post('/api/webForms/bankConnectionImport', { ...IMPORT })
    .matchHeader('authorization', 'Bearer t-1');

test('an import is one call, answered with 201 and the six fields', async () => {
  imports().reply(201, FORM);
  expect(await v2.openImportForm(client, IMPORT)).toEqual(FORM);
});

test('a payment is one call, answered with 201 and the six fields', async () => {
  const form = { ...FORM, type: 'STANDALONE_PAYMENT' };
  nock(SERVICE.webFormUrl)
    .post('/api/webForms/standalonePayment', { ...PAYMENT })
    .reply(201, form);
  expect(await v2.openPaymentForm(client, PAYMENT)).toEqual(form);
});

test('a location that V2 must not have changes nothing: the address is that of the body', async () => {
  imports().reply(201, FORM, { location: 'https://elsewhere.example/1' });
  expect(await v2.openImportForm(client, IMPORT)).toEqual(FORM);
});

const malformed: [string, number, unknown, string][] = [
  ['201 without url', 201, { ...FORM, url: undefined }, 'url is missing'],
  ['201 with an empty url', 201, { ...FORM, url: '' }, 'url is empty'],
  ['201 with null for url', 201, { ...FORM, url: null }, 'url is null'],
  [
    '201 with a path for url',
    201,
    { ...FORM, url: '/forms/1' },
    'url is not an absolute http or https address',
  ],
  ['201 with text', 201, 'https://form.example/forms/1', 'the body is not JSON'],
  ['201 with JSON cut off', 201, '{"url":"https://form.exa', 'the body is not JSON'],
  ['200', 200, FORM, 'the status is 200, not 201'],
  ['202', 202, FORM, 'the status is 202, not 201'],
  ['302', 302, FORM, 'it is a redirect, which is not followed'],
];
for (const [says, status, body, fault] of malformed) {
  test(`${says} is malformed, also with a location header: ${fault}`, async () => {
    imports().reply(status, body, { location: 'https://form.example/forms/1' });
    const error = await failureOf(v2.openImportForm(client, IMPORT));
    expect(error).toBeInstanceOf(MalformedAnswer);
    expect(error).toMatchObject({ operation: 'createBankConnectionImport', status, fault });
  });
}

test('a payment that is answered with 200 is malformed', async () => {
  nock(SERVICE.webFormUrl).post('/api/webForms/standalonePayment').reply(200, FORM);
  await expect(v2.openPaymentForm(client, PAYMENT)).rejects.toMatchObject({
    name: 'MalformedAnswer',
    operation: 'createStandalonePayment',
    fault: 'the status is 200, not 201',
  });
});

test('a form with less than the six fields is handed over as long as it has an address', async () => {
  imports().reply(201, { url: FORM.url });
  expect(await v2.openImportForm(client, IMPORT)).toEqual({ url: FORM.url });
});

test('the V1 way of asking for a form is WebFormRequired, an error in V2', async () => {
  imports().reply(451, { errors: [{ code: 'WEB_FORM_REQUIRED' }] }, { location: FORM.url });
  const error = await failureOf(v2.openImportForm(client, IMPORT));
  expect(error).toBeInstanceOf(WebFormRequired);
  expect(error).toMatchObject({ url: FORM.url });
  expect(String(error)).not.toContain(FORM.url);
});

test('code that keeps to the shared type runs over V1 and over V2', async () => {
  const address = async (form: Promise<WebForm>) => (await form).url;
  nock(SERVICE.accessUrl).post('/api/v1/bankConnections/import').reply(451, {}, { location: FORM.url });
  expect(await address(v1.openImportForm(client, { bankId: 280001 }))).toBe(FORM.url);
  imports().reply(201, FORM);
  expect(await address(v2.openImportForm(client, IMPORT))).toBe(FORM.url);
});

test('the requests are those of their version, and a field that only V2 has does not compile over V1', () => {
  expectTypeOf<Awaited<ReturnType<typeof v1.openPaymentForm>>>().toEqualTypeOf<WebForm>();
  expectTypeOf<Awaited<ReturnType<typeof v2.openPaymentForm>>>().toExtend<WebForm & { expiresAt: string }>();
  expectTypeOf<{ bankId: number }>().not.toExtend<v2.ImportRequest>();
  expectTypeOf<{ bank: { id: number } }>().not.toExtend<v1.ImportRequest>();
  expectTypeOf<{ amount: number }>().not.toExtend<NonNullable<v2.PaymentRequest['orders']>[number]>();
});
