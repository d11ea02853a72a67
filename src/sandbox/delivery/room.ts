/** How much the sandbox holds of messages that are not sent yet: those that wait and those that are queued. */
import type { UserUpdate } from '../batch-update/user-update.ts';

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
