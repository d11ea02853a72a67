/** Every question that a message is asked beyond its schemas, and those of one trigger event. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { triggerEvents } from '../../generated/operations.ts';
import type { TriggerEvent } from '../messages/message.ts';
import type {
  Finding,
  MessageQuestion,
  MessageRuling,
  QuestionOnMessage,
  QuestionOnRule,
} from './clause-check.ts';
import { accountOfDetailsQuestions, balanceQuestions, thresholdQuestions } from './events/balance-checks.ts';
import { absentQuestions, loginQuestions } from './events/bank-login-error.ts';
import { categoryQuestions } from './events/category-cash-flow.ts';
import {
  detailsQuestions,
  encryptionQuestions,
  identityQuestions,
  itemQuestions,
} from './events/common-checks.ts';
import { foreignQuestions } from './events/foreign-money-transfer.ts';
import {
  countQuestions,
  listQuestions,
  transactionIdQuestions,
  versionQuestions,
} from './events/transaction-list-checks.ts';
import type { ReadMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';
import type { Settings } from './settings.ts';

export const messageQuestions: readonly MessageQuestion[] = [
  ...identityQuestions,
  ...encryptionQuestions,
  ...detailsQuestions,
  ...itemQuestions,
  ...countQuestions,
  ...listQuestions,
  ...transactionIdQuestions,
  ...balanceQuestions,
  ...accountOfDetailsQuestions,
  ...thresholdQuestions,
  ...foreignQuestions,
  ...categoryQuestions,
  ...loginQuestions,
  ...absentQuestions,
  ...versionQuestions,
];

interface Questions {
  readonly onMessage: readonly QuestionOnMessage[];
  readonly onRule: readonly QuestionOnRule[];
}

export const questionsOf = Object.fromEntries(
  triggerEvents.map((event): [TriggerEvent, Questions] => {
    const asked = messageQuestions.filter(({ events }) => events.includes(event));
    return [
      event,
      {
        onMessage: asked.filter((each) => each.needs === 'message'),
        onRule: asked.filter((each) => each.needs === 'rule'),
      },
    ];
  }),
) as Readonly<Record<TriggerEvent, Questions>>;

/** Puts the questions of an event to one message; every breach is a finding of the clause that was asked about. */

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
