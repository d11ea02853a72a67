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

/** The change is the difference (Events, NEW_ACCOUNT_BALANCE), as far as floats are (NUMBER-PRECISION). */
const exactBalanceChange = itemCheck('MESSAGE-BALANCE-DETAILS-CHANGE', ({ details = {} }) => {
  const { balanceChange, newBalance, oldBalance } = details;
  const isChange = isDifference(balanceChange, newBalance, oldBalance);
  return held(isChange, '/details/balanceChange', 'newBalance minus oldBalance');
});

/** Of balance details, which LOW_ACCOUNT_BALANCE has too: they are of the account of their item. */
export const balanceChecks: readonly MessageCheck[] = [
  exactBalanceChange,
  asInItem('MESSAGE-BALANCE-DETAILS-NUMBER', 'accountNumber', 'accountNumber', isSameIban),
  asInItem('MESSAGE-BALANCE-DETAILS-IBAN', 'iban', 'accountIban', isSameIban),
  itemCheck('MESSAGE-BALANCE-DETAILS-IBAN', ({ details = {} }) => isNoNullText(details, 'iban')),
  asInItem('MESSAGE-BALANCE-DETAILS-NAME', 'accountName', 'accountName', isText),
  asInItem('MESSAGE-BALANCE-DETAILS-CONNECTION', 'bankConnectionName', 'bankConnectionName', isText),
];

/** What the details hold where the item has null is not shown (NULL-OR-ABSENT). */
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

/** How a name is written is not shown (NAMES-IN-DETAILS). */
function isText(found: string, due: string): boolean {
  return found.trim() !== '' || due.trim() === '';
}

export const newAccountBalance: readonly MessageCheck[] = [changedBalance, ...balanceChecks];
