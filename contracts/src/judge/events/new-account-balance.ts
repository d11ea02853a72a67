/** Checks of NEW_ACCOUNT_BALANCE messages: an item for each account whose balance changed (Trigger semantics 1). */
import { compareDecimals, difference, mayBeFloatLoss } from '../../base/decimal.ts';
import { breach, type EventChecks, itemCheck } from '../clause-check.ts';
import * as common from './common.ts';

const changedBalance = itemCheck('MESSAGE-BALANCE-CHANGES', ({ exactDetails }) => {
  if (exactDetails === undefined) return 'silent';
  const { newBalance, oldBalance } = exactDetails;
  const change = compareDecimals(newBalance, oldBalance);
  if (change === undefined) return 'silent';
  if (change !== 0) return 'upheld';
  const apart = difference(newBalance, oldBalance);
  if (mayBeFloatLoss(apart, newBalance, oldBalance)) return 'silent';
  return breach('/details/newBalance', 'newBalance is the same as oldBalance, not a changed balance');
});

export const newAccountBalance: EventChecks = {
  ofMessage: [
    ...common.ofItems('MESSAGE-BALANCE-CHANGES'),
    common.exactBalanceChange,
    changedBalance,
    ...common.accountOfDetails,
  ],
  ofRule: common.ofItemRule,
};
