/** A violation that a judge saw: which clause, where, and in words what is there instead of what is due. */
import type { ClauseId } from '../../generated/clause-id.ts';
import type { TriggerEvent } from '../messages/message.ts';
import type { Exchange } from './exchange.ts';
import type { OperationId } from './operation.ts';
import type { ReadMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';
import type { Settings } from './settings.ts';

export interface Finding {
  readonly clause: ClauseId;
  /** JSON Pointer into the exchange or message that was judged. */
  readonly pointer: string;
  /** `<what> is <found>, not <wanted>`; never a secret or somebody's data. */
  readonly message: string;
}

/** What one exchange can show beyond its schemas: a clause and the question it puts to the exchange. */

/** Where and how the exchange breaks the clause. */
export interface Breach {
  readonly pointer: string;
  readonly message: string;
}

/** `held`: the exchange shows the clause kept; `silent`: it does not speak of it. */
export type Ruling = 'held' | 'silent' | Breach;

export interface ExchangeRule {
  readonly clause: ClauseId;
  readonly operations: readonly OperationId[];
  /** `request`: the answer is held against the request, so a mock that answers with examples cannot show it. */
  readonly needs: 'answer' | 'request';
  readonly rule: (exchange: Exchange, settings: Settings) => Ruling;
}

/** What one message can show beyond its schemas: a clause and the question it puts to the message, or to it and its rule. */

/** `held`: the message shows the clause kept; `silent`: it does not speak of it; else every place that breaks it. */
export type MessageRuling = 'held' | 'silent' | readonly Breach[];

interface Asked {
  readonly clause: ClauseId;
  readonly events: readonly TriggerEvent[];
}

export interface QuestionOnMessage extends Asked {
  readonly needs: 'message';
  readonly question: (message: ReadMessage, settings: Settings) => MessageRuling;
}

/** It is put only where the rule of the message is known. */
export interface QuestionOnRule extends Asked {
  readonly needs: 'rule';
  readonly question: (message: ReadMessage, rule: RuleFacts, settings: Settings) => MessageRuling;
}

export type MessageQuestion = QuestionOnMessage | QuestionOnRule;
