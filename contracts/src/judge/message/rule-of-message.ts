/** Finds the rule of a message among those it may be of, and what the message breaks as a message of that rule. */
import { show } from '../../contract/show.ts';
import type { NotificationRule } from '../../messages/notification-rule.ts';
import type { Finding } from '../finding.ts';
import type { Settings } from '../settings.ts';
import { askOfRule, into } from './asked.ts';
import { possibleRules } from './possible-rules.ts';
import type { ReadMessage } from './read-message.ts';
import { type RuleFacts, ruleFacts } from './rule-facts.ts';

export interface RuleOfMessage {
  /** undefined where no rule is known. */
  readonly rule: RuleFacts | undefined;
  readonly findings: readonly Finding[];
}

/** The one of these rules that it may be of and breaks least. A message of no rule breaks MESSAGE-CALLBACK-HANDLE. */
export function ruleOfMessage(
  message: ReadMessage,
  rules: readonly NotificationRule[],
  settings: Settings,
): RuleOfMessage {
  let kindest: RuleOfMessage | undefined;
  for (const rule of possibleRules(message.exact, rules)) {
    const ruling = asMessageOf(message, rule, settings);
    if (kindest === undefined || ruling.findings.length < kindest.findings.length) kindest = ruling;
    if (kindest.findings.length === 0) break;
  }
  return kindest ?? { rule: undefined, findings: [ofNoRule(message)] };
}

export function asMessageOf(message: ReadMessage, rule: NotificationRule, settings: Settings): RuleOfMessage {
  const facts = ruleFacts(rule);
  const findings: Finding[] = [];
  askOfRule(message, facts, settings, into(findings));
  return { rule: facts, findings };
}

/** Every message repeats the handle of its rule, so a handle that no rule has is not that of its rule. */
function ofNoRule({ sent }: ReadMessage): Finding {
  return {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    pointer: '/callbackHandle',
    message: `callbackHandle is ${show(sent['callbackHandle'], true)}, not that of a rule that is known`,
  };
}
