/** Puts the questions of an event to one message; every breach is a finding of the clause that was asked about. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { Finding } from '../finding.ts';
import type { Settings } from '../settings.ts';
import { identityQuestions } from './identity-questions.ts';
import type { MessageRuling } from './message-question.ts';
import { questionsOf } from './questions.ts';
import type { ReadMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';

export type Answered = (clause: ClauseId, ruling: MessageRuling) => void;

/** What every message is asked. */
export function askMessage(message: ReadMessage, settings: Settings, answered: Answered): void {
  for (const { clause, question } of questionsOf[message.event].onMessage)
    answered(clause, question(message, settings));
}

/** What a message of this rule is asked; a rule of another trigger event only, whose message it is. */
export function askOfRule(
  message: ReadMessage,
  rule: RuleFacts,
  settings: Settings,
  answered: Answered,
): void {
  const isOther = rule.rule.triggerEvent !== message.event;
  const questions = isOther ? identityQuestions : questionsOf[message.event].onRule;
  for (const { clause, question } of questions) answered(clause, question(message, rule, settings));
}

/** Adds what is broken to the findings. */
export function into(findings: Finding[]): Answered {
  return (clause, ruling) => {
    if (typeof ruling === 'string') return;
    for (const breach of ruling) findings.push({ clause, ...breach });
  };
}
