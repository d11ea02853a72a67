/** Unusual messages for a handler; all of them are as documented. */
import { triggerEvents } from '../../generated/operations.ts';
import { layoutOf } from '../base/event-layout.ts';
import { writeJson } from '../base/exact-json.ts';
import { decimalOf, type Fields, isObject } from '../base/json-value.ts';
import { knownName } from '../base/text.ts';
import { type BuildOptions, buildMessage } from './build-message.ts';
import type { ExactMessage, TriggerEvent } from './message.ts';

export interface EdgeCase {
  readonly name: string;
  /** The unusual values by field name; undefined for a field that is left out. */
  readonly unusual: Fields;
  readonly message: ExactMessage;
}

interface EdgeCaseRow {
  readonly name: string;
  readonly of: readonly TriggerEvent[];
  /** Options of buildMessage; details are included by default. */
  readonly options?: BuildOptions;
  readonly unusual: Fields;
  /** How to make the message unusual; by default, the fields get the values of `unusual`. */
  readonly edit?: Edit;
}

/** The new value of each value in the message, innermost first; undefined removes it. */
type Edit = (name: string, value: unknown) => unknown;

const OF_ITEMS = triggerEvents.filter((event) => layoutOf[event].list);
const OF_BALANCES = triggerEvents.filter((event) => layoutOf[event].detailFields.includes('newBalance'));
const OF_TRANSACTIONS = triggerEvents.filter((event) => layoutOf[event].transactions);
const OF_CAPPED_LISTS = OF_TRANSACTIONS.filter((event) => layoutOf[event].isCapped);

// Too many digits for a float: both balances would become equal, and the amount would change.
const MUCH = decimalOf('123456789012345678.91');

const HUNDRED = Array.from({ length: 100 });
/** A field that a later version may add to any object. */
export const LATER = { fieldOfALaterVersion: { since: '9.9.9' } };

/** In autumn clocks go back from 03:00 to 02:00: the two times in the middle may be an hour apart. */
const REPEATED_HOUR = ['03:30', '02:30', '02:30', '01:30'].map((time) => `2026-10-25 ${time}:00.000`);

const rows: readonly EdgeCaseRow[] = [
  {
    name: 'no details',
    of: OF_ITEMS,
    options: { includeDetails: false },
    unusual: { details: undefined },
  },
  {
    name: 'IBAN and connection name are null',
    of: OF_TRANSACTIONS,
    unusual: { accountIban: null, bankConnectionName: null },
  },
  {
    // Whether details of balances have null too is not shown (NULL-OR-ABSENT).
    name: 'IBAN and connection name are null',
    of: OF_BALANCES,
    options: { includeDetails: false },
    unusual: { accountIban: null, bankConnectionName: null },
  },
  {
    name: 'errorCode is absent',
    of: triggerEvents.filter((event) => layoutOf[event].subject === 'connection'),
    unusual: { errorCode: undefined, errorMessage: 'Der Bankserver antwortet nicht.' },
  },
  {
    // Sent for a rule whose maxTransactionsCount is 0.
    name: 'the list of transactions is empty',
    of: OF_CAPPED_LISTS,
    unusual: { transactionDetails: [] },
  },
  {
    name: '100 transactions',
    of: OF_TRANSACTIONS,
    options: { transactions: 100 },
    unusual: { transactionDetails: HUNDRED, transactions: HUNDRED },
    edit: (_, value) => value,
  },
  {
    name: 'a transaction without a category',
    of: triggerEvents.filter((event) => layoutOf[event].params.includes('waitForCategorization')),
    options: { waitForCategorization: true },
    unusual: { categoryId: null, categoryName: null },
    edit: ofLists(([first, ...others]) => [{ ...first, categoryId: null, categoryName: null }, ...others]),
  },
  {
    name: 'umlauts and emoji',
    of: triggerEvents,
    unusual: {
      callbackHandle: 'regel-für-größere-beträge-🐷',
      accountName: 'Übungskonto für Größeres 🐷',
      bankName: 'Sparmüller Bänkle',
      bankConnectionName: 'Ärztehaus 👩‍⚕️',
      categoryName: 'Café & Brötchen 🥐',
      counterpartName: 'Jürgen Weiß-Žižek 🎸',
      purpose: 'Grüße aus Łódź 💶 „bezahlt“',
      errorMessage: 'Zugang gesperrt – bitte prüfen Sie Ihre PIN 🔒',
    },
  },
  {
    name: 'balances of 20 digits',
    of: OF_BALANCES,
    unusual: {
      oldBalance: MUCH,
      newBalance: decimalOf('123456789012345678.90'),
      balanceChange: decimalOf('-0.01'),
      balanceThreshold: MUCH,
    },
  },
  {
    name: 'amounts of 20 digits',
    of: OF_TRANSACTIONS,
    unusual: { amount: decimalOf(`-${MUCH}`), absoluteAmountThreshold: MUCH },
  },
  {
    name: 'the hour that autumn repeats',
    of: OF_TRANSACTIONS,
    options: { transactions: REPEATED_HOUR.length },
    unusual: { bankBookingDate: REPEATED_HOUR[1] },
    edit: ofLists((list) =>
      list.map((each, index) => ({
        ...each,
        serviceBookingDate: REPEATED_HOUR[index],
        bankBookingDate: REPEATED_HOUR[index],
      })),
    ),
  },
  {
    name: 'an unknown extra field',
    of: triggerEvents,
    unusual: LATER,
    edit: (_, value) => (isObject(value) ? { ...value, ...LATER } : value),
  },
];

/**
 * The edge cases of an event; the same seed makes the same messages. Throws Error for an event that is not documented,
 * RangeError for a bad seed.
 *
 * @example
 * import { edgeCases } from 'bank-access-contracts/messages';
 * for (const { name, message } of edgeCases('LOW_ACCOUNT_BALANCE')) console.log(name, message);
 */
export function edgeCases(event: TriggerEvent, { seed = 1 }: { readonly seed?: number } = {}): EdgeCase[] {
  // An unknown event has no cases, and a test of them would prove nothing.
  knownName('the trigger event', event, triggerEvents);
  return rows
    .filter(({ of }) => of.includes(event))
    .map(({ name, options, unusual, edit = having(unusual) }) => {
      const built = buildMessage<TriggerEvent>(event, { seed, includeDetails: true, ...options });
      const message = JSON.parse(JSON.stringify(built), edit) as ExactMessage;
      const text = writeJson(message);
      const here = Object.entries(unusual).filter(
        ([field, it]) => it === undefined || text.includes(`"${field}":`),
      );
      return { name, unusual: Object.fromEntries(here), message };
    });
}

/** Sets the fields of these names. */
function having(values: Fields): Edit {
  return (name, value) => (Object.hasOwn(values, name) ? values[name] : value);
}

/** Gives details another list of transactions. */
function ofLists(edit: (list: readonly Fields[]) => readonly Fields[]): Edit {
  const lists = triggerEvents.flatMap((event) => layoutOf[event].transactions ?? []);
  return (name, value) => (lists.includes(name) ? edit(value as readonly Fields[]) : value);
}
