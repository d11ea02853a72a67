/** Messages that wait for the categorization of their transactions (Trigger semantics 10). */
import type { Rule } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { AccountMatch, RuleMatch } from '../user-update.ts';

export class WaitingMessages {
  readonly #merges: boolean;
  #waiting: RuleMatch[] = [];

  constructor({ secondUpdateWhileWaiting }: SandboxSettings) {
    this.#merges = secondUpdateWhileWaiting === 'merged';
  }

  get count(): number {
    return this.#waiting.length;
  }

  /** When the first message is due, in epoch milliseconds. */
  get nextDue(): number {
    return this.#waiting.reduce((first, { dueAt }) => Math.min(first, dueAt), Number.POSITIVE_INFINITY);
  }

  /** Whether a waiting message of the rule takes later updates (SECOND-UPDATE-WHILE-WAITING). */
  mergesInto(rule: Rule): boolean {
    return this.#merges && this.#waiting.some((waiting) => waiting.rule === rule);
  }

  add(match: RuleMatch): void {
    const at = this.#merges ? this.#waiting.findIndex(({ rule }) => rule === match.rule) : -1;
    const first = this.#waiting[at];
    if (first) this.#waiting[at] = merged(first, match);
    else this.#waiting.push(match);
  }

  /** Removes and returns the due messages in the order of their due times. `now` is epoch milliseconds. */
  takeDue(now: number): RuleMatch[] {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    this.#waiting = this.#waiting.filter(({ dueAt }) => dueAt > now);
    return due.sort((a, b) => a.dueAt - b.dueAt);
  }

  clear(): void {
    this.#waiting = [];
  }
}

/** One message of both updates, sent when all their transactions are categorized. */
function merged(first: RuleMatch, second: RuleMatch): RuleMatch {
  return {
    ...second,
    accounts: second.accounts.reduce(mergedAccounts, first.accounts),
    dueAt: Math.max(first.dueAt, second.dueAt),
  };
}

/** Merges by account, transactions in the order of download. */
function mergedAccounts(accounts: readonly AccountMatch[], further: AccountMatch): readonly AccountMatch[] {
  const isSame = ({ change }: AccountMatch) => change.account === further.change.account;
  if (!accounts.some(isSame)) return [...accounts, further];
  return accounts.map((one) =>
    isSame(one) ? { ...further, transactions: [...one.transactions, ...further.transactions] } : one,
  );
}
