/** Builds realistic messages of made-up accounts, as they are before encryption. */
import { eventLayouts } from '../../generated/event-layouts.ts';
import { triggerEvents } from '../../generated/operations.ts';
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
import type { DetailsOf, PlainMessage, TriggerEvent } from './message.ts';

export interface BuildOptions {
  /** The same seed makes the same message, always and everywhere; 1 by default. */
  readonly seed?: number;
  /** As for a rule with includeDetails; false by default. */
  readonly includeDetails?: boolean;
  /** How many transactions each account has, 100 at most; a few by default. */
  readonly transactions?: number;
  /** As for a rule of NEW_TRANSACTIONS with it: each transaction in the details has a category; false by default. */
  readonly waitForCategorization?: boolean;
}

/** The names of the fields of an event, as the documents have them. */
type Layout = Partial<Record<'list' | 'transactions' | 'count' | 'threshold', string>> & {
  readonly detailFields: readonly string[];
};

type Making = BuildOptions & { readonly random: SeededRandom };

type Base = 'notificationRuleId' | 'triggerEvent' | 'callbackHandle';

const FEW = 5;
const MOST = 100;
const THRESHOLDS = [50, 100, 250.5, 999.99, 1000];
const BANK_ERRORS = { wrong: 'Die eingegebene PIN ist falsch.', unknown: 'Der Bankserver antwortet nicht.' };

/** The events whose content follows more than the names of their fields; any other has `usualContent`. */
const special: { [Event in TriggerEvent]?: (making: Making) => Omit<PlainMessage<Event>, Base> } = {
  BANK_LOGIN_ERROR: (making) => ({ loginErrors: [loginError(making)] }),

  FOREIGN_MONEY_TRANSFER: (making) => ({
    newTransactions: items(making, (account) => {
      const transactionDetails = transactions(making).map(({ transaction }) => ({
        ...transaction,
        amount: -Math.abs(transaction.amount),
        ...madeUpAbroad(making.random),
      }));
      return {
        ...account,
        transactionsCount: transactionDetails.length,
        ...detailed(making, () => ({ transactionDetails })),
      };
    }),
  }),

  CATEGORY_CASH_FLOW: (making) => {
    const { random } = making;
    const { children, ...category } = random.pick(MADE_UP_CATEGORIES);
    return {
      categoryId: category.categoryId,
      ...(making.includeDetails && { categoryName: category.categoryName }),
      includeChildCategories: true,
      categoryCashFlows: items(making, (account) => {
        const categorized = transactions(making, { categories: children }).map(
          ({ transaction, category }) => ({ ...transaction, ...category }),
        );
        return { ...account, ...detailed(making, () => ({ transactions: categorized })) };
      }),
    };
  },
};

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
    ...(special[event]?.(making) ?? usualContent(event, making)),
  };
  return message as PlainMessage<Event>;
}

function items<Item>(making: Making, itemOf: (account: MadeUpAccount) => Item): Item[] {
  return madeUpAccounts(making.random, making.random.whole(1, 3)).map(itemOf);
}

function detailed<Details>(making: Making, detailsOf: () => Details): { details?: Details } {
  return making.includeDetails ? { details: detailsOf() } : {};
}

function transactions({ random, transactions }: Making, wanted: Omit<WantedTransactions, 'count'> = {}) {
  return madeUpTransactions(random, { count: transactions ?? random.whole(1, FEW), ...wanted });
}

/** Accounts with transactions or balances: balances below the threshold of an event that has one, amounts that reach it. */
function usualContent(event: TriggerEvent, making: Making): object {
  const layout: Layout = eventLayouts[event];
  const { list, threshold } = layout;
  if (list === undefined) return {};
  const limit = threshold === undefined ? undefined : making.random.pick(THRESHOLDS);
  const itemOf = 'transactions' in layout ? transactionItem : balanceItem;
  return {
    ...(threshold !== undefined && { [threshold]: limit }),
    [list]: items(making, (account) => itemOf(making, account, layout, limit)),
  };
}

function balanceItem(making: Making, account: MadeUpAccount, layout: Layout, limit?: number): object {
  const details = () => only(layout.detailFields, balances(making, account, limit));
  return { ...account, ...detailed(making, details) };
}

function transactionItem(making: Making, account: MadeUpAccount, layout: Layout, limit?: number): object {
  const { transactions: list = '', detailFields, count } = layout;
  const wanted = limit === undefined ? {} : { leastCents: cents(limit) };
  const all = transactions(making, wanted).map(({ transaction, category }) =>
    only(detailFields, {
      ...transaction,
      isAdjustingEntry: false,
      ...(making.waitForCategorization && category),
    }),
  );
  return {
    ...account,
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
): DetailsOf<'LOW_ACCOUNT_BALANCE'> {
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
