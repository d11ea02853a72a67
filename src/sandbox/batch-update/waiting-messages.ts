/** The messages that wait until the transactions of their update are categorized (Trigger semantics 10). */
import type { Rule } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { AccountMatch, RuleMatch, UserUpdate } from './user-update.ts';

export class WaitingMessages {
  readonly #merges: boolean;
  readonly #room: Room;
  #waiting: RuleMatch[] = [];

  constructor({ secondUpdateWhileWaiting }: SandboxSettings, room: Room) {
    this.#merges = secondUpdateWhileWaiting === 'merged';
    this.#room = room;
  }

  get count(): number {
    return this.#waiting.length;
  }

  /** Whether a message of the rule waits that takes in those of later updates (SECOND-UPDATE-WHILE-WAITING). */
  takesIn(rule: Rule): boolean {
    return this.#merges && this.#waiting.some((waiting) => waiting.rule === rule);
  }

  /** False when there is no room for it. */
  add(match: RuleMatch): boolean {
    if (!this.#room.isFor(match.update)) return false;
    const at = this.#merges ? this.#waiting.findIndex(({ rule }) => rule === match.rule) : -1;
    const partner = this.#waiting[at];
    const joined = partner ? merged(partner, match) : match;
    if (partner) this.#room.leave(partner.update);
    this.#room.enter(joined.update);
    this.#waiting.splice(partner ? at : this.#waiting.length, 1, joined);
    return true;
  }

  /** Hands out those whose wait has ended, in the order in which it did; `now` is epoch milliseconds. */
  takeDue(now: number): RuleMatch[] {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    if (due.length === 0) return due;
    this.#waiting = this.#waiting.filter(({ dueAt }) => dueAt > now);
    for (const { update } of due) this.#room.leave(update);
    return due.sort((a, b) => a.dueAt - b.dueAt);
  }

  clear(): void {
    this.#waiting = [];
  }
}

/** One message of both updates, sent when all their transactions are categorized. */
function merged(first: RuleMatch, second: RuleMatch): RuleMatch {
  const weight = first.update.weight + second.update.weight;
  return {
    ...second,
    update: { ...second.update, weight },
    accounts: second.accounts.reduce(joined, first.accounts),
    dueAt: Math.max(first.dueAt, second.dueAt),
  };
}

/** Each account once, its transactions in the order in which they were downloaded. */
function joined(accounts: readonly AccountMatch[], further: AccountMatch): readonly AccountMatch[] {
  const same = ({ change }: AccountMatch) => change.account === further.change.account;
  if (!accounts.some(same)) return [...accounts, further];
  return accounts.map((one) =>
    same(one) ? { ...further, transactions: [...one.transactions, ...further.transactions] } : one,
  );
}

/** How much the sandbox holds of messages that are not sent yet: those that wait and those that are queued. */

const MOST_MESSAGES = 100_000;
/** Messages keep the transactions of their update in memory, which several messages of one user share. */
const MOST_TRANSACTIONS = 1_000_000;

export class Room {
  readonly #messages = new Map<UserUpdate, number>();
  #count = 0;
  #transactions = 0;

  /** Whether one more message of this update may be held; where no other is, an update of any size. */
  isFor(update: UserUpdate): boolean {
    const more = this.#messages.has(update) ? 0 : update.weight;
    const fits = more === 0 || this.#transactions === 0 || this.#transactions + more <= MOST_TRANSACTIONS;
    return this.#count < MOST_MESSAGES && fits;
  }

  enter(update: UserUpdate): void {
    const held = this.#messages.get(update) ?? 0;
    if (held === 0) this.#transactions += update.weight;
    this.#messages.set(update, held + 1);
    this.#count++;
  }

  /** Of a message that has entered. */
  leave(update: UserUpdate): void {
    const held = this.#messages.get(update) ?? 0;
    if (held > 1) this.#messages.set(update, held - 1);
    else this.#messages.delete(update);
    if (held === 1) this.#transactions -= update.weight;
    this.#count--;
  }

  clear(): void {
    this.#messages.clear();
    this.#count = 0;
    this.#transactions = 0;
  }
}
