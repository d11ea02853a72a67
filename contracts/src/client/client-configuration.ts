/** Reads the configuration of the client. */
import type { components } from '../../generated/access.ts';
import { answerOf } from './answer.ts';
import type { Client } from './client.ts';
import { neededFields } from './needed-fields.ts';

export type ClientConfiguration = components['schemas']['client-configuration'];

/**
 * GET /clientConfiguration with a client token (Authentication 5). What `userNotificationCallbackUrl` holds while none
 * is configured is not shown, so it is not looked at here. Throws CallError.
 */
export async function getClientConfiguration(client: Client): Promise<ClientConfiguration> {
  const call = { operation: 'getClientConfiguration', wants: '2XX' } as const;
  const answer = await answerOf(client, call, (init) =>
    client.access.GET('/clientConfiguration', {
      ...init,
      baseUrl: client.settings.accessUrl + client.settings.accessPrefix,
    }),
  );
  return neededFields<ClientConfiguration>(answer, { isAutoCategorizationEnabled: 'boolean' });
}
