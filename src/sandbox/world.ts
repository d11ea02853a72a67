/** A world: everything that exists before the first call, as data. Its shape stands in openapi/control.yaml. */
import type { components } from './generated/control-types.ts';

/** Balances and thresholds may be LosslessNumbers where a float cannot keep them, which the type does not know. */
export type World = components['schemas']['World'];

/** The world of a sandbox that is told none: a client, and nobody and nothing else. */
export const emptyWorld: World = { client: {}, categories: [], users: [] };
