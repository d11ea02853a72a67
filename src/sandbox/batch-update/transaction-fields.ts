/** What the details of a message tell of one transaction. */
import { germanTimeOf } from '../../../contracts/src/contract/german-time.ts';
import { isVersionSince } from '../../../contracts/src/contract/version.ts';
import { keyOf } from '../id-key.ts';
import type { Settings } from '../settings.ts';
import type { Category, State } from '../state.ts';
import type { NewTransaction } from './account-change.ts';
import { bigDecimal } from './big-decimal.ts';
import { plainNumber } from './plain-number.ts';
import type { UserUpdate } from './user-update.ts';

type Categories = State['categories'];

/** What every event tells; times are German time (Events 4). */
export function coreFields(transaction: NewTransaction, settings: Settings) {
  const { id, bankBookingDate, serviceBookingDate, amount, purpose } = transaction;
  const booked = germanTime(bankBookingDate);
  return {
    id,
    serviceBookingDate: serviceBookingDate === undefined ? booked : germanTime(serviceBookingDate),
    bankBookingDate: booked,
    amount: plainNumber(amount, settings),
    counterpartName: counterpart(transaction.counterpartName, settings),
    counterpartIban: counterpart(transaction.counterpartIban, settings),
    purpose: purpose ?? '',
  };
}

/** What FOREIGN_MONEY_TRANSFER tells; its amount is a BigDecimal. */
export function foreignFields(transaction: NewTransaction, settings: Settings) {
  return {
    ...coreFields(transaction, settings),
    amount: bigDecimal(transaction.amount, settings),
    counterpartAccountNumber: counterpart(transaction.counterpartAccountNumber, settings),
    counterpartBlz: counterpart(transaction.counterpartBlz, settings),
    counterpartBic: counterpart(transaction.counterpartBic, settings),
  };
}

/** isAdjustingEntry exists since service version 1.30.0 (Versioning 3). */
export function adjustingField({ isAdjustingEntry = false }: NewTransaction, { serviceVersion }: UserUpdate) {
  return isVersionSince(serviceVersion, '1.30.0') ? { isAdjustingEntry } : {};
}

/** The category of a transaction that was categorized. */
export function categoryFields({ categoryId }: NewTransaction, categories: Categories) {
  const { id, name } = categories.get(keyOf(categoryId ?? Number.NaN)) as Category;
  return { categoryId: id, categoryName: name };
}

/** Null where no category was assigned, filled while automatic categorization is enabled (Trigger semantics 10). */
export function assignedCategory(
  transaction: NewTransaction,
  { isAutoCategorizationEnabled }: UserUpdate,
  categories: Categories,
) {
  const isAssigned = transaction.categoryId !== undefined && transaction.categoryId !== null;
  if (isAutoCategorizationEnabled && isAssigned) return categoryFields(transaction, categories);
  return { categoryId: null, categoryName: null };
}

/** COUNTERPART-NULL: the types know only the text. */
function counterpart(text: string | null | undefined, { counterpartNull }: Settings): string {
  return text ?? (counterpartNull ? (null as unknown as string) : '');
}

function germanTime(instant: string): string {
  return germanTimeOf(Date.parse(instant));
}
