// The matchers under vitest: every form of an answer, every kind of failure, and no word of what is personal.

import { createServer } from 'node:http';
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
const needsForm = { status: 451, headers: location, body: envelope };
const { message, rule, key } = balances;

/** What a failing matcher says. */
async function said(check: () => unknown): Promise<string> {
  try {
    await check();
  } catch (error) {
    return (error as Error).message;
  }
  return expect.unreachable();
}

const webForm = (received: unknown) => () => expect(received).toMatchContract('createStandalonePayment', 201);
const opening = (received: unknown) => () => expect(received).toMatchContract('importBankConnectionV1', 451);
const asked = (received: unknown) => () =>
  expect(received).toMatchContract('createBankConnectionImport', 'request');
const lowBalance =
  (received: unknown, options: object = { key }) =>
  () =>
    expect(received).toBeNotification('LOW_ACCOUNT_BALANCE', options as { key: string });

const matching: Readonly<Record<string, () => unknown>> = {
  'a body': webForm(form),
  'the text of a body': webForm(JSON.stringify(form)),
  'an answer': webForm({ status: 201, headers: {}, body: form }),
  'an answer of supertest': webForm({ status: 201, headers: {}, body: {}, text: JSON.stringify(form) }),
  'a plain body of a 451, which has no headers': opening(envelope),
  'an answer whose headers are not given': opening({ status: 451, body: envelope }),
  'headers of fetch': opening({ status: 451, headers: new Headers(location), body: envelope }),
  'header names in any case': opening({ status: 451, headers: { Location: form.url }, body: envelope }),
  'any 2xx': () => expect({ status: 204, headers: {} }).toMatchContract('createNotificationRule', '2XX'),
  'any refusal': () => expect({ status: 422, headers: {}, body: 'no' }).toMatchContract('createUser', '4XX'),
  'a refusal by 500': () => expect({ status: 500, headers: {} }).toMatchContract('createUser', '4XX'),
  'no refusal: 451': () => expect(needsForm).not.toMatchContract('importBankConnectionV1', '4XX'),
  'a request, with a field that is not documented': asked({ bank: { id: 280001 }, note: 1 }),
  'the text of a request': () =>
    expect('{"bankId":280001}').toMatchContract('importBankConnectionV1', 'request'),
  'a message': lowBalance(message),
  'the text of a message': lowBalance(JSON.stringify(message)),
  'a message of its rule': lowBalance(message, { key, rule }),
  'a message of another event': () => expect(message).not.toBeNotification('NEW_ACCOUNT_BALANCE', { key }),
};
for (const [what, check] of Object.entries(matching))
  test(`it matches: ${what}`, check as () => Promise<void>);

const { url, ...withoutUrl } = form;
const renamed = ({ callbackHandle: handle, ...others }: typeof message) => ({ ...others, handle });
const PERSONAL = { accountName: 'Girokonto Huber', accountIban: 'DE89370400440532013000' };
const spoilt = {
  ...message,
  balanceChanges: message.balanceChanges.map((item) => ({ ...item, ...PERSONAL })),
};
const failing: Readonly<Record<string, () => unknown>> = {
  'two findings': webForm({ ...withoutUrl, expiresAt: '2026-11-20' }),
  'another status': webForm({ status: 200, headers: {}, body: form }),
  'an error in place of a success': () =>
    expect({ status: 500, headers: {} }).toMatchContract('createUser', '2XX'),
  'a 451 without its location': opening({ status: 451, headers: {}, body: envelope }),
  'the envelope of another call': opening({ ...envelope, endpoint: 'POST /api/v1/payments/submit' }),
  'a body that is no JSON': webForm({ status: 201, headers: {}, body: '<html>' }),
  'a request in the words of V1': asked({ bankId: 280001, accountTypes: ['CreditCard'] }),
  'the request of a call without a body': () =>
    expect({}).toMatchContract('getClientConfiguration', 'request'),
  'a match that is not to be': () => expect(form).not.toMatchContract('createStandalonePayment', 201),
  // @ts-expect-error there is no such operation
  'no such operation': () => expect(form).toMatchContract('createStandalonPayment', 201),
  // @ts-expect-error there is no such operation
  'no such operation, and not': () => expect(form).not.toMatchContract('createStandalonPayment', 201),
  // @ts-expect-error it is answered with 201
  'no such status': () => expect(form).toMatchContract('createStandalonePayment', 200),
  // @ts-expect-error no number is shown
  'a number where none is shown': () => expect(form).toMatchContract('createUser', 201),
  'another event': () => expect(message).toBeNotification('NEW_ACCOUNT_BALANCE', { key }),
  'no event': lowBalance({}),
  'no message': lowBalance(null),
  'a message that is no JSON': lowBalance('{"triggerEvent":'),
  'a message of another rule': lowBalance(message, { key, rule: { ...rule, callbackHandle: 'another' } }),
  'a message with a field of another name': lowBalance(renamed(message)),
  'what does not decrypt': lowBalance(spoilt),
  // @ts-expect-error there is no such event
  'no such trigger event': () => expect(message).toBeNotification('LOW_BALANCE', { key }),
  'no key': lowBalance(message, {}),
  'no such key': lowBalance(message, { key: 'secret' }),
};
test('what does not match says why, without what is personal', async () => {
  let screen = '';
  for (const [what, check] of Object.entries(failing)) screen += `# ${what}\n${await said(check)}\n`;
  expect(screen).not.toMatch(/Huber|DE8937/);
  await expect(screen).toMatchFileSnapshot('screens/matchers.txt');
});

test('an answer of fetch is awaited, and can still be read, but once', async () => {
  const answer = Response.json(form, { status: 201 });
  await expect(answer).toMatchContract('createStandalonePayment', 201);
  expect(await answer.json()).toEqual(form);
  expect(await said(webForm(answer))).toContain('read already');
});

test('every fixture matches as it is documented, with its headers and as a plain body', () => {
  for (const fixture of Object.values(exchanges).flatMap((each) => Object.values<ExchangeFixture>(each))) {
    const { operationId, documented, response } = fixture;
    for (const received of [response, response.body])
      expect(toMatchContract(received, operationId, documented)).toMatchObject({ pass: true });
  }
});

test('a message is read with a cipher of one’s own, and with the settings of a target', async () => {
  const cipher = await defaultCipher(key);
  const settings = { ...defaultSettings, fieldAliases: { callbackHandle: ['handle'] } };
  await expect(renamed(message)).toBeNotification('LOW_ACCOUNT_BALANCE', { cipher, settings });
});

test('the response of supertest matches with its location; without it or with another body it does not', async () => {
  const { status, headers, body } = needed.response;
  const answered = (given: Record<string, string>, text: string) =>
    request(createServer((_, response) => response.writeHead(status, given).end(text))).post('/');
  expect(await answered(headers, JSON.stringify(body))).toMatchContract('submitPaymentV1', 451);
  const bare = await answered({ 'content-type': 'application/json' }, JSON.stringify(body));
  expect(bare).not.toMatchContract('submitPaymentV1', 451);
  expect(await answered(headers, '')).not.toMatchContract('submitPaymentV1', 451);
});
