/** Checks of NEW_ACCOUNT_BALANCE messages: an item for each account whose balance changed (Trigger semantics 1). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { isDifference } from '../../base/decimal.ts';
import { isSameIban } from '../../base/formats.ts';
import { held, itemCheck, type MessageCheck } from '../clause-check.ts';
import { isNoNullText, isOrdered } from './common.ts';

const changedBalance = itemCheck('MESSAGE-BALANCE-CHANGES', ({ details = {} }) => {
  const { newBalance, oldBalance } = details;
  const isChanged = isOrdered(newBalance, oldBalance, (order) => order !== 0, newBalance, oldBalance);
  return held(isChanged, '/details/newBalance', 'another one than oldBalance');
});

/** balanceChange is newBalance minus oldBalance (Events, NEW_ACCOUNT_BALANCE), or their float difference (NUMBER-PRECISION). */
const exactBalanceChange = itemCheck('MESSAGE-BALANCE-DETAILS-CHANGE', ({ details = {} }) => {
  const { balanceChange, newBalance, oldBalance } = details;
  const isChange = isDifference(balanceChange, newBalance, oldBalance);
  return held(isChange, '/details/balanceChange', 'newBalance minus oldBalance');
});

/** The details describe the account of their item. LOW_ACCOUNT_BALANCE has the same details. */
export const balanceChecks: readonly MessageCheck[] = [
  exactBalanceChange,
  asInItem('MESSAGE-BALANCE-DETAILS-NUMBER', 'accountNumber', 'accountNumber', isSameIban),
  asInItem('MESSAGE-BALANCE-DETAILS-IBAN', 'iban', 'accountIban', isSameIban),
  itemCheck('MESSAGE-BALANCE-DETAILS-IBAN', ({ details = {} }) => isNoNullText(details, 'iban')),
  asInItem('MESSAGE-BALANCE-DETAILS-NAME', 'accountName', 'accountName', isText),
  asInItem('MESSAGE-BALANCE-DETAILS-CONNECTION', 'bankConnectionName', 'bankConnectionName', isText),
];

/** Compares texts only: what the details hold if the item has null is not shown (NULL-OR-ABSENT). */
function asInItem(
  clause: ClauseId,
  field: string,
  inItem: string,
  isDue: (found: string, due: string) => boolean,
): MessageCheck {
  return itemCheck(clause, ({ details, plain }) => {
    const [found, due] = [details?.[field], plain[inItem]];
    if (typeof found !== 'string' || typeof due !== 'string') return 'silent';
    return held(isDue(found, due), `/details/${field}`, `the ${inItem} of the item`);
  });
}

/** Any name will do, since its form is not shown (NAMES-IN-DETAILS). */
function isText(found: string, due: string): boolean {
  return found.trim() !== '' || due.trim() === '';
}

export const newAccountBalance: readonly MessageCheck[] = [changedBalance, ...balanceChecks];
