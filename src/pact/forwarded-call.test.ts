// How a request of a pact is written for a target whose settings are other ones than those of the pact.

import { expect, test } from 'vitest';
import { defaultTargetSettings, type TargetSettings } from '../../contracts/generated/settings.ts';
import { forwardedRequest, type PactCall } from './forwarded-call.ts';
import type { Provider } from './pact-provider.ts';

function provider(settings: Partial<TargetSettings> = {}): Provider {
  const target = {
    accessUrl: 'https://access.example',
    webFormUrl: 'https://form.example',
    wire: { ...defaultTargetSettings, ...settings },
  };
  const tokenOf = async (caller: string) => `t-of-the-${caller}`;
  return { target, client: { id: 'c-1', secret: 's-1' }, tokenOf } as unknown as Provider;
}

const headers = { host: '127.0.0.1:1', 'content-length': '7', authorization: 'Bearer example' };
function call(method: string, path: string, body?: unknown): PactCall {
  return { method, path, headers, body };
}
const grant = {
  grant_type: 'client_credentials',
  client_id: 'example-client',
  client_secret: 'example-secret',
};
const FORM = 'grant_type=client_credentials&client_id=c-1&client_secret=s-1';

test('the token is that of the documented caller', async () => {
  const authorization = async (method: string, path: string) =>
    (await forwardedRequest(call(method, path), provider())).request.headers['authorization'];
  expect(await authorization('GET', '/clientConfiguration')).toBe('Bearer t-of-the-client');
  expect(await authorization('POST', '/notificationRules')).toBe('Bearer t-of-the-user');
  expect(await authorization('POST', '/oauth/token')).toBeUndefined();
});

test('a call without a token stays without one', async () => {
  const bare = { ...call('POST', '/users', {}), headers: {} };
  expect((await forwardedRequest(bare, provider())).request.headers).not.toHaveProperty('authorization');
});

test('header and scheme of the token, and the prefix of paths that are documented without one, are those of the target', async () => {
  const settings = { authorizationHeader: 'x-token', authorizationScheme: 'Token', accessPrefix: '/api/v2' };
  const { request, text } = await forwardedRequest(call('POST', '/users', { id: 'ada' }), provider(settings));
  expect(text).toBe('{"id":"ada"}');
  expect(request).toMatchObject({
    url: 'https://access.example/api/v2/users',
    headers: { 'content-type': 'application/json', 'x-token': 'Token t-of-the-client' },
  });
  const urlOf = async (path: string) =>
    (await forwardedRequest(call('POST', path, {}), provider(settings))).request.url;
  expect(await urlOf('/api/v1/bankConnections/import')).toBe(
    'https://access.example/api/v1/bankConnections/import',
  );
  expect(await urlOf('/api/webForms/standalonePayment')).toBe(
    'https://form.example/api/webForms/standalonePayment',
  );
});

test('a token request is encoded as the target reads it, with the credentials of the target', async () => {
  const written = async (tokenEncoding: TargetSettings['tokenEncoding']) => {
    const { request, text } = await forwardedRequest(
      call('POST', '/oauth/token', grant),
      provider({ tokenEncoding }),
    );
    return [request.url.replace('https://access.example', ''), request.headers['content-type'], text];
  };
  expect(await written('form')).toEqual(['/oauth/token', 'application/x-www-form-urlencoded', FORM]);
  expect(await written('query')).toEqual([`/oauth/token?${FORM}`, undefined, undefined]);
  const json = '{"grant_type":"client_credentials","client_id":"c-1","client_secret":"s-1"}';
  expect(await written('json')).toEqual(['/oauth/token', 'application/json', json]);
});

test('the params of a rule are written as the target reads them', async () => {
  const rule = { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 12.5 } };
  const { text } = await forwardedRequest(
    call('POST', '/notificationRules', rule),
    provider({ paramsForm: 'strings' }),
  );
  expect(text).toBe('{"triggerEvent":"LOW_ACCOUNT_BALANCE","params":{"balanceThreshold":"12.5"}}');
});

test('a call that is not documented is not sent', async () => {
  await expect(forwardedRequest(call('GET', '/other'), provider())).rejects.toThrow(
    'GET /other is not documented',
  );
});
