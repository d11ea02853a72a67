/** Made-up accounts, categories, counterparts and transactions: the same for the same seed, and none of them real. */
import { checkedIban } from '../base/formats.ts';

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

  /** A number from 0 to below 1: mulberry32, which is small and good enough for made-up data. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
}

/** Main categories; their sub-categories count for rules with includeChildCategories: 371 to 379 belong to 370. */
export const MADE_UP_CATEGORIES = [
  { categoryId: 370, categoryName: 'Wohnen' },
  { categoryId: 380, categoryName: 'Lebenshaltung' },
  { categoryId: 390, categoryName: 'Einnahmen' },
];

/** Category id and name; largest amount in euros, negative if money leaves the account; counterpart and purpose. */
const COUNTERPARTS = [
  [371, 'Miete', -1400, 'Hausverwaltung Beispiel GmbH', 'Miete Wohnung 12'],
  [373, 'Strom', -180, 'Stadtwerke Musterstadt', 'Abschlag Vertrag 4711'],
  [381, 'Lebensmittel', -160, 'Supermarkt Muster', 'Einkauf Filiale 23'],
  [384, 'Restaurant', -90, 'Gasthaus zum Beispiel', 'Kartenzahlung'],
  [391, 'Gehalt', 4200, 'Muster AG', 'Lohn und Gehalt'],
  [393, 'Erstattung', 700, 'Finanzamt Musterstadt', 'Erstattung 2025'],
] as const;

/** No bank has a code that begins with 9, so no account here exists. The user chooses the name of the connection. */
export const MADE_UP_BANKS = [
  { bankName: 'Testbank', bankConnectionName: 'Meine Hausbank', blz: '90000010' },
  { bankName: 'Beispielkasse Musterstadt', bankConnectionName: 'Beispielkasse', blz: '90050020' },
  { bankName: 'Musterbank eG', bankConnectionName: 'Gemeinsames Konto', blz: '90060030' },
];

/** `digits` is the length of an account number in the country, `to` the counterpart. */
const BANKS_ABROAD = [
  { country: 'AT', blz: '99999', digits: 11, bic: 'TESTATWW', to: 'Pension Beispiel', purpose: 'Anzahlung' },
  { country: 'NL', blz: 'TEST', digits: 10, bic: 'TESTNL2A', to: 'Voorbeeld B.V.', purpose: 'Factuur 11' },
  { country: 'CH', blz: '99999', digits: 12, bic: 'TESTCHZZ', to: 'Muster Treuhand AG', purpose: 'Honorar' },
  { country: 'LU', blz: '999', digits: 13, bic: 'TESTLULL', to: 'Exemple S.A.', purpose: 'Facture 88' },
];

const ACCOUNT_NAMES = 'Girokonto Haushaltskonto Tagesgeld Kreditkarte Gemeinschaftskonto Urlaubskasse'.split(
  ' ',
);

/** Accounts of one user as items of messages, all different, with ascending ids. */
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

/** The detail fields of a counterpart whose bank is not in Germany. */
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
  /** The least absolute amount; the most is three times it. Without it, usual for the counterpart. */
  readonly least: number | undefined;
  /** A main category: only counterparts of its sub-categories are used. */
  readonly category: number | undefined;
}

// A fixed day, so that a seed always makes the same message.
const LATEST_BOOKING = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;

/** Transactions as in decrypted details, in descending order of bankBookingDate (Events 5). */
export function madeUpTransactions(random: SeededRandom, count: number, wanted: WantedTransactions) {
  const counterparts = COUNTERPARTS.filter(
    ([id]) => wanted.category === undefined || id - (id % 10) === wanted.category,
  );
  const lastId = random.whole(1_000_000, 9_000_000);
  let booked = LATEST_BOOKING;
  return Array.from({ length: count }, (_, index) => {
    const [categoryId, categoryName, euros, counterpartName, purpose] = random.pick(counterparts);
    const least = wanted.least === undefined ? 100 : cents(wanted.least);
    const most = wanted.least === undefined ? cents(Math.abs(euros)) : 3 * least;
    booked -= random.whole(0, 2) * DAY;
    return {
      id: lastId - index,
      serviceBookingDate: midnight(booked + random.whole(0, 1) * DAY),
      bankBookingDate: midnight(booked),
      amount: (Math.sign(euros) * random.whole(least, most)) / 100,
      counterpartName,
      counterpartIban: checkedIban('DE', random.pick(MADE_UP_BANKS).blz + random.digits(10)),
      purpose,
      isAdjustingEntry: false,
      categoryId,
      categoryName,
    };
  });
}

/** Banks book by day. */
function midnight(day: number): string {
  return `${new Date(day).toISOString().slice(0, 10)} 00:00:00.000`;
}

export function cents(amount: number): number {
  return Math.round(amount * 100);
}
