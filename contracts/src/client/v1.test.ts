/** The V1 flows: 451 and the address in the location header, one call for an import and two for a payment. */
import nock from 'nock';
import { expect, test } from 'vitest';
import { failureOf, SERVICE, withoutNetwork } from '../../../src/test-support/client-calls.ts';
import created from '../../generated/fixtures/createMoneyTransferV1/full.json' with { type: 'json' };
import needed from '../../generated/fixtures/importBankConnectionV1/minimal.json' with { type: 'json' };
import { MalformedAnswer } from './call-error.ts';
import { createClient } from './client.ts';
import {
  createMoneyTransfer,
  type ImportRequest,
  openImportForm,
  openPaymentForm,
  type PaymentRequest,
} from './v1.ts';

const FORM = 'https://form.example/forms/1?token=x';
const IMPORT: ImportRequest = { bankId: 280001, interface: 'XS2A', accountTypes: ['Checking', 'CreditCard'] };
const PAYMENT: PaymentRequest = {
  iban: 'DE89370400440532013000',
  moneyTransfers: [
    { counterpartName: 'Max Mustermann', amount: 0.1, structuredRemittanceInformation: ['a', 'b'] },
  ],
  instantPayment: false,
};
const CREATED = created.response.body;
const ENVELOPE = needed.response.body;
// V1 paths are documented with their prefix, so accessPrefix leaves them alone.
const client = createClient({ ...SERVICE, accessPrefix: '/elsewhere' }, 't-1');

withoutNetwork();

const imports = () => nock(SERVICE.accessUrl).post('/api/v1/bankConnections/import', { ...IMPORT });
const creates = () => nock(SERVICE.accessUrl).post('/api/v1/payments/moneyTransfers', { ...PAYMENT });
const submits = (submission: object = { paymentId: CREATED.id, interface: 'XS2A' }) =>
  nock(SERVICE.accessUrl).post('/api/v1/payments/submit', { ...submission });

for (const header of ['location', 'Location', 'LOCATION', 'lOcAtIoN']) {
  test(`an import is answered with 451 and the address in ${header}`, async () => {
    imports()
      .matchHeader('authorization', 'Bearer t-1')
      .reply(451, ENVELOPE, { [header]: FORM });
    expect(await openImportForm(client, IMPORT)).toEqual({ url: FORM });
  });
}

for (const body of ['', 'legal reasons', '{"errors":[{"mess', '{}']) {
  test(`an address in the location header is enough, whatever the body of the 451: "${body}"`, async () => {
    imports().reply(451, body, { location: FORM });
    expect(await openImportForm(client, IMPORT)).toEqual({ url: FORM });
  });
}

for (const location of [undefined, '', '/forms/1', 'form.example/1', 'javascript:alert(1)']) {
  test(`a 451 whose location is ${JSON.stringify(location) ?? 'missing'} is malformed`, async () => {
    imports().reply(451, ENVELOPE, location === undefined ? {} : { location });
    const error = await failureOf(openImportForm(client, IMPORT));
    expect(error).toBeInstanceOf(MalformedAnswer);
    expect(error).toMatchObject({
      status: 451,
      message:
        'importBankConnectionV1 has a malformed answer: the location header has no absolute http or https address',
    });
  });
}

for (const status of [200, 201, 204]) {
  test(`an import that is answered with ${status} is malformed: what it means is not shown`, async () => {
    imports().reply(status, status === 204 ? undefined : { id: 1 }, { location: FORM });
    await expect(openImportForm(client, IMPORT)).rejects.toMatchObject({
      name: 'MalformedAnswer',
      fault: `the status is ${status}, not 451`,
    });
  });
}

test('a refused import is Refused, with the request id of its envelope', async () => {
  imports().reply(400, { ...ENVELOPE, errors: [{ message: 'Unknown bank', code: 'X', type: 'BUSINESS' }] });
  await expect(openImportForm(client, IMPORT)).rejects.toMatchObject({
    name: 'Refused',
    status: 400,
    requestId: ENVELOPE.requestId,
  });
});

test('a payment that asks for a form when it is created is WebFormRequired, and is not submitted', async () => {
  creates().reply(451, ENVELOPE, { location: FORM });
  await expect(openPaymentForm(client, PAYMENT)).rejects.toMatchObject({
    name: 'WebFormRequired',
    operation: 'createMoneyTransferV1',
    url: FORM,
  });
});

test('a payment is created and then submitted by the id that it got', async () => {
  creates().reply(201, CREATED);
  submits().reply(451, ENVELOPE, { LOCATION: FORM });
  expect(await openPaymentForm(client, PAYMENT)).toEqual({ url: FORM });
});

test('a payment is submitted over the interface that is named', async () => {
  creates().reply(200, CREATED);
  submits({ paymentId: CREATED.id, interface: 'FINTS_SERVER' }).reply(451, ENVELOPE, { location: FORM });
  expect(await openPaymentForm(client, PAYMENT, 'FINTS_SERVER')).toEqual({ url: FORM });
});

test('a payment that is refused is not submitted', async () => {
  creates().reply(400, { ...ENVELOPE, errors: [] });
  const submission = submits().reply(451, ENVELOPE, { location: FORM });
  const error = await failureOf(openPaymentForm(client, PAYMENT));
  expect(error).toMatchObject({
    name: 'Refused',
    operation: 'createMoneyTransferV1',
    paymentId: undefined,
  });
  expect(submission.isDone()).toBe(false);
});

const failures: [string, (scope: nock.Interceptor) => nock.Scope, string][] = [
  ['refused', (submit) => submit.reply(500, 'Try later'), 'Refused'],
  ['answered without an address', (submit) => submit.reply(451, ENVELOPE), 'MalformedAnswer'],
  ['not answered', (submit) => submit.replyWithError('gone'), 'NoAnswer'],
];
for (const [says, reply, name] of failures) {
  test(`a submission that is ${says} names the payment that was created`, async () => {
    creates().reply(201, CREATED);
    reply(submits());
    const error = await failureOf(openPaymentForm(client, PAYMENT));
    expect(error).toMatchObject({ name, operation: 'submitPaymentV1', paymentId: CREATED.id });
  });
}

for (const [id, fault] of [
  ['9007199254740993', 'id has more digits than a JavaScript number keeps'],
  ['-9007199254740993', 'id has more digits than a JavaScript number keeps'],
  ['"501"', 'id is text'],
  ['null', 'id is null'],
] as const) {
  test(`a payment whose id is ${id} is malformed and is not submitted`, async () => {
    creates().reply(201, `{"id":${id}}`);
    const submission = nock(SERVICE.accessUrl)
      .post('/api/v1/payments/submit')
      .reply(451, ENVELOPE, { location: FORM });
    await expect(openPaymentForm(client, PAYMENT)).rejects.toMatchObject({ name: 'MalformedAnswer', fault });
    expect(submission.isDone()).toBe(false);
  });
}

test('a created payment is returned whole, its id up to the largest that JavaScript keeps', async () => {
  const payment = { ...CREATED, id: Number.MAX_SAFE_INTEGER, bankId: 280001, amount: 0.1, orderCount: 1 };
  creates().reply(201, payment);
  expect(await createMoneyTransfer(client, PAYMENT)).toEqual(payment);
});
