/** An amount of zero counts as outgoing. */
import { compareAmounts } from '../../sandbox/amount.ts';
import { foreignWhere } from './foreign-where.ts';

export const foreignZero = foreignWhere(
  ({ amount }, country, own) => compareAmounts(amount, 0) <= 0 && country !== own,
);
