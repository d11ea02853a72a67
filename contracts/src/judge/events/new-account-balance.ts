/** Checks of NEW_ACCOUNT_BALANCE messages: an item for each account whose balance changed (Trigger semantics 1). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { isDifference } from '../../base/decimal.ts';
import { held, itemCheck, type MessageCheck } from '../clause-check.ts';
import { isOrdered } from './common.ts';

const changedBalance = itemCheck('MESSAGE-BALANCE-CHANGES', ({ details = {} }) => {
  const { newBalance, oldBalance } = details;
  const isChanged = isOrdered(newBalance, oldBalance, (order) => order !== 0, newBalance, oldBalance);
  return held(isChanged, '/details/newBalance', 'another one than oldBalance');
});

/** The change is the difference (Events, NEW_ACCOUNT_BALANCE), as far as floats are (NUMBER-PRECISION). */
const exactBalanceChange = itemCheck('MESSAGE-BALANCE-DETAILS-CHANGE', ({ details = {} }) => {
  const { balanceChange, newBalance, oldBalance } = details;
  const isChange = isDifference(balanceChange, newBalance, oldBalance);
  return held(isChange, '/details/balanceChange', 'newBalance minus oldBalance');
});

/** Of balance details, which LOW_ACCOUNT_BALANCE has too: they are of the account of their item. */
export const balanceChecks: readonly MessageCheck[] = [
  exactBalanceChange,
  sameAsItem('MESSAGE-BALANCE-DETAILS-NUMBER', 'accountNumber', 'accountNumber'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-IBAN', 'iban', 'accountIban'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-NAME', 'accountName', 'accountName'),
  sameAsItem('MESSAGE-BALANCE-DETAILS-CONNECTION', 'bankConnectionName', 'bankConnectionName'),
];

/** What the details hold where the item has null is not shown (NULL-OR-ABSENT), nor how numbers and names are spaced. */
function sameAsItem(clause: ClauseId, field: string, inItem: string): MessageCheck {
  return itemCheck(clause, ({ details, plain }) => {
    const [found, due] = [details?.[field], plain[inItem]];
    if (typeof found !== 'string' || typeof due !== 'string') return 'silent';
    const isSame = found.replace(/\s/g, '') === due.replace(/\s/g, '');
    return held(isSame, `/details/${field}`, `the ${inItem} of the item`);
  });
}

export const newAccountBalance: readonly MessageCheck[] = [changedBalance, ...balanceChecks];
