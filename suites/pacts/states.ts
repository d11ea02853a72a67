/** The provider states of the pacts: the worlds by their names, and what is made in one over the API. */
import { worlds } from '../worlds/worlds.ts';

/** A payment of the first user of the world is created and not submitted; gives its `paymentId`. */
export const CREATED_PAYMENT = 'a-created-payment';

export type WorldName = keyof typeof worlds;
export type StateName = WorldName | typeof CREATED_PAYMENT;

/** What the client has to be set up for, where its world does not say otherwise (CONFIG-CALLBACK-URL). */
const CLIENT = { userNotificationCallbackUrl: 'https://client.example/notifications' };

/** The world itself goes with its name, so that a provider needs nothing but the pact to bring it about. */
export function stateParameters(name: StateName) {
  if (name === CREATED_PAYMENT) return {};
  const world = worlds[name];
  return { ...world, client: { ...CLIENT, ...world.client } };
}
