/** Every balance that an update brings counts as changed. */
import { countedOtherwise, NOTHING_MORE } from './counted-otherwise.ts';

export const equalBalanceFires = countedOtherwise(({ newBalance }) => newBalance && NOTHING_MORE);
