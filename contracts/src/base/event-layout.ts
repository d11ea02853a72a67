/** What the OpenAPI documents say of each trigger event: the params of its rules and the fields of its messages. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { eventLayouts } from '../../generated/event-layouts.ts';

export interface EventLayout {
  /** What an update changes for a message to be sent. */
  readonly subject: 'account' | 'connection' | 'user';
  /** The field with the array of items; absent where a message has none. */
  readonly list?: string | undefined;
  /** The field that identifies the account or connection of an item. */
  readonly id: 'accountId' | 'bankConnectionId';
  /** The param of the rule that lists accounts or connections. */
  readonly listed: 'accountIds' | 'bankConnectionIds';
  readonly params: readonly string[];
  /** The params that a rule must have. */
  readonly required: readonly string[];
  /** The field of the decrypted details that lists transactions. */
  readonly transactions?: string | undefined;
  /** The fields of a transaction in `transactions`, or of details without a list. */
  readonly detailFields: readonly string[];
  /** The fields of the message and of `detailFields` that are BigDecimals. */
  readonly decimals: readonly string[];
  /** The encrypted fields of the message, and of its items. */
  readonly encrypted: { readonly message: readonly string[]; readonly item: readonly string[] };
  /** The field of the item that counts its transactions. */
  readonly count?: string | undefined;
  /** The field of the message that repeats the threshold of the rule. */
  readonly threshold?: string | undefined;
  /** Whether the rule limits the list of transactions. */
  readonly isCapped: boolean;
  /** For a message without a list: the fields of other messages and their items, which it must not have. */
  readonly unset?: readonly string[] | undefined;
  /** Whether only some of the new transactions count for a rule; absent where all do. */
  readonly qualifies?: boolean;
  /** Two rules with the same values of these params duplicate each other, as the clause says; absent where none do. */
  readonly unique?: { readonly params: readonly string[]; readonly clause: ClauseId };
}

export const layoutOf: Readonly<Record<keyof typeof eventLayouts, EventLayout>> = eventLayouts;
