/** Another country is any but Germany, wherever the bank of the account is. */
import { compareAmounts } from '../../sandbox/amount.ts';
import { foreignWhere } from './foreign-where.ts';

export const foreignSeenFromGermany = foreignWhere(
  ({ amount }, country) => compareAmounts(amount, 0) < 0 && country !== 'DE',
);
