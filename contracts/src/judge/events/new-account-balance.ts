/** Checks of NEW_ACCOUNT_BALANCE messages: an item for each account whose balance changed (Trigger semantics 1). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { compareDecimals, difference, isDifference, mayBeFloatLoss, toBig } from '../../base/decimal.ts';
import { breach, type EventChecks, itemCheck, type MessageCheck } from '../clause-check.ts';
import * as common from './common.ts';

/** Of balance details, which LOW_ACCOUNT_BALANCE has as well: the change is exact. */
export const exactBalanceChange = itemCheck(
  'MESSAGE-BALANCE-DETAILS-CHANGE',
  ({ exactDetails }, _, { numberPrecision }) => {
    if (exactDetails === undefined) return 'silent';
    const { balanceChange, newBalance, oldBalance } = exactDetails;
    const isExact = isDifference(balanceChange, newBalance, oldBalance);
    if (isExact === undefined) return 'silent';
    if (isExact) return 'upheld';
    const apart = difference(newBalance, oldBalance)?.minus(toBig(balanceChange) ?? 0);
    if (numberPrecision === 'float' && mayBeFloatLoss(apart, balanceChange, newBalance, oldBalance))
      return 'silent';
    const text = 'balanceChange is another amount, not newBalance less oldBalance';
    return breach('/details/balanceChange', text);
  },
);

/** Balance details are of the account of their item. */
export const accountOfDetails: readonly MessageCheck[] = [
  sameAsItem('MESSAGE-BALANCE-DETAILS-NUMBER', 'accountNumber', 'accountNumber'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-IBAN', 'iban', 'accountIban'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-NAME', 'accountName', 'accountName'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-CONNECTION', 'bankConnectionName', 'bankConnectionName'),
];

const changedBalance = itemCheck('MESSAGE-BALANCE-CHANGES', ({ exactDetails }, _, { numberPrecision }) => {
  if (exactDetails === undefined) return 'silent';
  const { newBalance, oldBalance } = exactDetails;
  const change = compareDecimals(newBalance, oldBalance);
  if (change === undefined) return 'silent';
  if (change !== 0) return 'upheld';
  const apart = difference(newBalance, oldBalance);
  if (numberPrecision === 'float' && mayBeFloatLoss(apart, newBalance, oldBalance)) return 'silent';
  return breach('/details/newBalance', 'newBalance is the same as oldBalance, not a changed balance');
});

export const newAccountBalance: EventChecks = {
  ofMessage: [
    ...common.encryption,
    common.plainBankName('MESSAGE-ITEM-BANK-NAME'),
    common.detailsOfAllItems,
    common.oneItemPerMatch('MESSAGE-BALANCE-CHANGES'),
    exactBalanceChange,
    changedBalance,
    ...accountOfDetails,
  ],
  ofRule: [...common.identity, ...common.detailsOfRule, common.listedOnly],
};

/** What the details hold where the item has null is not shown (BALANCE-DETAILS-NULL). */
function sameAsItem(clause: ClauseId, field: string, inItem: string): MessageCheck {
  return itemCheck(clause, ({ details, exact }) => {
    const [found, due] = [details?.[field], exact[inItem]];
    if (typeof found !== 'string' || typeof due !== 'string') return 'silent';
    // How numbers and names are spaced is not shown.
    if (found === due || found.replace(/\s/g, '') === due.replace(/\s/g, '')) return 'upheld';
    return breach(`/details/${field}`, `${field} is another text, not ${inItem} of the item`);
  });
}
