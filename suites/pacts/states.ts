/** The provider states of the pacts: the worlds by their names, and what is made in one over the API. */
import type { worlds } from '../worlds/worlds.ts';

/** A payment of the first user of the world is created and not submitted; gives its `paymentId`. */
export const CREATED_PAYMENT = 'a-created-payment';

export type WorldName = keyof typeof worlds;
export type StateName = WorldName | typeof CREATED_PAYMENT;
