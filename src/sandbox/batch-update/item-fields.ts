/** An account as an item of a message, and the details of its balance. */

import { germanTimeOf } from '../../../contracts/src/base/german-time.ts';
import { isVersionSince } from '../../../contracts/src/base/text.ts';
import { amountOf, jsonNumber, keyOf } from '../exact-numbers.ts';
import type { Rule } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { Category, State } from '../state.ts';
import type { AccountChange, AccountMatch, NewTransaction, RuleMatch, UserUpdate } from './user-update.ts';

/** The common account item fields. */
export function accountFields({ change: { account, connection } }: AccountMatch) {
  return {
    accountId: account.id,
    accountName: account.name,
    accountNumber: account.number,
    accountIban: account.iban,
    bankName: connection.bankName,
    bankConnectionName: connection.name,
  };
}

/** Present only for rules with includeDetails (Events 3). */
export function details<Details>({ rule }: RuleMatch, make: () => Details): { details?: Details } {
  return rule.includeDetails ? { details: make() } : {};
}

/** The items of both events of balances. */
export function balanceChanges(match: RuleMatch, settings: SandboxSettings) {
  return match.accounts.map((found) => ({
    ...accountFields(found),
    ...details(match, () => balances(found.change, settings)),
  }));
}

/** BALANCE-DETAILS-NULL: the types know only the text. */
function balances(
  { account, connection, oldBalance, newBalance = oldBalance }: AccountChange,
  settings: SandboxSettings,
) {
  const unset = settings.balanceDetailsNull ? (null as unknown as string) : '';
  return {
    accountNumber: account.number,
    iban: account.iban ?? unset,
    accountName: account.name,
    bankConnectionName: connection.name ?? unset,
    oldBalance: plainNumber(jsonNumber(oldBalance), settings),
    newBalance: plainNumber(jsonNumber(newBalance), settings),
    balanceChange: plainNumber(jsonNumber(newBalance.minus(oldBalance)), settings),
  };
}

/** What the details of a message tell of one transaction. */

type Categories = State['categories'];

/** What every event tells; times are German time (Events 4). */
export function coreFields(transaction: NewTransaction, settings: SandboxSettings) {
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
export function foreignFields(transaction: NewTransaction, settings: SandboxSettings) {
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
function counterpart(text: string | null | undefined, { counterpartNull }: SandboxSettings): string {
  return text ?? (counterpartNull ? (null as unknown as string) : '');
}

function germanTime(instant: string): string {
  return germanTimeOf(Date.parse(instant));
}

/** Which transactions of an account the details of a message list, and how many the message counts. */

/** Descending by bankBookingDate (Events 5). */
export function listed(
  transactions: readonly NewTransaction[],
  { tieOrder }: SandboxSettings,
): NewTransaction[] {
  const inOrder = tieOrder === 'downloaded' ? transactions : transactions.toReversed();
  return inOrder
    .map((transaction) => ({ transaction, booked: Date.parse(transaction.bankBookingDate) }))
    .sort((a, b) => b.booked - a.booked)
    .map(({ transaction }) => transaction);
}

/** The first of them, for the events that know maxTransactionsCount. */
export function capped(
  transactions: readonly NewTransaction[],
  rule: Rule,
  settings: SandboxSettings,
): NewTransaction[] {
  return listed(transactions, settings).slice(0, mostOf(rule));
}

/** COUNT-QUALIFYING: those that made the rule send the message, or all new ones of their account. */
export function counted(
  { transactions, change }: AccountMatch,
  { transactionsCounted }: SandboxSettings,
): readonly NewTransaction[] {
  return transactionsCounted === 'qualifying' ? transactions : change.transactions;
}

/** COUNT-OVER-CAP: without details there is no list, and so nothing that the count exceeds. */
export function countOf(
  transactions: readonly NewTransaction[],
  rule: Rule,
  { countBeyondCap }: SandboxSettings,
): number {
  const ends = rule.includeDetails && !countBeyondCap;
  return ends ? Math.min(transactions.length, mostOf(rule)) : transactions.length;
}

/** 100 by default (Limits). */
function mostOf({ params: { maxTransactionsCount = 100 } }: Rule): number {
  return Math.floor(maxTransactionsCount);
}

/** A BigDecimal of a message. */

/** As the number that it is or as a string (BIG-DECIMAL-FORM); the types know only the number. */
export function bigDecimal(
  amount: number,
  { bigDecimalForm }: Pick<SandboxSettings, 'bigDecimalForm'>,
): number {
  return bigDecimalForm === 'number' ? amount : (amountOf(amount).toFixed() as unknown as number);
}

/** A balance or amount of a message that is no BigDecimal. */

/** Digit for digit, or as the binary float next to it (NUMBER-PRECISION). */
export function plainNumber(
  amount: number,
  { numberPrecision }: Pick<SandboxSettings, 'numberPrecision'>,
): number {
  return numberPrecision === 'decimal' ? amount : Number(String(amount));
}
