/** What a judge made of one notification message. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { JsonText } from '../../contract/exact-json.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import type { Finding } from '../finding.ts';

export interface JudgedMessage {
  /** null for a callback that is no documented message. */
  readonly triggerEvent: TriggerEvent | null;
  /** As it was sent, with whatever signs it holds; null where there is none. */
  readonly callbackHandle: string | null;
  readonly verdict: 'upheld' | 'violated' | 'not-judged';
  /** Pointers lead into the decrypted message: `/newTransactions/0/details/transactionDetails/1/amount`. */
  readonly findings: readonly Finding[];
  /** The clauses that the message speaks of: what it does not violate of them, it upholds. */
  readonly shown: readonly ClauseId[];
  /**
   * The message in plain text, its details as objects; what could not be decrypted is absent. Not enumerable, so that a
   * verdict that is printed or copied does not carry it.
   */
  readonly decrypted?: JsonText;
}
