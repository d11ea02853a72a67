// How a request of a pact is written for a target whose settings are other ones than those of the pact.
import { expect, test } from 'vitest';
import { defaultTargetSettings, type TargetSettings } from '../../contracts/generated/settings.ts';
import type { Provider } from './pact-provider.ts';
import { forwardedRequest, type PactCall } from './pact-provider.ts';

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

test('a call that is not documented is not sent', async () => {
  await expect(forwardedRequest(call('GET', '/other'), provider())).rejects.toThrow(
    'GET /other is not documented',
  );
});
