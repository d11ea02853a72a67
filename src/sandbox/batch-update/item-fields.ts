/** The fields of accounts and transactions in messages, and the lists and counts of transactions. */
import type Big from 'big.js';
import type { Decimal } from '../../../contracts/src/base/json-value.ts';
import { knowsAdjustingEntry } from '../../../contracts/src/base/text.ts';
import { germanTimeOf } from '../../base/german-clock.ts';
import { amountOf, idKey, jsonNumber } from '../exact-numbers.ts';
import type { Rule } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { Category, State } from '../state.ts';
import type { AccountMatch, NewTransaction, RuleMatch, UserUpdate } from '../user-update.ts';

type Categories = State['categories'];

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

/** Adds details, only for rules with includeDetails (Events 3). */
export function details<Details>({ rule }: RuleMatch, make: () => Details): { details?: Details } {
  return rule.includeDetails ? { details: make() } : {};
}

/** The items of both balance events. A text that the bank does not have is empty (NULL-OR-ABSENT). */
export function balanceChanges(match: RuleMatch, settings: SandboxSettings) {
  return match.accounts.map((found) => {
    const { account, connection, oldBalance, newBalance = oldBalance } = found.change;
    return {
      ...accountFields(found),
      ...details(match, () => ({
        accountNumber: account.number,
        iban: account.iban ?? '',
        accountName: account.name,
        bankConnectionName: connection.name ?? '',
        oldBalance: plainNumber(jsonNumber(oldBalance), settings),
        newBalance: plainNumber(jsonNumber(newBalance), settings),
        balanceChange:
          settings.numberPrecision === 'decimal'
            ? jsonNumber(newBalance.minus(oldBalance))
            : Number(newBalance) - Number(oldBalance),
      })),
    };
  });
}

/** The transaction fields of every event. Times are German time (Events 4), and a text that the bank does not have is empty. */
export function coreFields(transaction: NewTransaction, settings: SandboxSettings) {
  const { id, bankBookingDate, serviceBookingDate, amount, purpose } = transaction;
  const booked = germanTimeOf(Date.parse(bankBookingDate));
  return {
    id,
    serviceBookingDate:
      serviceBookingDate === undefined ? booked : germanTimeOf(Date.parse(serviceBookingDate)),
    bankBookingDate: booked,
    amount: plainNumber(amount, settings),
    counterpartName: transaction.counterpartName ?? '',
    counterpartIban: transaction.counterpartIban ?? '',
    purpose: purpose ?? '',
  };
}

/** The transaction fields with a foreign counterpart, and the amount as a BigDecimal. */
export function foreignFields(transaction: NewTransaction, settings: SandboxSettings) {
  return {
    ...coreFields(transaction, settings),
    amount: bigDecimal(transaction.amount, settings),
    counterpartAccountNumber: transaction.counterpartAccountNumber ?? '',
    counterpartBlz: transaction.counterpartBlz ?? '',
    counterpartBic: transaction.counterpartBic ?? '',
  };
}

export function adjustingField({ isAdjustingEntry = false }: NewTransaction, { serviceVersion }: UserUpdate) {
  return knowsAdjustingEntry(serviceVersion) ? { isAdjustingEntry } : {};
}

/** The category of a categorized transaction. */
export function categoryFields({ categoryId }: NewTransaction, categories: Categories) {
  const { id, name } = categories.get(idKey(categoryId ?? Number.NaN)) as Category;
  return { categoryId: id, categoryName: name };
}

/** The category of a transaction; null if none was assigned, or automatic categorization is off (Trigger semantics 10). */
export function assignedCategory(
  transaction: NewTransaction,
  { isAutoCategorizationEnabled }: UserUpdate,
  categories: Categories,
) {
  const isAssigned = transaction.categoryId !== undefined && transaction.categoryId !== null;
  if (isAutoCategorizationEnabled && isAssigned) return categoryFields(transaction, categories);
  return { categoryId: null, categoryName: null };
}

/** Sorts transactions by bankBookingDate, descending (Events 5). */
export function listed(
  transactions: readonly NewTransaction[],
  { tieOrder }: SandboxSettings,
): NewTransaction[] {
  const inOrder = tieOrder === 'downloaded' ? transactions : transactions.toReversed();
  return inOrder.toSorted((a, b) => Date.parse(b.bankBookingDate) - Date.parse(a.bankBookingDate));
}

/** The first transactions, up to maxTransactionsCount. */
export function capped(
  transactions: readonly NewTransaction[],
  rule: Rule,
  settings: SandboxSettings,
): NewTransaction[] {
  return listed(transactions, settings).slice(0, maxTransactions(rule));
}

/** The counted transactions: those that qualify, or all new ones of the account (COUNT-QUALIFYING). */
export function counted(
  { transactions, change }: AccountMatch,
  { transactionsCounted }: SandboxSettings,
): readonly NewTransaction[] {
  return transactionsCounted === 'all' ? change.transactions : transactions;
}

/** The count, which may exceed a cut list (COUNT-OVER-CAP); without details there is no list. */
export function countField(
  transactions: readonly NewTransaction[],
  rule: Rule,
  { countBeyondCap }: SandboxSettings,
): number {
  const isCut = rule.includeDetails && !countBeyondCap;
  return isCut ? Math.min(transactions.length, maxTransactions(rule)) : transactions.length;
}

/** 100 by default (Limits). */
function maxTransactions({ params: { maxTransactionsCount = 100 } }: Rule): number {
  return Math.floor(maxTransactionsCount);
}

/** A BigDecimal: a number, or a string that holds it (BIG-DECIMAL-FORM). */
function bigDecimal(amount: Decimal, { bigDecimalForm }: SandboxSettings): Decimal | string {
  return bigDecimalForm === 'number' ? amount : amountOf(amount).toFixed();
}

/** The threshold, which rules of the event must have. */
export function threshold(amount: Big | undefined, settings: SandboxSettings): Decimal | string {
  return bigDecimal(jsonNumber(amount as Big), settings);
}

/** A number that is no BigDecimal: exact, or the nearest float (NUMBER-PRECISION). */
function plainNumber(amount: Decimal, { numberPrecision }: SandboxSettings): Decimal {
  return numberPrecision === 'decimal' ? amount : Number(String(amount));
}
