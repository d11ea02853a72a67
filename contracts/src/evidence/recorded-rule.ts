/** Reads the notification rule of a recorded message, or of a file of rules. */
import open from '../../generated/validators/open.js';
import { isNumber } from '../base/json-value.ts';
import { kindOf, show } from '../base/text.ts';
import { schemaFindings, undocumentedIn } from '../judge/schema-findings.ts';
import { nativeParams } from '../judge/validator.ts';
import type { NotificationRule } from '../messages/message.ts';
import { BrokenRecord } from './recording.ts';

/**
 * Reads a notification rule, as it was sent to create it and with its id where that is known, from the plain and the exact
 * view of a record. Throws BrokenRecord that names the field that is wrong.
 */
export function recordedRule(value: unknown, exact: unknown): NotificationRule {
  if (kindOf(value) !== 'an object') throw new BrokenRecord(`the rule is ${kindOf(value)}, not an object`);
  const problem =
    missingField(value as object) ?? wrongField(value as object) ?? unknownParam(value as NotificationRule);
  if (problem !== undefined) throw new BrokenRecord(`${problem} in the rule`);
  return exact as NotificationRule;
}

/** The first missing field of those that its messages are found by. */
function missingField(rule: object): string | undefined {
  return ['triggerEvent', 'callbackHandle']
    .filter((field) => !Object.hasOwn(rule, field))
    .map((field) => `${field} is missing`)[0];
}

/** The first field that the documentation does not allow in a rule. */
function wrongField(rule: object): string | undefined {
  const at = { pointer: '', name: 'it', clause: 'RULE-CREATE-CALL' } as const;
  const [finding] = schemaFindings(
    open['createNotificationRule.request'],
    nativeParams('createNotificationRule', rule),
    at,
  );
  if (finding) return finding.message;
  const { notificationRuleId: id } = rule as NotificationRule;
  if (id === undefined || isNumber(id)) return undefined;
  return `notificationRuleId is ${kindOf(id)}, not a number`;
}

/** A mistyped param would check nothing. Other fields of the rule itself are not shown, and are allowed. */
function unknownParam(rule: NotificationRule): string | undefined {
  const unknown: string[] = [];
  undocumentedIn(open['createNotificationRule.request'], '', rule, (pointer) => {
    if (pointer.startsWith('/params/')) unknown.push(pointer.slice('/params/'.length));
  });
  const [name] = unknown;
  if (name === undefined) return undefined;
  return `param ${show(name, false)} is not documented for ${rule.triggerEvent}`;
}
