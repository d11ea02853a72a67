/** Every outgoing transaction with a counterpart IBAN counts as foreign. */
import { compareAmounts } from '../../sandbox/amount.ts';
import { foreignWhere } from './foreign-where.ts';

export const foreignAtHome = foreignWhere(({ amount }) => compareAmounts(amount, 0) < 0);
