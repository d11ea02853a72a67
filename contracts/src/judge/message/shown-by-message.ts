/** Which clauses a message speaks of: what it does not violate of them, it upholds. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { Settings } from '../settings.ts';
import { reach } from '../shown.ts';
import { type Answered, askMessage, askOfRule } from './asked.ts';
import type { ReadMessage } from './read-message.ts';
import type { RuleFacts } from './rule-facts.ts';
import { messageSchemas } from './shape-findings.ts';
import { unreadClauses } from './unread-clauses.ts';

/** The clauses of every field that is there, of its decrypted details, and of the questions that it answers. */
export function shownByMessage(
  message: ReadMessage,
  rule: RuleFacts | undefined,
  settings: Settings,
): ClauseId[] {
  const { event, sent, items } = message;
  const schemas = messageSchemas[event];
  const shown = new Set<string>();
  reach(schemas.message.schema, sent, shown);
  for (const { details } of items) reach(schemas.details?.schema, details, shown);
  const answered: Answered = (clause, ruling) => {
    if (ruling !== 'silent') shown.add(clause);
  };
  askMessage(message, settings, answered);
  if (rule) askOfRule(message, rule, settings, answered);
  if (showsLowDetails(message)) shown.add('MESSAGE-LOW-DETAILS');
  for (const clause of unreadClauses(rule, settings)) shown.delete(clause);
  return [...shown] as ClauseId[];
}

/** The details of a low balance are judged as those of a changed one; wrong ones are findings of their fields. */
function showsLowDetails({ event, items }: ReadMessage): boolean {
  const details = items.flatMap((item) => item.details ?? []);
  const { validate } = messageSchemas[event].details ?? {};
  return event === 'LOW_ACCOUNT_BALANCE' && details.length > 0 && details.every((each) => validate?.(each));
}
