// The matchers under vitest: every form of an answer, every kind of failure, and no word of what is personal.

import { createServer, type RequestListener } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import { exchanges } from '../../generated/exchanges.ts';
import web from '../../generated/fixtures/createStandalonePayment/minimal.json' with { type: 'json' };
import refused from '../../generated/fixtures/importBankConnectionV1/minimal.json' with { type: 'json' };
import balances from '../../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import needed from '../../generated/fixtures/submitPaymentV1/minimal.json' with { type: 'json' };
import type { ExchangeFixture } from '../base/ledgers.ts';
import { defaultSettings } from '../judge/settings.ts';
import { defaultCipher } from '../messages/cipher.ts';
import { toMatchContract } from './matchers.ts';
import { matchers } from './vitest.entry.ts';

expect.extend(matchers);

const form = web.response.body;
const envelope = refused.response.body;
const location = { location: 'https://webform.example/forms/1' };
const { message, rule, key } = balances;
const low = () => structuredClone(message);

/** What a failing matcher says. */
function said(check: () => unknown): string {
  try {
    check();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
}
const saidLater = (check: Promise<unknown>) =>
  check.then(
    () => 'nothing',
    (error: Error) => error.message,
  );

test('a body, its text, an answer and one of supertest are all the same answer', () => {
  expect(form).toMatchContract('createStandalonePayment', 201);
  expect(JSON.stringify(form)).toMatchContract('createStandalonePayment', 201);
  expect({ status: 201, headers: {}, body: form }).toMatchContract('createStandalonePayment', 201);
  expect({ status: 201, headers: {}, body: {}, text: JSON.stringify(form) }).toMatchContract(
    'createStandalonePayment',
    201,
  );
});

test('an answer of fetch is awaited, and can still be read', async () => {
  const answer = Response.json(form, { status: 201 });
  await expect(answer).toMatchContract('createStandalonePayment', 201);
  expect(await answer.json()).toEqual(form);
  const other = Response.json({ ...form, type: 'BANK_CONNECTION_IMPORT' }, { status: 201 });
  expect(await saidLater(expect(other).toMatchContract('createStandalonePayment', 201))).toContain(
    '/response/body/type',
  );
  await expect(expect(answer).toMatchContract('createStandalonePayment', 201)).rejects.toThrow(
    'The body of this answer has been read before: pass { status, headers, body } instead.',
  );
});

test('a failure names clause and place, and what is found and wanted', () => {
  const { url, ...rest } = form;
  const wrong = { ...rest, expiresAt: '2026-11-20' };
  expect(said(() => expect(wrong).toMatchContract('createStandalonePayment', 201))).toBe(
    [
      'This is not the documented 201 of createStandalonePayment:',
      '  V2-FORM-URL /response/body/url: url is missing',
      '  V2-TIME-FORMAT /response/body/expiresAt: expiresAt is "2026-11-20", not a time that exists, ' +
        "as yyyy-MM-dd'T'HH:mm:ss.SSSZ with an offset such as +0000",
    ].join('\n'),
  );
});

test('another status is a failure of its own, whatever the body', () => {
  const answer = { status: 200, headers: {}, body: form };
  expect(said(() => expect(answer).toMatchContract('createStandalonePayment', 201))).toBe(
    'This is not the documented 201 of createStandalonePayment:\n' +
      '  V2-PAYMENT-201 /response/status: the status is 200, not 201',
  );
  expect(said(() => expect({ status: 500, headers: {} }).toMatchContract('createUser', '2XX'))).toContain(
    '  USER-CREATE-CALL /response/status: the status is 500, not 2XX',
  );
});

test('a 451 needs its location, but for a plain body, which has no headers', () => {
  expect(envelope).toMatchContract('importBankConnectionV1', 451);
  expect({ status: 451, body: envelope }).toMatchContract('importBankConnectionV1', 451);
  expect({ status: 451, headers: new Headers(location), body: envelope }).toMatchContract(
    'importBankConnectionV1',
    451,
  );
  expect({ status: 451, headers: { Location: location.location }, body: envelope }).toMatchContract(
    'importBankConnectionV1',
    451,
  );
  const bare = { status: 451, headers: {}, body: envelope };
  expect(said(() => expect(bare).toMatchContract('importBankConnectionV1', 451))).toContain(
    '  V1-451-LOCATION /response/headers: the location header is missing',
  );
});

test('every fixture matches as it is documented, with its headers and as a plain body', () => {
  for (const fixture of Object.values(exchanges).flatMap((each) => Object.values<ExchangeFixture>(each))) {
    const { operationId, documented, response } = fixture;
    const isMatch = (received: unknown) => toMatchContract(received, operationId, documented);
    expect(isMatch(response)).toMatchObject({ pass: true });
    expect(isMatch(response.body)).toMatchObject({ pass: true });
  }
});

test('the envelope of a 451 names the call, which follows from the operation', () => {
  const other = { ...envelope, endpoint: 'POST /api/v1/payments/submit' };
  expect(said(() => expect(other).toMatchContract('importBankConnectionV1', 451))).toContain(
    '  V1-ENVELOPE-ENDPOINT /response/body/endpoint: ',
  );
});

test('any 2xx is a success where no number is shown, and any 4xx or 5xx but 451 is a refusal', () => {
  const created = { status: 204, headers: {} };
  expect(created).toMatchContract('createNotificationRule', '2XX');
  for (const status of [400, 422, 500])
    expect({ status, headers: {}, body: 'no' }).toMatchContract('createUser', '4XX');
  expect({ status: 451, headers: location, body: envelope }).not.toMatchContract(
    'importBankConnectionV1',
    '4XX',
  );
  expect(created).not.toMatchContract('createNotificationRule', '4XX');
});

test('a matcher that is not to match says what it matched', () => {
  expect(said(() => expect(form).not.toMatchContract('createStandalonePayment', 201))).toBe(
    'This is the documented 201 of createStandalonePayment.',
  );
});

test('a body that is no JSON is no answer', () => {
  const answer = { status: 201, headers: {}, body: '<html>' };
  expect(said(() => expect(answer).toMatchContract('createStandalonePayment', 201))).toContain(
    '/response/body: the body is text that is not JSON, not a JSON object',
  );
});

test('an operation or a status that is not documented is no question, nor is its opposite', () => {
  const unknown =
    /^the operation "createStandalonPayment" is not documented; there is createToken, createUser, /;
  // @ts-expect-error there is no such operation
  expect(said(() => expect(form).toMatchContract('createStandalonPayment', 201))).toMatch(unknown);
  // @ts-expect-error there is no such operation
  expect(said(() => expect(form).not.toMatchContract('createStandalonPayment', 201))).toMatch(unknown);
  // @ts-expect-error it is answered with 201
  expect(said(() => expect(form).toMatchContract('createStandalonePayment', 200))).toBe(
    'the status of createStandalonePayment "200" is not documented; there is 201, 4XX.',
  );
  // @ts-expect-error no number is shown
  expect(said(() => expect(form).toMatchContract('createUser', 201))).toContain('there is 2XX, 4XX.');
});

test('a message is of its event, as text and as a value, with its rule and without', async () => {
  await expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key });
  await expect(JSON.stringify(message)).toBeNotification('LOW_ACCOUNT_BALANCE', { key });
  const sentBy = { ...rule, triggerEvent: 'LOW_ACCOUNT_BALANCE' } as const;
  await expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key, rule: sentBy });
  const other = { ...sentBy, callbackHandle: 'another' };
  expect(
    await saidLater(expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key, rule: other })),
  ).toContain('  MESSAGE-CALLBACK-HANDLE /callbackHandle: ');
});

test('a message is read with a cipher of one’s own, and with the settings of a target', async () => {
  const cipher = await defaultCipher(key);
  await expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { cipher });
  const { callbackHandle: handle, ...others } = message;
  const renamed = { ...others, handle };
  await expect(renamed).not.toBeNotification('LOW_ACCOUNT_BALANCE', { cipher });
  const settings = { ...defaultSettings, fieldAliases: { callbackHandle: ['handle'] } };
  await expect(renamed).toBeNotification('LOW_ACCOUNT_BALANCE', { cipher, settings });
});

test('a message of another event, or of none, says so', async () => {
  expect(await saidLater(expect(message).toBeNotification('NEW_ACCOUNT_BALANCE', { key }))).toBe(
    'This is not the documented message of NEW_ACCOUNT_BALANCE:\n' +
      '  MESSAGE-TRIGGER-EVENT /triggerEvent: triggerEvent is "LOW_ACCOUNT_BALANCE", not "NEW_ACCOUNT_BALANCE"',
  );
  await expect(message).not.toBeNotification('NEW_ACCOUNT_BALANCE', { key });
  for (const [found, words] of [
    [{}, '/triggerEvent: triggerEvent is missing, not "NEW_TRANSACTIONS"'],
    [null, '/triggerEvent: triggerEvent is missing, not "NEW_TRANSACTIONS"'],
    ['{"triggerEvent":', 'the message is not JSON: '],
  ] as const)
    expect(await saidLater(expect(found).toBeNotification('NEW_TRANSACTIONS', { key }))).toContain(words);
});

test('what does not decrypt or breaks a clause is reported without its content', async () => {
  const broken = low();
  const [item] = broken.balanceChanges;
  if (item) Object.assign(item, { accountName: 'Girokonto Huber', accountIban: 'DE89370400440532013000' });
  const words = await saidLater(expect(broken).toBeNotification('LOW_ACCOUNT_BALANCE', { key }));
  expect(words).toContain(
    '  MESSAGE-ENCRYPTION /balanceChanges/0/accountName: accountName does not decrypt: ',
  );
  expect(words).toContain('  MESSAGE-ENCRYPTION /balanceChanges/0/accountIban: ');
  expect(words).not.toMatch(/Huber|DE8937/);
});

test('an unknown event, a bad key and no key are no question', async () => {
  // @ts-expect-error there is no such event
  const unknown = expect(message).toBeNotification('LOW_BALANCE', { key });
  expect(await saidLater(unknown)).toMatch(
    /^the trigger event "LOW_BALANCE" is not documented; there is NEW_/,
  );
  // @ts-expect-error a key or a cipher is needed
  expect(await saidLater(expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', {}))).toBe(
    'toBeNotification needs { key }, the data decryption key, or { cipher }.',
  );
  expect(await saidLater(expect(message).toBeNotification('LOW_ACCOUNT_BALANCE', { key: 'secret' }))).toBe(
    'the data decryption key is not 32 hex digits',
  );
});

// The matchers take the response of supertest, from a real server.

const { status, headers, body } = needed.response;
const answering =
  (given: Record<string, string>, text: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, given).end(text);

test('a 451 with its location matches, without it or with another body it does not', async () => {
  const good = createServer(answering(headers, JSON.stringify(body)));
  expect(await request(good).post('/')).toMatchContract('submitPaymentV1', 451);
  const bare = createServer(answering({ 'content-type': 'application/json' }, JSON.stringify(body)));
  expect(await request(bare).post('/')).not.toMatchContract('submitPaymentV1', 451);
  const empty = createServer(answering(headers, ''));
  expect(await request(empty).post('/')).not.toMatchContract('submitPaymentV1', 451);
});
