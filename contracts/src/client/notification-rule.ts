/** Creates a notification rule of a user. */
import type { components } from '../../generated/access.ts';
import { answerOf } from './answer.ts';
import type { Client } from './client.ts';

export type NotificationRule = components['schemas']['notification-rule'];

/**
 * POST /notificationRules with a user token. The answer is not shown, so there is none to return: know the messages of
 * the rule by the `callbackHandle` you gave it. How the API version is chosen is not shown either: with a version the
 * call goes to its prefix (apiVersionPrefixes), without one to accessPrefix; `waitForCategorization` needs v2 or
 * greater (Versioning 2). Throws CallError; a duplicate is Refused, and its error says "already exists" (Errors 4).
 */
export async function createNotificationRule(
  client: Client,
  rule: NotificationRule,
  version?: 'v1' | 'v2',
): Promise<void> {
  const { accessUrl, accessPrefix, apiVersionPrefixes } = client.settings;
  const prefix = version === undefined ? accessPrefix : apiVersionPrefixes[version];
  await answerOf(client, { operation: 'createNotificationRule', wants: '2XX' }, (init) =>
    client.access.POST('/notificationRules', { ...init, baseUrl: accessUrl + prefix, body: rule }),
  );
}
