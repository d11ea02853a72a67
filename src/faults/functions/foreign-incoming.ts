/** Money that comes in from abroad counts as money that goes there. */
import { compareAmounts } from '../../sandbox/amount.ts';
import { foreignWhere } from './foreign-where.ts';

export const foreignIncoming = foreignWhere(
  ({ amount }, country, own) => compareAmounts(amount, 0) !== 0 && country !== own,
);
