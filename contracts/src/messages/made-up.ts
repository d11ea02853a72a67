/** Made-up choices, the same everywhere for the same seed. */
import { checkedIban } from '../base/formats.ts';

export class Random {
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

  /** From 0 to below 1: mulberry32, which is small and good enough for what is only made up. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
}

/** Who made-up transactions are with, what for, in which category and for about how much. */

export interface Category {
  readonly categoryId: number;
  readonly categoryName: string;
}

export interface Counterpart {
  readonly counterpartName: string;
  readonly purpose: string;
  readonly category: Category;
  /** Negative for money that leaves the account. */
  readonly sign: 1 | -1;
  /** At most, without its sign. */
  readonly euros: number;
}

/** A main category, whose rules with includeChildCategories count its sub-categories too. */
export interface MainCategory extends Category {
  readonly children: readonly Category[];
}

const category = (categoryId: number, categoryName: string): Category => ({ categoryId, categoryName });

const RENT = category(371, 'Miete');
const ENERGY = category(373, 'Strom');
const FOOD = category(381, 'Lebensmittel');
const RESTAURANT = category(384, 'Restaurant');
const SALARY = category(391, 'Gehalt');
const REFUND = category(393, 'Erstattung');

export const MADE_UP_CATEGORIES: readonly MainCategory[] = [
  { ...category(370, 'Wohnen'), children: [RENT, ENERGY] },
  { ...category(380, 'Lebenshaltung'), children: [FOOD, RESTAURANT] },
  { ...category(390, 'Einnahmen'), children: [SALARY, REFUND] },
];

export const MADE_UP_COUNTERPARTS: readonly Counterpart[] = [
  {
    counterpartName: 'Hausverwaltung Beispiel GmbH',
    purpose: 'Miete Wohnung 12',
    category: RENT,
    sign: -1,
    euros: 1400,
  },
  {
    counterpartName: 'Stadtwerke Musterstadt',
    purpose: 'Abschlag Vertrag 4711',
    category: ENERGY,
    sign: -1,
    euros: 180,
  },
  {
    counterpartName: 'Supermarkt Muster',
    purpose: 'Einkauf Filiale 23',
    category: FOOD,
    sign: -1,
    euros: 160,
  },
  {
    counterpartName: 'Gasthaus zum Beispiel',
    purpose: 'Kartenzahlung',
    category: RESTAURANT,
    sign: -1,
    euros: 90,
  },
  { counterpartName: 'Muster AG', purpose: 'Lohn und Gehalt', category: SALARY, sign: 1, euros: 4200 },
  {
    counterpartName: 'Finanzamt Musterstadt',
    purpose: 'Erstattung 2025',
    category: REFUND,
    sign: 1,
    euros: 700,
  },
];

/** Made-up accounts at made-up banks, as the items of messages name them. */

export interface MadeUpAccount {
  readonly accountId: number;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly accountIban: string;
  readonly bankName: string;
  readonly bankConnectionName: string;
}

export interface MadeUpBank {
  readonly bankName: string;
  /** The name that the user gave to the connection. */
  readonly bankConnectionName: string;
  /** Bank codes that begin with 9 are given to no bank, so no account that really exists is ever named. */
  readonly blz: string;
}

export const MADE_UP_BANKS: readonly MadeUpBank[] = [
  { bankName: 'Testbank', bankConnectionName: 'Meine Hausbank', blz: '90000010' },
  { bankName: 'Beispielkasse Musterstadt', bankConnectionName: 'Beispielkasse', blz: '90050020' },
  { bankName: 'Musterbank eG', bankConnectionName: 'Gemeinsames Konto', blz: '90060030' },
];

const NAMES = [
  'Girokonto',
  'Haushaltskonto',
  'Tagesgeld',
  'Kreditkarte',
  'Gemeinschaftskonto',
  'Urlaubskasse',
];

/** Different accounts of one user, with ascending ids. */
export function madeUpAccounts(random: Random, count: number): MadeUpAccount[] {
  const firstId = random.whole(1000, 900_000);
  const firstName = random.whole(0, NAMES.length - 1);
  return Array.from({ length: count }, (_, index) => {
    const { blz, bankName, bankConnectionName } = random.pick(MADE_UP_BANKS);
    const accountNumber = random.digits(10);
    return {
      accountId: firstId + index,
      accountName: NAMES[(firstName + index) % NAMES.length] ?? 'Konto',
      accountNumber,
      accountIban: checkedIban('DE', blz + accountNumber),
      bankName,
      bankConnectionName,
    };
  });
}

/** Made-up counterparts whose bank is in another country than Germany. */

export interface CounterpartAbroad {
  readonly counterpartName: string;
  readonly counterpartAccountNumber: string;
  readonly counterpartIban: string;
  readonly counterpartBlz: string;
  readonly counterpartBic: string;
  readonly purpose: string;
}

/** Banks that do not exist; `digits` is how long the account number is in the country. */
const BANKS = [
  {
    country: 'AT',
    blz: '99999',
    digits: 11,
    bic: 'TESTATWW',
    name: 'Pension Beispiel',
    purpose: 'Anzahlung',
  },
  {
    country: 'NL',
    blz: 'TEST',
    digits: 10,
    bic: 'TESTNL2A',
    name: 'Voorbeeld B.V.',
    purpose: 'Factuur 2026-11',
  },
  {
    country: 'CH',
    blz: '99999',
    digits: 12,
    bic: 'TESTCHZZ',
    name: 'Muster Treuhand AG',
    purpose: 'Honorar',
  },
  { country: 'LU', blz: '999', digits: 13, bic: 'TESTLULL', name: 'Exemple S.A.', purpose: 'Facture 88' },
] as const;

export function madeUpAbroad(random: Random): CounterpartAbroad {
  const { country, blz, digits, bic, name, purpose } = random.pick(BANKS);
  const counterpartAccountNumber = random.digits(digits);
  return {
    counterpartName: name,
    counterpartAccountNumber,
    counterpartIban: checkedIban(country, blz + counterpartAccountNumber),
    counterpartBlz: blz,
    counterpartBic: bic,
    purpose,
  };
}

/** Made-up transactions, as the decrypted details of messages list them. */

export interface MadeUpTransaction {
  readonly transaction: {
    readonly id: number;
    readonly serviceBookingDate: string;
    readonly bankBookingDate: string;
    readonly amount: number;
    readonly counterpartName: string;
    readonly counterpartIban: string;
    readonly purpose: string;
  };
  readonly category: Category;
}

export interface Wanted {
  readonly count: number;
  /** The absolute amount is this at least and three times this at most; as the counterpart has it without this. */
  readonly leastCents?: number;
  /** Only with counterparts of these categories. */
  readonly categories?: readonly Category[];
}

// One day in place of the present one, so that a seed always makes the same message.
const LATEST_BOOKING = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;

/** Ordered by bankBookingDate, descending (Events 5); the ids descend too. */
export function madeUpTransactions(random: Random, wanted: Wanted): MadeUpTransaction[] {
  const { count, leastCents, categories } = wanted;
  const counterparts = MADE_UP_COUNTERPARTS.filter(({ category }) => categories?.includes(category) ?? true);
  const lastId = random.whole(1_000_000, 9_000_000);
  let booked = LATEST_BOOKING;
  return Array.from({ length: count }, (_, index) => {
    const { counterpartName, purpose, category, sign, euros } = random.pick(counterparts);
    const [least, most] = leastCents === undefined ? [100, 100 * euros] : [leastCents, 3 * leastCents];
    booked -= random.whole(0, 2) * DAY;
    const transaction = {
      id: lastId - index,
      serviceBookingDate: midnight(booked + random.whole(0, 1) * DAY),
      bankBookingDate: midnight(booked),
      amount: (sign * random.whole(least, most)) / 100,
      counterpartName,
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
