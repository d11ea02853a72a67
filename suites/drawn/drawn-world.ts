/** Worlds, rules and batch updates that are drawn from a seed: what a person would not think of writing down. */
import { checkedIban } from '../../contracts/src/base/formats.ts';
import { SeededRandom } from '../../contracts/src/messages/made-up.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import type { BatchUpdate, World } from '../../src/runner/control.ts';
import type { ScenarioRule } from '../../src/runner/scenarios/scenario.ts';
import type { BookedTransaction } from '../worlds/bank-updates.ts';
import oneAccount from '../worlds/one-account.json' with { type: 'json' };

export type DrawnUser = ReturnType<typeof drawnUser>;

const COUNTRIES = ['DE', 'DE', 'AT', 'FR', 'CH', 'NL'];
const BBAN_LENGTHS: Readonly<Record<string, number>> = { DE: 18, AT: 16, FR: 23, CH: 17, NL: 14 };
const TEXTS = [
  'Girokonto',
  'Größe & Söhne',
  'a "b" \\ c',
  'Счёт 口座',
  '0',
  ' 2 %  <x> ',
  '💶 é',
  'null',
  'Konto, zwei',
];
const AMOUNTS = [-12.5, 12.5, -0.01, 0.01, 0, -1000, 1000, -999.99, 1000.01, -250.75, 4200, -3];
const THRESHOLDS = [1000, 0.01, 12.5, 250.75, 999.99, 0];
const CATEGORIES = [7, 71, 72, 8, 81, null];
const YEAR = 365 * 86_400_000;

export class Draw extends SeededRandom {
  #lastId: number;

  constructor(seed: number) {
    super(seed);
    this.#lastId = this.whole(1, 90);
  }

  chance(percent: number): boolean {
    return this.whole(1, 100) <= percent;
  }

  /** Higher than every one before, so that no id has two meanings. */
  id(): number {
    this.#lastId += this.chance(20) ? this.whole(900, 90_000) : this.whole(1, 3);
    return this.#lastId;
  }

  some<T>(from: readonly T[], percent = 50): T[] {
    return from.filter(() => this.chance(percent));
  }

  iban(country: string): string {
    return checkedIban(country, this.digits(BBAN_LENGTHS[country] ?? 18));
  }

  /** A balance or amount in cents, which every float keeps. */
  money(): number {
    return this.chance(60) ? this.pick(AMOUNTS) : this.whole(-200_000, 200_000) / 100;
  }
}

export function drawnUser(draw: Draw, name: string, isUpdated: boolean) {
  const bankConnections = Array.from({ length: draw.whole(1, 3) }, () => {
    const bankCountry = draw.pick(COUNTRIES);
    const accounts = Array.from({ length: draw.whole(1, 3) }, () => {
      const iban = draw.chance(80) ? draw.iban(bankCountry) : null;
      const balance = draw.money();
      return { id: draw.id(), name: draw.pick(TEXTS), number: draw.digits(10), iban, balance };
    });
    const connectionName = draw.chance(80) ? draw.pick(TEXTS) : null;
    return { id: draw.id(), name: connectionName, bankName: draw.pick(TEXTS), bankCountry, accounts };
  });
  const phone = '+49 30 000000';
  const own = { id: name, password: `made-up-password-of-${name}`, email: `${name}@example.com` };
  return { ...own, phone, isAutoUpdateEnabled: isUpdated, bankConnections };
}

export function drawnWorld(users: readonly DrawnUser[]): World {
  return { client: {}, categories: oneAccount.categories, users: [...users] };
}

export function accountsOf({ bankConnections }: DrawnUser) {
  return bankConnections.flatMap(({ accounts }) => accounts);
}

function drawnTransaction(draw: Draw, around: number): BookedTransaction {
  const country = draw.pick(COUNTRIES);
  const amount = draw.chance(50) ? draw.money() : draw.pick([around, -around, around - 0.01, 0.01 - around]);
  const categoryId = draw.pick(CATEGORIES);
  const bankBookingDate = drawnInstant(draw);
  const text = () => (draw.chance(85) ? draw.pick(TEXTS) : null);
  return {
    ...{ id: draw.id(), bankBookingDate, serviceBookingDate: drawnInstant(draw) },
    ...{ amount: toCents(amount), categoryId },
    ...{ counterpartName: text(), counterpartAccountNumber: draw.digits(10), purpose: text() },
    ...{ counterpartIban: draw.chance(85) ? draw.iban(country) : null, counterpartBlz: draw.digits(8) },
    counterpartBic: `EXMP${draw.pick(COUNTRIES)}XXXXX`,
  };
}

/** To the millisecond, and not in the hour that German time has twice, in which the order of two times is left open. */
function drawnInstant(draw: Draw): string {
  const instant = new Date(Date.UTC(2026, 0, 1) + draw.whole(0, YEAR) + draw.pick([0, YEAR, -YEAR]));
  if (instant.getUTCMonth() === 9 && instant.getUTCDate() >= 25) instant.setUTCDate(1);
  return instant.toISOString();
}

/** A rule that the user may own; `around` is its threshold. */
export function drawnRule(draw: Draw, event: TriggerEvent, user: DrawnUser): ScenarioRule {
  const accounts = draw.some(accountsOf(user));
  const connections = draw.some(user.bankConnections);
  const accountIds = accounts.length > 0 && draw.chance(60) && { accountIds: idsOf(accounts) };
  const rule = { includeDetails: draw.chance(70), of: user.id };
  const most = rule.includeDetails &&
    draw.chance(60) && { maxTransactionsCount: draw.pick([0, 1, 2, 3, 5, 100]) };
  switch (event) {
    case 'NEW_ACCOUNT_BALANCE':
    case 'FOREIGN_MONEY_TRANSFER':
      return { ...rule, triggerEvent: event, ...(accountIds && { params: accountIds }) };
    case 'NEW_TRANSACTIONS':
      return {
        ...rule,
        triggerEvent: event,
        ...((accountIds || most) && { params: { ...accountIds, ...most } }),
      };
    case 'BANK_LOGIN_ERROR': {
      const listed = connections.length > 0 && draw.chance(60);
      return {
        ...rule,
        triggerEvent: event,
        ...(listed && { params: { bankConnectionIds: idsOf(connections) } }),
      };
    }
    case 'LOW_ACCOUNT_BALANCE':
      return { ...rule, triggerEvent: event, params: { ...accountIds, balanceThreshold: draw.money() } };
    case 'HIGH_TRANSACTION_AMOUNT':
      return {
        ...{ ...rule, triggerEvent: event },
        params: { ...accountIds, ...most, absoluteAmountThreshold: draw.pick(THRESHOLDS) },
      };
    case 'CATEGORY_CASH_FLOW': {
      const children = draw.chance(60) && { includeChildCategories: draw.chance(50) };
      return {
        ...{ ...rule, triggerEvent: event },
        params: { ...accountIds, ...children, categoryId: String(draw.pick([7, 7, 71, 8, 81])) },
      };
    }
    case 'NEW_TERMS_AND_CONDITIONS':
      return { ...rule, triggerEvent: event };
  }
}

function idsOf(items: readonly { readonly id: number }[]): string {
  return items.map(({ id }) => id).join(',');
}

/** Of ten connections one has new terms, the logins of two fail, and six are updated. */
export const OUTCOMES = { NEW_TERMS_AND_CONDITIONS: 1, BANK_LOGIN_ERROR: 3, UPDATED: 9 } as const;

export interface UpdateSituation {
  readonly users: readonly DrawnUser[];
  /** Those before the update, by account; they become those after it. */
  readonly balances: Map<number, number>;
  /** The highest threshold of the LOW_ACCOUNT_BALANCE rules of each account that has some. */
  readonly lowBelow: ReadonlyMap<number, number>;
  readonly around: number;
  /** The outcome of every other connection: OUTCOMES has its names. */
  readonly often: number | undefined;
}

/**
 * Each connection is updated, or its login failed, or its terms are new, or nothing is known of it. No balance is stated
 * that stays, and every balance changes that is below a threshold: what follows from one that stays is left open
 * (LOW-BALANCE-UNCHANGED).
 */
export function drawnUpdate(
  draw: Draw,
  { users, balances, lowBelow, around, often }: UpdateSituation,
): BatchUpdate {
  const accounts: NonNullable<BatchUpdate['accounts']> = [];
  const failedLogins: NonNullable<BatchUpdate['failedLogins']> = [];
  const unacceptedTerms: number[] = [];
  const updated = users.flatMap((user) => (user.isAutoUpdateEnabled ? user.bankConnections : []));
  const isLow = ({ id }: { readonly id: number }) =>
    (balances.get(id) ?? 0) < (lowBelow.get(id) ?? Number.NEGATIVE_INFINITY);
  for (const connection of users.flatMap(({ bankConnections }) => bankConnections)) {
    const drawn = often !== undefined && draw.chance(50) ? often : draw.whole(1, 10);
    const outcome = connection.accounts.some(isLow) ? OUTCOMES.UPDATED : drawn;
    if (outcome === OUTCOMES.NEW_TERMS_AND_CONDITIONS) unacceptedTerms.push(connection.id);
    else if (outcome <= OUTCOMES.BANK_LOGIN_ERROR) {
      const wrongCredentials = draw.chance(50);
      failedLogins.push({
        bankConnectionId: connection.id,
        errorMessage: draw.pick(TEXTS),
        wrongCredentials,
      });
    } else if (outcome <= OUTCOMES.UPDATED)
      for (const account of connection.accounts.filter((one) => draw.chance(80) || isLow(one))) {
        const { id } = account;
        const before = balances.get(id) ?? 0;
        const newBalance = draw.chance(70) ? draw.pick([draw.money(), around, around - 0.01]) : before;
        const isStuck = toCents(newBalance) === before && isLow(account);
        const rounded = toCents(isStuck ? before + draw.pick([-0.01, 0.01]) : newBalance);
        const count = draw.pick([0, 0, 1, 2, 3, 7]);
        const transactions = Array.from({ length: count }, () => drawnTransaction(draw, around));
        const isNew = rounded !== before;
        if (isNew && updated.includes(connection)) balances.set(id, rounded);
        accounts.push({ accountId: id, ...(isNew && { newBalance: rounded }), transactions });
      }
  }
  return { accounts, failedLogins, unacceptedTerms };
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
