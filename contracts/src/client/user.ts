/** Creates a user of the client. */
import type { components } from '../../generated/access.ts';
import { answerOf } from './answer.ts';
import type { Client } from './client.ts';
import { neededFields } from './needed-fields.ts';

export type UserRequest = components['schemas']['user-request'];
export type User = components['schemas']['user'];

/**
 * POST /users with a client token (Authentication 3): the created user, with the same five fields, password included.
 * Which fields are required is not shown; a refusal says so in its words. Throws CallError.
 */
export async function createUser(client: Client, user: UserRequest): Promise<User> {
  const call = { operation: 'createUser', wants: '2XX', secrets: [user.password] } as const;
  const answer = await answerOf(client, call, (init) =>
    client.access.POST('/users', {
      ...init,
      baseUrl: client.settings.accessUrl + client.settings.accessPrefix,
      body: user,
    }),
  );
  return neededFields<User>(answer, { id: 'string' });
}
