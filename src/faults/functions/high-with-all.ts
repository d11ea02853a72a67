/** One transaction that reaches the threshold brings all the others of its account along. */
import { countedOtherwise } from './counted-otherwise.ts';

export const highWithAll = countedOtherwise(({ transactions }, _, counted) => counted && transactions);
