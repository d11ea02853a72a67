/** Made-up values and notification messages for the bench, the same for the same seed. */
import type { PlainMessage } from '../../contracts/src/messages/message.ts';

/** What the figures are measured with; a further event changes none of them. */
const EVENTS = [
  'NEW_ACCOUNT_BALANCE',
  'NEW_TRANSACTIONS',
  'BANK_LOGIN_ERROR',
  'FOREIGN_MONEY_TRANSFER',
  'LOW_ACCOUNT_BALANCE',
  'HIGH_TRANSACTION_AMOUNT',
  'CATEGORY_CASH_FLOW',
  'NEW_TERMS_AND_CONDITIONS',
] as const;
type BenchEvent = (typeof EVENTS)[number];

type Json = Record<string, unknown>;

const ITEMS = 2;
/** As many as one update brings to an account in the figure of batch updates. */
const TRANSACTIONS = 50;

/** In plain text, all with details; every message keeps what the documentation says. */
export function benchMessages(count: number, seed = 1): PlainMessage[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) => {
    const event = EVENTS[index % EVENTS.length] ?? 'NEW_TRANSACTIONS';
    return message(random, event) as unknown as PlainMessage;
  });
}

function message(random: Random, triggerEvent: BenchEvent): Json {
  const base = { notificationRuleId: number(random, 1e6), triggerEvent, callbackHandle: text(random, 20) };
  const balances = () => items((index) => balanceItem(random, index));
  const transactions = (count: string) =>
    items((index) => ({
      ...account(random, index),
      [count]: TRANSACTIONS,
      details: { transactionDetails: list(random, triggerEvent) },
    }));
  switch (triggerEvent) {
    case 'NEW_ACCOUNT_BALANCE':
      return { ...base, balanceChanges: balances() };
    case 'LOW_ACCOUNT_BALANCE':
      return { ...base, balanceThreshold: 1e6, balanceChanges: balances() };
    case 'NEW_TRANSACTIONS':
      return { ...base, newTransactions: transactions('newTransactionsCount') };
    case 'HIGH_TRANSACTION_AMOUNT':
      return { ...base, absoluteAmountThreshold: 0, newTransactions: transactions('newTransactionsCount') };
    case 'FOREIGN_MONEY_TRANSFER':
      return { ...base, newTransactions: transactions('transactionsCount') };
    case 'CATEGORY_CASH_FLOW':
      return {
        ...base,
        categoryId: 7,
        categoryName: 'Rent',
        includeChildCategories: false,
        categoryCashFlows: items((index) => ({
          ...account(random, index),
          details: { transactions: list(random, triggerEvent) },
        })),
      };
    case 'BANK_LOGIN_ERROR':
      return {
        ...base,
        loginErrors: items((index) => ({
          bankConnectionId: index,
          bankName: 'Example Bank',
          bankConnectionName: text(random, 12),
          errorCode: 'WRONG_CREDENTIALS',
          details: { errorMessage: text(random, 60) },
        })),
      };
    case 'NEW_TERMS_AND_CONDITIONS':
      return base;
  }
}

function items(make: (index: number) => Json): Json[] {
  return Array.from({ length: ITEMS }, (_, index) => make(index));
}

function account(random: Random, index: number): Json {
  return {
    accountId: index,
    accountName: text(random, 12),
    accountNumber: text(random, 10),
    accountIban: ibanOf(random),
    bankName: 'Example Bank',
    bankConnectionName: text(random, 12),
  };
}

function balanceItem(random: Random, index: number): Json {
  const cents = number(random, 1e6) + 1;
  const item = account(random, index);
  const details = {
    accountNumber: item['accountNumber'],
    iban: item['accountIban'],
    accountName: item['accountName'],
    bankConnectionName: item['bankConnectionName'],
    oldBalance: 100,
    newBalance: (10_000 + cents) / 100,
    balanceChange: cents / 100,
  };
  return { ...item, details };
}

/** Newest first, and of an hour that no clock repeats. */
function list(random: Random, event: BenchEvent): Json[] {
  return Array.from({ length: TRANSACTIONS }, (_, index) => {
    const time = `2026-11-20 09:${String(59 - index).padStart(2, '0')}:00.000`;
    return {
      id: number(random, 1e9),
      serviceBookingDate: time,
      bankBookingDate: time,
      amount: -(number(random, 1e6) + 1) / 100,
      counterpartName: `${text(random, 8)} ${text(random, 18)}`,
      counterpartIban: ibanOf(random).replace('DE', 'FR'),
      purpose: `Invoice ${text(random, 12)} of 2026-11-01, customer ${text(random, 90)}`,
      ...(event === 'FOREIGN_MONEY_TRANSFER' && {
        counterpartAccountNumber: text(random, 10),
        counterpartBlz: '30006',
        counterpartBic: 'AGRIFRPP',
      }),
      ...(event === 'CATEGORY_CASH_FLOW'
        ? { categoryId: 7, categoryName: 'Rent' }
        : { isAdjustingEntry: false }),
    };
  });
}

/** From 0 to below 1. */
export type Random = () => number;

/** mulberry32: small, and the same everywhere. */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function ids(random: Random): string {
  return `${number(random, 1e4)},${number(random, 1e4)}`;
}

export function ibanOf(random: Random): string {
  return `DE${String(number(random, 1e10)).padStart(20, '0')}`;
}

export function amount(random: Random): number {
  return number(random, 1e6) / 100;
}

export function number(random: Random, below: number): number {
  return Math.floor(random() * below);
}

export function hex(random: Random, length: number): string {
  return Array.from({ length }, () => number(random, 16).toString(16)).join('');
}

export function text(random: Random, length: number): string {
  return Array.from({ length }, () => number(random, 36).toString(36)).join('');
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[number(random, from.length)] as T;
}
