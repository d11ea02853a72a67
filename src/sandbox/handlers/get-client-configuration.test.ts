// The client configuration: the two documented fields, and what they hold while nothing is configured.
import { expect, test } from 'vitest';
import { Visitor } from '../visitor.ts';

test('the configuration holds what the control plane put into it', async () => {
  const visitor = new Visitor();
  const token = await visitor.clientToken();
  const change = {
    userNotificationCallbackUrl: 'http://127.0.0.1:1/hook',
    isAutoCategorizationEnabled: false,
  };
  const changed = await visitor.control('PUT', '/client-configuration', change);
  expect(changed.json).toEqual({ ...change, batchUpdates: true, serviceVersion: '1.30.0' });
  const answer = await visitor.operate('getClientConfiguration', { token });
  expect([answer.status, answer.json]).toEqual([200, change]);
});

test('a field that the control plane does not name stays as it is', async () => {
  const visitor = new Visitor();
  await visitor.control('PUT', '/client-configuration', {
    userNotificationCallbackUrl: 'https://a.example/b',
  });
  await visitor.control('PUT', '/client-configuration', { isAutoCategorizationEnabled: false });
  const answer = await visitor.operate('getClientConfiguration', { token: await visitor.clientToken() });
  expect(answer.json).toEqual({
    isAutoCategorizationEnabled: false,
    userNotificationCallbackUrl: 'https://a.example/b',
  });
});

for (const [callbackUnset, held] of [
  ['empty', { userNotificationCallbackUrl: '' }],
  ['null', { userNotificationCallbackUrl: null }],
  ['absent', {}],
] as const) {
  test(`a callback that is not configured is ${callbackUnset}`, async () => {
    const visitor = new Visitor({ settings: { callbackUnset } });
    const answer = await visitor.operate('getClientConfiguration', { token: await visitor.clientToken() });
    expect(answer.json).toEqual({ isAutoCategorizationEnabled: true, ...held });
  });
}

test('an address that is not http is refused', async () => {
  const answer = await new Visitor().control('PUT', '/client-configuration', {
    userNotificationCallbackUrl: 'file:///etc/passwd',
  });
  expect(answer.status).toBe(400);
});
