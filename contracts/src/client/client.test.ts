/** What the client sends: addresses, headers, the digits of a number, and the defaults of what is not shown. */
import { inspect } from 'node:util';
import nock from 'nock';
import { expect, test } from 'vitest';
import { SERVICE, withoutNetwork } from '../../../src/test-support/client-calls.ts';
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import { readJson, writeJson } from '../base/exact-json.ts';
import { getClientConfiguration } from './access-calls.ts';
import { clientDefaults, createClient } from './client.ts';
import { openPaymentForm, type PaymentRequest } from './v2.ts';

const CONFIGURATION = {
  isAutoCategorizationEnabled: true,
  userNotificationCallbackUrl: 'https://client.example',
};

withoutNetwork();

test('what is not shown is set as the ledger sets it', () => {
  const ledger = (id: string) => openFacts.facts.find((fact) => fact.id === id)?.default;
  expect(ledger('ACCESS-PREFIX')).toBe(clientDefaults.accessPrefix);
  expect(ledger('TOKEN-PREFIX')).toBe(clientDefaults.tokenPrefix);
  expect(ledger('AUTHORIZATION-SCHEME')).toBe(clientDefaults.authorizationScheme);
  expect(ledger('TOKEN-ENCODING')).toBe(clientDefaults.tokenEncoding);
  expect(ledger('RULE-API-VERSION')).toEqual(clientDefaults.apiVersionSelectors);
  expect(clientDefaults.timeLimit).toBe(10_000);
});

test('a call carries the token as Bearer in the authorization header and asks for JSON', async () => {
  nock(SERVICE.accessUrl)
    .get('/clientConfiguration')
    .matchHeader('authorization', 'Bearer t-1')
    .matchHeader('accept', 'application/json')
    .reply(200, CONFIGURATION);
  expect(await getClientConfiguration(createClient(SERVICE, 't-1'))).toEqual(CONFIGURATION);
});

for (const [authorizationScheme, sent] of [
  ['Token', 'Token t-1'],
  ['', 't-1'],
] as const) {
  test(`another header and the scheme "${authorizationScheme}" send "${sent}"`, async () => {
    nock(SERVICE.accessUrl, { badheaders: ['authorization'] })
      .get('/clientConfiguration')
      .matchHeader('x-token', sent)
      .reply(200, CONFIGURATION);
    const client = createClient({ ...SERVICE, authorizationHeader: 'x-token', authorizationScheme }, 't-1');
    expect(await getClientConfiguration(client)).toEqual(CONFIGURATION);
  });
}

test('a client without a token sends no authorization header', async () => {
  nock(SERVICE.accessUrl, { badheaders: ['authorization'] })
    .get('/clientConfiguration')
    .reply(200, CONFIGURATION);
  expect(await getClientConfiguration(createClient(SERVICE))).toEqual(CONFIGURATION);
});

test('the access prefix precedes the paths that are documented without one', async () => {
  nock(SERVICE.accessUrl).get('/base/api/v2/clientConfiguration').reply(200, CONFIGURATION);
  const accessUrl = `${SERVICE.accessUrl}/base/`;
  const client = createClient({ ...SERVICE, accessUrl, accessPrefix: '/api/v2' });
  expect(await getClientConfiguration(client)).toEqual(CONFIGURATION);
});

test('a number that a float cannot keep is sent digit for digit when it comes from the exact reader', async () => {
  const sent = '{"orders":[{"amount":{"value":123456789012345678901234567890.10,"currency":"EUR"}}]}';
  let seen = '';
  nock(SERVICE.webFormUrl)
    .post('/api/webForms/standalonePayment')
    .reply(async (request: Request) => {
      seen = await request.text();
      return [201, { url: 'https://form.example/1' }];
    });
  const request = readJson(sent, { keepSource: true }).exact as PaymentRequest;
  await openPaymentForm(createClient(SERVICE, 't-1'), request);
  expect(seen).toBe(sent);
  expect(writeJson(JSON.parse(sent))).not.toBe(sent);
});

test('an address that is not absolute is refused before any call', () => {
  expect(() => createClient({ ...SERVICE, accessUrl: '/access' })).toThrow(
    new TypeError('accessUrl is not an absolute http or https address.'),
  );
  expect(() => createClient({ ...SERVICE, webFormUrl: 'form.example' })).toThrow(
    new TypeError('webFormUrl is not an absolute http or https address.'),
  );
});

test('a token with characters that no header allows is refused without being quoted', () => {
  for (const token of ['s3cret\ntoken', 's3cret tökën', '']) {
    expect(() => createClient(SERVICE, token)).toThrow(
      new TypeError('The token has characters that no header allows.'),
    );
  }
});

test('a printed client shows no token', () => {
  expect(inspect(createClient(SERVICE, 's3cret'), { depth: 9, showHidden: true })).not.toContain('s3cret');
});
