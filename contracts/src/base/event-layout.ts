/** What the OpenAPI documents say of each trigger event: which params its rule has, and where its message keeps what. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { eventLayouts } from '../../generated/event-layouts.ts';

export interface EventLayout {
  /** What an update changes for a message to be sent. */
  readonly subject: 'account' | 'connection' | 'user';
  /** The array of items; absent where a message has none. */
  readonly list?: string | undefined;
  /** What names the account or connection of an item. */
  readonly id: 'accountId' | 'bankConnectionId';
  /** The param of the rule that lists accounts or connections. */
  readonly listed: 'accountIds' | 'bankConnectionIds';
  readonly params: readonly string[];
  /** Those of the params without which there is no rule. */
  readonly required: readonly string[];
  /** The list in the decrypted details. */
  readonly transactions?: string | undefined;
  /** The fields of a transaction in it, or of the details that have none. */
  readonly detailFields: readonly string[];
  /** The fields of the message and of `detailFields` that are BigDecimals. */
  readonly decimals: readonly string[];
  /** The encrypted fields of the message, and of its items. */
  readonly encrypted: { readonly message: readonly string[]; readonly item: readonly string[] };
  /** What counts the transactions in the item. */
  readonly count?: string | undefined;
  /** The threshold that the message repeats. */
  readonly threshold?: string | undefined;
  /** Whether the rule limits the list of transactions. */
  readonly isCapped: boolean;
  /** The fields of other messages and their items, of a message without a list. */
  readonly unset?: readonly string[] | undefined;
  /** Whether only some of the new transactions count for a rule; absent where all do. */
  readonly qualifies?: boolean;
  /** Two rules with the same values of these params duplicate each other, as the clause says; absent where none do. */
  readonly unique?: { readonly params: readonly string[]; readonly clause: ClauseId };
}

export const layoutOf: Readonly<Record<keyof typeof eventLayouts, EventLayout>> = eventLayouts;
