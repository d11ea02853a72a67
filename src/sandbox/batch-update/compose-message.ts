/** Composes the message of a rule match, before encryption, as the table of Events says. */
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import type { RuleMatch } from './rule-match.ts';
import { type Basis, triggerEvents } from './trigger-events.ts';

export function composeMessage(match: RuleMatch, basis: Basis): PlainMessage {
  const { id, triggerEvent, callbackHandle } = match.rule;
  const own = triggerEvents[triggerEvent].message(match, basis);
  return { notificationRuleId: id, triggerEvent, callbackHandle, ...own } as PlainMessage;
}
