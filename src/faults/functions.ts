/** The faults that no edit can say, by the names that rows of the catalogue call them by. */
import { callFunctions } from './call-functions.ts';
import type { FaultySeams } from './fault.ts';
import { messageFunctions } from './message-functions.ts';
import { variantFunctions } from './variant-functions.ts';

/** Each makes seams of its own for a sandbox. */
export const functions: Readonly<Record<string, () => FaultySeams>> = {
  ...callFunctions,
  ...messageFunctions,
  ...variantFunctions,
};
