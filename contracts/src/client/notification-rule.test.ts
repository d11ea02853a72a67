/** Creating a rule sends it to the endpoint of the API version and reads no body. */
import nock from 'nock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refused } from './call-error.ts';
import { createClient } from './client.ts';
import { createNotificationRule, type NotificationRule } from './notification-rule.ts';

const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example' };
const RULE = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: 250.5, accountIds: '101,102' },
  callbackHandle: 'below-threshold',
  includeDetails: true,
} satisfies NotificationRule;

beforeEach(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const paths = [
  [undefined, '/access/notificationRules'],
  ['v1', '/api/v1/notificationRules'],
  ['v2', '/second/notificationRules'],
] as const;
for (const [version, path] of paths) {
  test(`a rule of API version ${version ?? 'unnamed'} is posted to ${path}`, async () => {
    const apiVersionPrefixes = { v1: '/api/v1', v2: '/second' };
    const client = createClient({ ...SERVICE, accessPrefix: '/access', apiVersionPrefixes }, 't-1');
    const scope = nock(SERVICE.accessUrl).post(path, RULE).reply(201, { any: 'thing' });
    expect(await createNotificationRule(client, RULE, version)).toBeUndefined();
    expect(scope.isDone()).toBe(true);
  });
}

for (const body of ['', 'created', '{"id":', '7']) {
  test(`a created rule is a success whatever its body says: "${body}"`, async () => {
    nock(SERVICE.accessUrl).post('/notificationRules').reply(200, body);
    await expect(createNotificationRule(createClient(SERVICE, 't-1'), RULE)).resolves.toBeUndefined();
  });
}

test('a duplicate is Refused and says that the rule already exists', async () => {
  const message = 'A notification rule with the given parameters already exists.';
  nock(SERVICE.accessUrl)
    .post('/notificationRules')
    .reply(422, { errors: [{ message }] });
  const error: unknown = await createNotificationRule(createClient(SERVICE, 't-1'), RULE).catch((e) => e);
  expect(error instanceof Refused && error.says('already exists')).toBe(true);
});
