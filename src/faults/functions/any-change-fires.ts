/** An account that changed fires without a new transaction. */
import { countedOtherwise } from './counted-otherwise.ts';

export const anyChangeFires = countedOtherwise(({ transactions }) => transactions);
