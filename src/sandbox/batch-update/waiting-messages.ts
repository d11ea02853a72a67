/** The messages that wait until the transactions of their update are categorized (Trigger semantics 10). */
import type { Room } from '../delivery/room.ts';
import type { Rule } from '../rule.ts';
import type { Settings } from '../settings.ts';
import type { AccountMatch, RuleMatch } from './rule-match.ts';

export class WaitingMessages {
  readonly #merges: boolean;
  readonly #room: Room;
  #waiting: RuleMatch[] = [];

  constructor({ secondUpdateWhileWaiting }: Settings, room: Room) {
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
