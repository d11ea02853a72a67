/** Made-up accounts, categories, counterparts and transactions: the same for the same seed, and none of them real. */
import { checkedIban } from '../base/formats.ts';

/** Draws from a seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.#next() * (to - from + 1));
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.whole(0, 9)).join('');
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)] as T;
  }

  /** From 0 to below 1: mulberry32, which is small and good enough for made-up data. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
}

const category = (categoryId: number, categoryName: string) => ({ categoryId, categoryName });
type MadeUpCategory = ReturnType<typeof category>;

const RENT = category(371, 'Miete');
const ENERGY = category(373, 'Strom');
const FOOD = category(381, 'Lebensmittel');
const RESTAURANT = category(384, 'Restaurant');
const SALARY = category(391, 'Gehalt');
const REFUND = category(393, 'Erstattung');

/** Main categories, whose rules with includeChildCategories count their sub-categories too. */
export const MADE_UP_CATEGORIES = [
  { ...category(370, 'Wohnen'), children: [RENT, ENERGY] },
  { ...category(380, 'Lebenshaltung'), children: [FOOD, RESTAURANT] },
  { ...category(390, 'Einnahmen'), children: [SALARY, REFUND] },
];

/** `euros` is the largest amount of a transaction, negative where money leaves the account. */
const COUNTERPARTS = [
  { name: 'Hausverwaltung Beispiel GmbH', purpose: 'Miete Wohnung 12', category: RENT, euros: -1400 },
  { name: 'Stadtwerke Musterstadt', purpose: 'Abschlag Vertrag 4711', category: ENERGY, euros: -180 },
  { name: 'Supermarkt Muster', purpose: 'Einkauf Filiale 23', category: FOOD, euros: -160 },
  { name: 'Gasthaus zum Beispiel', purpose: 'Kartenzahlung', category: RESTAURANT, euros: -90 },
  { name: 'Muster AG', purpose: 'Lohn und Gehalt', category: SALARY, euros: 4200 },
  { name: 'Finanzamt Musterstadt', purpose: 'Erstattung 2025', category: REFUND, euros: 700 },
];

/** Bank codes that begin with 9 are given to no bank, so no account here exists. The user names the connection. */
export const MADE_UP_BANKS = [
  { bankName: 'Testbank', bankConnectionName: 'Meine Hausbank', blz: '90000010' },
  { bankName: 'Beispielkasse Musterstadt', bankConnectionName: 'Beispielkasse', blz: '90050020' },
  { bankName: 'Musterbank eG', bankConnectionName: 'Gemeinsames Konto', blz: '90060030' },
];

/** `digits` is the length of an account number in the country, `to` the counterpart. */
const BANKS_ABROAD = [
  { country: 'AT', blz: '99999', digits: 11, bic: 'TESTATWW', to: 'Pension Beispiel', purpose: 'Anzahlung' },
  {
    country: 'NL',
    blz: 'TEST',
    digits: 10,
    bic: 'TESTNL2A',
    to: 'Voorbeeld B.V.',
    purpose: 'Factuur 2026-11',
  },
  { country: 'CH', blz: '99999', digits: 12, bic: 'TESTCHZZ', to: 'Muster Treuhand AG', purpose: 'Honorar' },
  { country: 'LU', blz: '999', digits: 13, bic: 'TESTLULL', to: 'Exemple S.A.', purpose: 'Facture 88' },
];

const ACCOUNT_NAMES = [
  'Girokonto',
  'Haushaltskonto',
  'Tagesgeld',
  'Kreditkarte',
  'Gemeinschaftskonto',
  'Urlaubskasse',
];

/** An account as the items of messages name it. */
export type MadeUpAccount = ReturnType<typeof madeUpAccounts>[number];

/** Different accounts of one user, with ascending ids. */
export function madeUpAccounts(random: SeededRandom, count: number) {
  const firstId = random.whole(1000, 900_000);
  const firstName = random.whole(0, ACCOUNT_NAMES.length - 1);
  return Array.from({ length: count }, (_, index) => {
    const { blz, bankName, bankConnectionName } = random.pick(MADE_UP_BANKS);
    const accountNumber = random.digits(10);
    return {
      accountId: firstId + index,
      accountName: ACCOUNT_NAMES[(firstName + index) % ACCOUNT_NAMES.length] ?? 'Konto',
      accountNumber,
      accountIban: checkedIban('DE', blz + accountNumber),
      bankName,
      bankConnectionName,
    };
  });
}

/** What the details of a transaction say of a counterpart whose bank is not in Germany. */
export function madeUpAbroad(random: SeededRandom) {
  const { country, blz, digits, bic, to, purpose } = random.pick(BANKS_ABROAD);
  const counterpartAccountNumber = random.digits(digits);
  return {
    counterpartName: to,
    counterpartAccountNumber,
    counterpartIban: checkedIban(country, blz + counterpartAccountNumber),
    counterpartBlz: blz,
    counterpartBic: bic,
    purpose,
  };
}

export interface WantedTransactions {
  readonly count: number;
  /** The absolute amount is at least this and at most three times this; without it, as usual for the counterpart. */
  readonly leastCents?: number;
  /** Only with counterparts of these categories. */
  readonly categories?: readonly MadeUpCategory[];
}

// One day in place of the present one, so that a seed always makes the same message.
const LATEST_BOOKING = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;

/** Transactions as decrypted details list them, by bankBookingDate, descending (Events 5), and each one's category. */
export function madeUpTransactions(
  random: SeededRandom,
  { count, leastCents, categories }: WantedTransactions,
) {
  const counterparts = COUNTERPARTS.filter(({ category }) => categories?.includes(category) ?? true);
  const lastId = random.whole(1_000_000, 9_000_000);
  let booked = LATEST_BOOKING;
  return Array.from({ length: count }, (_, index) => {
    const { name, purpose, category, euros } = random.pick(counterparts);
    const [least, most] =
      leastCents === undefined ? [100, 100 * Math.abs(euros)] : [leastCents, 3 * leastCents];
    booked -= random.whole(0, 2) * DAY;
    const transaction = {
      id: lastId - index,
      serviceBookingDate: midnight(booked + random.whole(0, 1) * DAY),
      bankBookingDate: midnight(booked),
      amount: (Math.sign(euros) * random.whole(least, most)) / 100,
      counterpartName: name,
      counterpartIban: checkedIban('DE', random.pick(MADE_UP_BANKS).blz + random.digits(10)),
      purpose,
    };
    return { transaction, category };
  });
}

/** Banks book by the day. */
function midnight(day: number): string {
  return `${new Date(day).toISOString().slice(0, 10)} 00:00:00.000`;
}
