/** The messages that the documentation makes of a drawn update: a second reading of its sentences, for drawn stories. */
import type { BatchUpdate, World } from '../../src/runner/control.ts';
import { absent, type ExpectedMessage, type ScenarioRule } from '../../src/runner/scenarios/scenario.ts';
import type { BookedTransaction } from '../worlds/bank-updates.ts';
import type { DrawnUser } from './drawn-world.ts';

type DrawnConnection = DrawnUser['bankConnections'][number];

/** What an account was and what the update brought. */
interface Updated {
  readonly account: DrawnConnection['accounts'][number];
  readonly connection: DrawnConnection;
  readonly before: number;
  readonly after: number | undefined;
  readonly transactions: readonly BookedTransaction[];
}

/** What there is before the update: its user, the balances, and the categories with their parents. */
export interface BeforeUpdate {
  readonly user: DrawnUser;
  readonly balances: ReadonlyMap<number, number>;
  readonly categories: World['categories'];
}

/** The message of the rule after the update; undefined where it sends none. */
export function dueMessage(
  name: string,
  rule: ScenarioRule,
  update: BatchUpdate,
  facts: BeforeUpdate,
): ExpectedMessage | undefined {
  const { user, balances } = facts;
  const listed = listOf(rule);
  const isListed = (id: number) => listed === undefined || listed.includes(String(id));
  if (rule.triggerEvent === 'NEW_TERMS_AND_CONDITIONS') {
    const own = user.bankConnections.map(({ id }) => id);
    return update.unacceptedTerms?.some((id) => own.includes(Number(id))) ? { rule: name } : undefined;
  }
  if (rule.triggerEvent === 'BANK_LOGIN_ERROR') {
    const loginErrors = user.bankConnections.flatMap((connection) => {
      const failed = update.failedLogins?.find(({ bankConnectionId }) => bankConnectionId === connection.id);
      if (!failed || !isListed(connection.id)) return [];
      const { wrongCredentials, errorMessage } = failed;
      return {
        ...{ bankConnectionId: connection.id, bankName: connection.bankName },
        // What a connection without a name has here is not shown (LOGIN-CONNECTION-NAME-NULL).
        ...(connection.name !== null && { bankConnectionName: connection.name }),
        ...field('errorCode', wrongCredentials, 'WRONG_CREDENTIALS' as const),
        ...(!rule.includeDetails && field('details', false, {})),
        // What details hold for an unknown reason is not shown (LOGIN-ERROR-MESSAGE).
        ...(rule.includeDetails && wrongCredentials && { details: { errorMessage } }),
      };
    });
    return loginErrors.length > 0 ? { rule: name, loginErrors } : undefined;
  }
  const updated = user.bankConnections.flatMap((connection) =>
    connection.accounts.flatMap((account): Updated[] => {
      const it = update.accounts?.find(({ accountId }) => accountId === account.id);
      if (!it || !isListed(account.id)) return [];
      const before = balances.get(account.id) ?? account.balance;
      const after = it.newBalance === undefined ? undefined : Number(it.newBalance);
      return [{ account, connection, before, after, transactions: it.transactions ?? [] }];
    }),
  );
  return ofAccounts(name, rule, updated, facts);
}

function listOf({ params }: ScenarioRule): readonly string[] | undefined {
  const { accountIds, bankConnectionIds } = { ...params } as Partial<Record<string, string>>;
  return (accountIds ?? bankConnectionIds)?.split(',');
}

type AccountRule = Exclude<
  ScenarioRule,
  { readonly triggerEvent: 'BANK_LOGIN_ERROR' | 'NEW_TERMS_AND_CONDITIONS' }
>;

function ofAccounts(
  name: string,
  rule: AccountRule,
  updated: readonly Updated[],
  { categories }: BeforeUpdate,
): ExpectedMessage | undefined {
  switch (rule.triggerEvent) {
    case 'NEW_ACCOUNT_BALANCE':
    case 'LOW_ACCOUNT_BALANCE': {
      const { triggerEvent } = rule;
      const threshold =
        triggerEvent === 'LOW_ACCOUNT_BALANCE' ? Number(rule.params.balanceThreshold) : undefined;
      const balanceChanges = updated.flatMap(({ after, before, ...it }) => {
        if (after === undefined || (threshold === undefined ? after === before : after >= threshold))
          return [];
        return { ...itemOf(it), ...field('details', rule.includeDetails, balanceDetails(it, before, after)) };
      });
      if (balanceChanges.length === 0) return undefined;
      return { rule: name, balanceChanges, ...(threshold !== undefined && { balanceThreshold: threshold }) };
    }
    case 'NEW_TRANSACTIONS': {
      const counted = updated.map((it) => ({ ...it, counts: it.transactions }));
      const newTransactions = listing(rule, counted, mostOf(rule), 'newTransactionsCount');
      return newTransactions.length > 0 ? { rule: name, newTransactions } : undefined;
    }
    case 'FOREIGN_MONEY_TRANSFER': {
      const counted = updated.map((it) => ({
        ...it,
        counts: it.transactions.filter(
          ({ amount, counterpartIban }) =>
            Number(amount) < 0 &&
            typeof counterpartIban === 'string' &&
            counterpartIban.slice(0, 2) !== it.connection.bankCountry,
        ),
      }));
      const newTransactions = listing(rule, counted, Number.POSITIVE_INFINITY, 'transactionsCount');
      return newTransactions.length > 0 ? { rule: name, newTransactions } : undefined;
    }
    case 'HIGH_TRANSACTION_AMOUNT': {
      const absoluteAmountThreshold = Number(rule.params.absoluteAmountThreshold);
      const counted = updated.map((it) => ({
        ...it,
        counts: it.transactions.filter(({ amount }) => Math.abs(Number(amount)) >= absoluteAmountThreshold),
      }));
      const newTransactions = listing(rule, counted, mostOf(rule), 'newTransactionsCount');
      return newTransactions.length > 0
        ? { rule: name, absoluteAmountThreshold, newTransactions }
        : undefined;
    }
    case 'CATEGORY_CASH_FLOW': {
      const { categoryId, includeChildCategories = true } = rule.params;
      const chosen = categories.find(({ id }) => String(id) === categoryId);
      const children = categories.filter(
        ({ parentId }) => String(parentId) === categoryId && includeChildCategories,
      );
      const counting = [Number(categoryId), ...children.map(({ id }) => id)];
      const categoryCashFlows = updated.flatMap((it) => {
        const counts = it.transactions.filter((each) => counting.includes(Number(each.categoryId ?? -1)));
        if (counts.length === 0) return [];
        const transactions = sorted(counts).map((each) => ({
          ...listedFields(each),
          categoryId: each.categoryId ?? 0,
          categoryName: categories.find(({ id }) => id === each.categoryId)?.name ?? '',
        }));
        return { ...itemOf(it), ...field('details', rule.includeDetails, { transactions }) };
      });
      if (categoryCashFlows.length === 0) return undefined;
      const categoryName = field('categoryName', rule.includeDetails, chosen?.name ?? '');
      return { rule: name, categoryId: Number(categoryId), ...categoryName, categoryCashFlows };
    }
    default:
      // An event without a case does not compile.
      return rule satisfies never;
  }
}

/** The field with its value, or that it is not there. */
function field<Name extends string, Value>(name: Name, isThere: boolean | undefined, value: Value) {
  return { [name]: isThere ? value : absent } as { readonly [Key in Name]: Value | typeof absent };
}

function mostOf({ params }: ScenarioRule): number | undefined {
  return ({ ...params } as { maxTransactionsCount?: number }).maxTransactionsCount;
}

type Counted = Updated & { readonly counts: readonly BookedTransaction[] };

/** An item for each account that has a transaction that counts. */
function listing<Count extends string>(
  { triggerEvent, includeDetails }: ScenarioRule,
  counted: readonly Counted[],
  most = 100,
  count: Count,
) {
  return counted.flatMap(({ counts, ...it }) => {
    if (counts.length === 0) return [];
    const isCut = counts.length > most;
    const all = sorted(counts).map((each) => ({
      ...listedFields(each),
      ...(triggerEvent === 'FOREIGN_MONEY_TRANSFER' && fieldsAbroad(each)),
    }));
    // What is left of a list that is cut is not shown (LIST-CUT), nor what is counted then (COUNT-OVER-CAP).
    return {
      ...itemOf(it),
      ...(!(isCut && includeDetails) && ({ [count]: counts.length } as Record<Count, number>)),
      ...field('details', includeDetails, isCut ? {} : { transactionDetails: all }),
    };
  });
}

function itemOf({ account, connection }: Pick<Updated, 'account' | 'connection'>) {
  const { id: accountId, name: accountName, number: accountNumber, iban: accountIban } = account;
  const { bankName, name: bankConnectionName } = connection;
  return { accountId, accountName, accountNumber, accountIban, bankName, bankConnectionName };
}

function balanceDetails(
  { account, connection }: Pick<Updated, 'account' | 'connection'>,
  before: number,
  after: number,
) {
  return {
    ...{ accountNumber: account.number, accountName: account.name },
    // What is there for a missing IBAN or name is not shown (BALANCE-DETAILS-NULL).
    ...(account.iban !== null && { iban: account.iban }),
    ...(connection.name !== null && { bankConnectionName: connection.name }),
    ...{ oldBalance: before, newBalance: after, balanceChange: Math.round((after - before) * 100) / 100 },
  };
}

/** The most recent first. */
function sorted(transactions: readonly BookedTransaction[]): BookedTransaction[] {
  return transactions.toSorted((a, b) => (a.bankBookingDate < b.bankBookingDate ? 1 : -1));
}

/** What a counterpart field without a value holds is not shown (COUNTERPART-NULL). */
function listedFields(it: BookedTransaction) {
  return {
    id: Number(it.id),
    bankBookingDate: germanText(it.bankBookingDate),
    serviceBookingDate: germanText(it.serviceBookingDate ?? it.bankBookingDate),
    amount: Number(it.amount),
    ...(typeof it.counterpartName === 'string' && { counterpartName: it.counterpartName }),
    ...(typeof it.counterpartIban === 'string' && { counterpartIban: it.counterpartIban }),
    ...(typeof it.purpose === 'string' && { purpose: it.purpose }),
  };
}

function fieldsAbroad(it: BookedTransaction) {
  return {
    counterpartAccountNumber: it.counterpartAccountNumber ?? '',
    counterpartBlz: it.counterpartBlz ?? '',
    counterpartBic: it.counterpartBic ?? '',
  };
}

const GERMAN = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Berlin', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  ...{ minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
});

/** German wall time, yyyy-MM-dd HH:mm:ss.SSS. */
function germanText(instant: string): string {
  return GERMAN.format(new Date(instant)).replace(',', '.');
}
