/** Builds realistic messages of made-up accounts, as they are before encryption. */
import { triggerEvents } from '../../generated/operations.ts';
import { layoutOf } from '../base/event-layout.ts';
import { knownName } from '../base/text.ts';
import {
  MADE_UP_BANKS,
  MADE_UP_CATEGORIES,
  type MadeUpAccount,
  madeUpAbroad,
  madeUpAccounts,
  madeUpTransactions,
  SeededRandom,
  type WantedTransactions,
} from './made-up.ts';
import type { PlainMessage, TriggerEvent } from './message.ts';

export interface BuildOptions {
  /** The same seed makes the same message, always and everywhere; 1 by default. */
  readonly seed?: number;
  /** As for a rule with includeDetails; false by default. */
  readonly includeDetails?: boolean;
  /** How many transactions each account has, 100 at most; a few by default. */
  readonly transactions?: number;
  /** As for a rule with it: each transaction in the details has a category; false by default. */
  readonly waitForCategorization?: boolean;
}

type Making = BuildOptions & { readonly random: SeededRandom };

type Wanted = Omit<WantedTransactions, 'count'>;

const FEW = 5;
const MOST = 100;
const THRESHOLDS = [50, 100, 250.5, 999.99, 1000];
const BANK_ERRORS = { wrong: 'Die eingegebene PIN ist falsch.', unknown: 'Der Bankserver antwortet nicht.' };

/**
 * A message as the documentation describes it (Events): thresholds that its balances and amounts meet, balanceChange =
 * newBalance − oldBalance, transactions by bankBookingDate, descending, IBANs whose check digits are right. Its banks
 * do not exist. Throws for an event that is not documented, and RangeError for a bad seed or number of transactions.
 */
export function buildMessage<Event extends TriggerEvent>(
  event: Event,
  options: BuildOptions = {},
): PlainMessage<Event> {
  knownName('the trigger event', event, triggerEvents);
  const { seed = 1, transactions } = options;
  if (!Number.isSafeInteger(seed)) throw new RangeError('seed is no whole number.');
  const isCount = (n: number) => Number.isInteger(n) && n >= 0 && n <= MOST;
  if (transactions !== undefined && !isCount(transactions))
    throw new RangeError(`transactions is no whole number from 0 to ${MOST}.`);
  const random = new SeededRandom(seed);
  const making: Making = { ...options, random };
  const message: object = {
    notificationRuleId: random.whole(1, 9999),
    triggerEvent: event,
    callbackHandle: `my-${event.toLowerCase().replaceAll('_', '-')}-rule`,
    ...contentOf(event, making),
  };
  return message as PlainMessage<Event>;
}

function detailed<Details>(making: Making, detailsOf: () => Details): { details?: Details } {
  return making.includeDetails ? { details: detailsOf() } : {};
}

function contentOf(event: TriggerEvent, making: Making): object {
  const { list, subject, params } = layoutOf[event];
  if (list === undefined) return {};
  if (subject === 'connection') return { [list]: [loginError(making)] };
  if (!params.includes('categoryId')) return ofAccounts(event, list, making);
  const { children, categoryId, categoryName } = making.random.pick(MADE_UP_CATEGORIES);
  return {
    categoryId,
    ...(making.includeDetails && { categoryName }),
    includeChildCategories: true,
    ...ofAccounts(event, list, making, { categories: children }),
  };
}

/** Accounts with transactions or balances: balances below the threshold of an event that has one, amounts that reach it. */
function ofAccounts(event: TriggerEvent, list: string, making: Making, { categories }: Wanted = {}): object {
  const { threshold, transactions, detailFields } = layoutOf[event];
  const limit = threshold === undefined ? undefined : making.random.pick(THRESHOLDS);
  const wanted = {
    ...(categories && { categories }),
    ...(limit !== undefined && { leastCents: cents(limit) }),
  };
  return {
    ...(threshold !== undefined && { [threshold]: limit }),
    [list]: madeUpAccounts(making.random, making.random.whole(1, 3)).map((account) => ({
      ...account,
      ...(transactions !== undefined
        ? transactionsOf(event, making, wanted)
        : detailed(making, () => only(detailFields, balances(making, account, limit)))),
    })),
  };
}

/** The count and the details of an item. */
function transactionsOf(event: TriggerEvent, making: Making, wanted: Wanted): object {
  const { transactions: list = '', detailFields, count } = layoutOf[event];
  const { random, waitForCategorization, transactions: length = random.whole(1, FEW) } = making;
  const all = madeUpTransactions(random, { count: length, ...wanted }).map(({ transaction, category }) =>
    only(detailFields, {
      ...transaction,
      isAdjustingEntry: false,
      ...((waitForCategorization || wanted.categories) && category),
      ...(detailFields.includes('counterpartBlz') && {
        amount: -Math.abs(transaction.amount),
        ...madeUpAbroad(random),
      }),
    }),
  );
  return {
    ...(count !== undefined && { [count]: all.length }),
    ...detailed(making, () => ({ [list]: all })),
  };
}

/** Only these fields, in their order. */
function only(names: readonly string[], made: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(names.filter((name) => name in made).map((name) => [name, made[name]]));
}

/** Below the threshold, if there is one. Made of cents, so that the three agree to the last digit. */
function balances(
  { random }: Making,
  { accountNumber, accountIban, accountName, bankConnectionName }: MadeUpAccount,
  threshold?: number,
) {
  const change = random.pick([-1, 1]) * random.whole(1, 200_000);
  const balance =
    threshold === undefined ? random.whole(-50_000, 900_000) : cents(threshold) - random.whole(1, 40_000);
  return {
    ...{ accountNumber, iban: accountIban, accountName, bankConnectionName },
    oldBalance: (balance - change) / 100,
    newBalance: balance / 100,
    balanceChange: change / 100,
  };
}

function loginError(making: Making) {
  const { random } = making;
  const { bankName, bankConnectionName } = random.pick(MADE_UP_BANKS);
  const isWrong = random.whole(1, 2) === 1;
  return {
    bankConnectionId: random.whole(1000, 900_000),
    bankName,
    bankConnectionName,
    ...(isWrong && { errorCode: 'WRONG_CREDENTIALS' as const }),
    ...detailed(making, () => ({ errorMessage: isWrong ? BANK_ERRORS.wrong : BANK_ERRORS.unknown })),
  };
}

function cents(amount: number): number {
  return Math.round(amount * 100);
}
