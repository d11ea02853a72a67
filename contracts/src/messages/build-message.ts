/** Builds realistic messages of made-up accounts, as they are before encryption. */
import { triggerEvents } from '../../generated/operations.ts';
import { type EventLayout, layoutOf } from '../base/event-layout.ts';
import { knownName } from '../base/text.ts';
import {
  cents,
  MADE_UP_BANKS,
  MADE_UP_CATEGORIES,
  madeUpAbroad,
  madeUpAccounts,
  madeUpTransactions,
  SeededRandom,
  type WantedTransactions,
} from './made-up.ts';
import type { PlainMessage, TriggerEvent } from './message.ts';

export interface BuildOptions {
  /** A seed always makes the same message; 1 by default. */
  readonly seed?: number;
  /** Whether to include details, as for a rule with includeDetails; false by default. */
  readonly includeDetails?: boolean;
  /** How many transactions each account has, 100 at most; a few by default. */
  readonly transactions?: number;
  /** Whether each transaction in the details has a category, as for a rule with waitForCategorization; false by default. */
  readonly waitForCategorization?: boolean;
}

type Making = BuildOptions & { readonly random: SeededRandom };

const FEW = 5;
const MOST = 100;
const THRESHOLDS = [50, 100, 250.5, 999.99, 1000];
const BANK_ERRORS = { wrong: 'Die eingegebene PIN ist falsch.', unknown: 'Der Bankserver antwortet nicht.' };

/**
 * Builds a message as documented (Events): balances and amounts meet the threshold, balanceChange = newBalance − oldBalance,
 * transactions are in descending order of bankBookingDate, IBANs have valid check digits. Its banks do not exist. Throws Error
 * for an event that is not documented, and RangeError for a bad seed or number of transactions.
 *
 * @example
 * import { buildMessage } from 'bank-access-contracts/messages';
 * const message = buildMessage('LOW_ACCOUNT_BALANCE', { seed: 7 });
 * message.triggerEvent; // 'LOW_ACCOUNT_BALANCE'
 */
export function buildMessage<Event extends TriggerEvent>(
  event: Event,
  options: BuildOptions = {},
): PlainMessage<Event> {
  knownName('the trigger event', event, triggerEvents);
  const { seed = 1, transactions = FEW } = options;
  if (!Number.isSafeInteger(seed)) throw new RangeError('seed must be a whole number.');
  if (!Number.isInteger(transactions) || transactions < 0 || transactions > MOST)
    throw new RangeError(`transactions must be a whole number from 0 to ${MOST}.`);
  const random = new SeededRandom(seed);
  const message: object = {
    // Each event has a rule of its own.
    notificationRuleId: random.whole(1, 999) * 10 + triggerEvents.indexOf(event),
    triggerEvent: event,
    callbackHandle: `my-${event.toLowerCase().replaceAll('_', '-')}-rule`,
    ...madeContent(event, { ...options, random }),
  };
  return message as PlainMessage<Event>;
}

function madeContent(event: TriggerEvent, making: Making): object {
  const layout = layoutOf[event];
  const { random, includeDetails = false } = making;
  if (layout.list === undefined) return {};
  if (layout.subject === 'connection') return { [layout.list]: [loginError(making)] };
  const category = layout.params.includes('categoryId') ? random.pick(MADE_UP_CATEGORIES) : undefined;
  const threshold = layout.threshold === undefined ? undefined : random.pick(THRESHOLDS);
  const wanted = { least: threshold, category: category?.categoryId };
  const accounts = madeUpAccounts(random, random.whole(1, 3)).map((account) => {
    if (layout.transactions !== undefined) return { ...account, ...transactionsOf(layout, making, wanted) };
    if (!includeDetails) return account;
    const details = { ...account, iban: account.accountIban, ...balances(random, threshold) };
    return { ...account, details: pickedFields(layout.detailFields, details) };
  });
  return {
    ...(category && { categoryId: category.categoryId }),
    ...(category && includeDetails && { categoryName: category.categoryName }),
    ...(category && { includeChildCategories: true }),
    ...(layout.threshold !== undefined && { [layout.threshold]: threshold }),
    [layout.list]: accounts,
  };
}

function transactionsOf(
  { detailFields, count, transactions: list = '' }: EventLayout,
  { random, includeDetails, waitForCategorization, transactions = random.whole(1, FEW) }: Making,
  wanted: WantedTransactions,
): object {
  const all = madeUpTransactions(random, transactions, wanted).map((transaction) => {
    const { categoryId, categoryName, ...uncategorized } = transaction;
    const isCategorized = waitForCategorization || wanted.category !== undefined;
    const made = isCategorized ? transaction : uncategorized;
    if (!detailFields.includes('counterpartBlz')) return pickedFields(detailFields, made);
    return pickedFields(detailFields, { ...made, amount: -Math.abs(made.amount), ...madeUpAbroad(random) });
  });
  return {
    ...(count !== undefined && { [count]: all.length }),
    ...(includeDetails && { details: { [list]: all } }),
  };
}

function pickedFields(names: readonly string[], made: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(names.filter((name) => name in made).map((name) => [name, made[name]]));
}

/** Balances below the threshold, if there is one; made of cents, so that the three agree to the last digit. */
function balances(random: SeededRandom, threshold: number | undefined) {
  const change = random.pick([-1, 1]) * random.whole(1, 200_000);
  const isBelow = threshold !== undefined;
  const balance = isBelow ? cents(threshold) - random.whole(1, 40_000) : random.whole(-50_000, 900_000);
  return { oldBalance: (balance - change) / 100, newBalance: balance / 100, balanceChange: change / 100 };
}

function loginError({ random, includeDetails }: Making) {
  const { bankName, bankConnectionName } = random.pick(MADE_UP_BANKS);
  const isWrong = random.whole(1, 2) === 1;
  return {
    bankConnectionId: random.whole(1000, 900_000),
    bankName,
    bankConnectionName,
    ...(isWrong && { errorCode: 'WRONG_CREDENTIALS' }),
    ...(includeDetails && { details: { errorMessage: isWrong ? BANK_ERRORS.wrong : BANK_ERRORS.unknown } }),
  };
}
