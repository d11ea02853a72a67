/** What one message can show beyond its schemas: a clause and the question it puts to the message, or to it and its rule. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import type { Breach } from '../exchange-rule.ts';
import type { Settings } from '../settings.ts';
import type { ReadMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';

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
