/** Made-up transactions, as the decrypted details of messages list them. */
import { checkedIban } from './checked-iban.ts';
import { MADE_UP_BANKS } from './made-up-account.ts';
import { type Category, MADE_UP_COUNTERPARTS } from './made-up-counterparts.ts';
import type { Random } from './random.ts';

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
