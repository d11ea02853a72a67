/** The messages that wait until the transactions of their update are categorized (Trigger semantics 10). */
import type { Rule } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { AccountMatch, RuleMatch, UserUpdate } from './user-update.ts';

export class WaitingMessages {
  readonly #merges: boolean;
  readonly #quota: MessageQuota;
  #waiting: RuleMatch[] = [];

  constructor({ secondUpdateWhileWaiting }: SandboxSettings, quota: MessageQuota) {
    this.#merges = secondUpdateWhileWaiting === 'merged';
    this.#quota = quota;
  }

  get count(): number {
    return this.#waiting.length;
  }

  /** Whether a message of the rule waits to which later updates are added (SECOND-UPDATE-WHILE-WAITING). */
  mergesInto(rule: Rule): boolean {
    return this.#merges && this.#waiting.some((waiting) => waiting.rule === rule);
  }

  /** False when too many are held already. */
  add(match: RuleMatch): boolean {
    if (!this.#quota.hasSpaceFor(match.update)) return false;
    const at = this.#merges ? this.#waiting.findIndex(({ rule }) => rule === match.rule) : -1;
    const first = this.#waiting[at];
    const added = first ? merged(first, match) : match;
    if (first) this.#quota.release(first.update);
    this.#quota.hold(added.update);
    this.#waiting.splice(first ? at : this.#waiting.length, 1, added);
    return true;
  }

  /** Removes and returns the messages whose wait has ended, in that order. `now` is epoch milliseconds. */
  takeDue(now: number): RuleMatch[] {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    if (due.length === 0) return due;
    this.#waiting = this.#waiting.filter(({ dueAt }) => dueAt > now);
    for (const { update } of due) this.#quota.release(update);
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
    accounts: second.accounts.reduce(mergedAccounts, first.accounts),
    dueAt: Math.max(first.dueAt, second.dueAt),
  };
}

/** Each account once, its transactions in the order in which they were downloaded. */
function mergedAccounts(accounts: readonly AccountMatch[], further: AccountMatch): readonly AccountMatch[] {
  const isSame = ({ change }: AccountMatch) => change.account === further.change.account;
  if (!accounts.some(isSame)) return [...accounts, further];
  return accounts.map((one) =>
    isSame(one) ? { ...further, transactions: [...one.transactions, ...further.transactions] } : one,
  );
}

const MOST_MESSAGES = 100_000;
/** Messages keep the transactions of their update in memory; several messages of one user share them. */
const MOST_TRANSACTIONS = 1_000_000;

/** Limits how many messages are held that are not sent yet: those that wait and those that are queued. */
export class MessageQuota {
  readonly #held = new Map<UserUpdate, number>();
  #messages = 0;
  #transactions = 0;

  /** Whether one more message of this update may be held. When no other is held, an update may have any size. */
  hasSpaceFor(update: UserUpdate): boolean {
    const more = this.#held.has(update) ? 0 : update.weight;
    const fits = more === 0 || this.#transactions === 0 || this.#transactions + more <= MOST_TRANSACTIONS;
    return this.#messages < MOST_MESSAGES && fits;
  }

  hold(update: UserUpdate): void {
    const held = this.#held.get(update) ?? 0;
    if (held === 0) this.#transactions += update.weight;
    this.#held.set(update, held + 1);
    this.#messages++;
  }

  /** For a message that was held. */
  release(update: UserUpdate): void {
    const held = this.#held.get(update) ?? 0;
    if (held > 1) this.#held.set(update, held - 1);
    else this.#held.delete(update);
    if (held === 1) this.#transactions -= update.weight;
    this.#messages--;
  }

  clear(): void {
    this.#held.clear();
    this.#messages = 0;
    this.#transactions = 0;
  }
}
