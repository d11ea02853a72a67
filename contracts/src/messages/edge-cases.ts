/** Unusual messages that a handler must survive; all of them are as documented. */
import { LosslessNumber } from 'lossless-json';
import { triggerEvents } from '../../generated/operations.ts';
import { layoutOf } from '../base/event-layout.ts';
import { knownName } from '../base/text.ts';
import { type BuildOptions, buildMessage } from './build-message.ts';
import type { ExactMessage, TriggerEvent } from './message.ts';

export interface EdgeCase {
  readonly name: string;
  readonly message: ExactMessage;
}

type Fields = Readonly<Record<string, unknown>>;

interface EdgeCaseRow {
  readonly name: string;
  readonly of: readonly TriggerEvent[];
  /** Details are included unless this says otherwise. */
  readonly options?: BuildOptions;
  readonly edit?: (message: Fields) => Fields;
}

const OF_ITEMS = triggerEvents.filter((event) => layoutOf[event].list);
const OF_BALANCES = triggerEvents.filter((event) => layoutOf[event].detailFields.includes('newBalance'));
const OF_TRANSACTIONS = triggerEvents.filter((event) => layoutOf[event].transactions);
/** Those with maxTransactionsCount. */
const OF_CAPPED_LISTS = OF_TRANSACTIONS.filter((event) => layoutOf[event].isCapped);

const withNulls = (message: Fields) =>
  editedItems(message, (item) => ({ ...item, accountIban: null, bankConnectionName: null }));

// A float keeps about 16 digits: both balances would be the same, and the amount another one.
const MUCH = new LosslessNumber('123456789012345678.91');
const A_CENT_LESS = new LosslessNumber('123456789012345678.90');
const A_CENT = new LosslessNumber('-0.01');

const NO_ANSWER = 'Der Bankserver antwortet nicht.';

/** In autumn the clock goes from 02:59 back to 02:00: the two in the middle may be an hour apart. */
const REPEATED_HOUR = ['03:30', '02:30', '02:30', '01:30'].map((time) => `2026-10-25 ${time}:00.000`);

const UNUSUAL_TEXTS: Fields = {
  callbackHandle: 'regel-für-größere-beträge-🐷',
  accountName: 'Übungskonto für Größeres 🐷',
  bankName: 'Sparmüller Bänkle',
  bankConnectionName: 'Ärztehaus 👩‍⚕️',
  categoryName: 'Café & Brötchen 🥐',
  counterpartName: 'Jürgen Weiß-Žižek 🎸',
  purpose: 'Grüße aus Łódź 💶 „bezahlt“',
  errorMessage: 'Zugang gesperrt – bitte prüfen Sie Ihre PIN 🔒',
};

const rows: readonly EdgeCaseRow[] = [
  { name: 'no details', of: OF_ITEMS, options: { includeDetails: false } },
  { name: 'IBAN and connection name are null', of: OF_TRANSACTIONS, edit: withNulls },
  {
    // Whether the balances in details have null then is not shown (NULL-OR-ABSENT).
    name: 'IBAN and connection name are null',
    of: OF_BALANCES,
    options: { includeDetails: false },
    edit: withNulls,
  },
  {
    name: 'errorCode is absent',
    of: triggerEvents.filter((event) => layoutOf[event].subject === 'connection'),
    edit: (message) =>
      editedItems(message, ({ errorCode, ...item }) => ({ ...item, details: { errorMessage: NO_ANSWER } })),
  },
  {
    // As for a rule whose maxTransactionsCount is 0.
    name: 'the list of transactions is empty',
    of: OF_CAPPED_LISTS,
    edit: (message) => withTransactions(message, () => []),
  },
  { name: '100 transactions', of: OF_TRANSACTIONS, options: { transactions: 100 } },
  {
    name: 'a transaction without a category',
    of: triggerEvents.filter((event) => layoutOf[event].params.includes('waitForCategorization')),
    options: { waitForCategorization: true },
    edit: (message) =>
      withTransactions(message, ([first, ...others]) => [
        { ...first, categoryId: null, categoryName: null },
        ...others,
      ]),
  },
  { name: 'umlauts and emoji', of: triggerEvents, edit: withTexts },
  {
    name: 'balances of 20 digits',
    of: OF_BALANCES,
    edit: (message) => ({
      ...withDetails(message, (details) => ({
        ...details,
        oldBalance: MUCH,
        newBalance: A_CENT_LESS,
        balanceChange: A_CENT,
      })),
      ...('balanceThreshold' in message && { balanceThreshold: MUCH }),
    }),
  },
  {
    name: 'amounts of 20 digits',
    of: OF_TRANSACTIONS,
    edit: (message) => ({
      ...withTransactions(message, (list) => list.map((each) => ({ ...each, amount: negative(MUCH) }))),
      ...('absoluteAmountThreshold' in message && { absoluteAmountThreshold: MUCH }),
    }),
  },
  {
    name: 'the hour that autumn repeats',
    of: OF_TRANSACTIONS,
    options: { transactions: REPEATED_HOUR.length },
    edit: (message) =>
      withTransactions(message, (list) =>
        list.map((each, index) => ({
          ...each,
          serviceBookingDate: REPEATED_HOUR[index],
          bankBookingDate: REPEATED_HOUR[index],
        })),
      ),
  },
  { name: 'an unknown extra field', of: triggerEvents, edit: withExtraField },
];

/** The edge cases that the event can have; the same seed makes the same messages. Throws as buildMessage does. */
export function edgeCases(event: TriggerEvent, { seed = 1 }: { readonly seed?: number } = {}): EdgeCase[] {
  // No cases of an unknown event would make a test that proves nothing.
  knownName('the trigger event', event, triggerEvents);
  return rows
    .filter(({ of }) => of.includes(event))
    .map(({ name, options, edit = (message) => message }) => {
      const message = buildMessage<TriggerEvent>(event, { seed, includeDetails: true, ...options });
      return { name, message: edit(message) as ExactMessage };
    });
}

/** Every event has one list at most. */
function editedItems(message: Fields, edit: (item: Fields) => Fields): Fields {
  return mapped(message, (value) => (Array.isArray(value) ? value.map(edit) : value));
}

function withDetails(message: Fields, edit: (details: Fields) => Fields): Fields {
  return editedItems(message, (item) => ({ ...item, details: edit(item['details'] as Fields) }));
}

/** The one list in details. */
function withTransactions(message: Fields, edit: (list: readonly Fields[]) => readonly Fields[]): Fields {
  return withDetails(message, (details) =>
    mapped(details, (value) => (Array.isArray(value) ? edit(value) : value)),
  );
}

function withTexts(object: Fields): Fields {
  return mapped(object, (value, name) => UNUSUAL_TEXTS[name] ?? inside(value, withTexts));
}

function withExtraField(object: Fields): Fields {
  return {
    ...mapped(object, (value) => inside(value, withExtraField)),
    fieldOfALaterVersion: { since: '9.9.9' },
  };
}

function inside(value: unknown, edit: (object: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => inside(item, edit));
  return typeof value === 'object' && value !== null ? edit(value as Fields) : value;
}

function mapped(object: Fields, edit: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, edit(value, name)]));
}

function negative(number: LosslessNumber): LosslessNumber {
  return new LosslessNumber(`-${number}`);
}
