/** Reads a notification rule that stands beside messages, as it was sent to create it and with its id where that is known. */
import open from '../../generated/validators/open.js';
import { isNumber, kindOf, show } from '../contract/show.ts';
import { nativeParams } from '../judge/params-form.ts';
import { schemaFindings } from '../judge/schema-findings.ts';
import { undocumentedIn } from '../judge/undocumented-in.ts';
import type { NotificationRule } from '../messages/notification-rule.ts';
import { BrokenRecord } from './broken-record.ts';

/** Both views of one rule. Throws BrokenRecord that names the field that is wrong. */
export function recordedRule(value: unknown, exact: unknown): NotificationRule {
  if (kindOf(value) !== 'an object') throw new BrokenRecord(`the rule is ${kindOf(value)}, not an object`);
  const problem =
    missing(value as object) ?? wrong(value as object) ?? unknownParam(value as NotificationRule);
  if (problem !== undefined) throw new BrokenRecord(`${problem} in the rule`);
  return exact as NotificationRule;
}

/** What a rule must have to be found by its messages. */
function missing(rule: object): string | undefined {
  return ['triggerEvent', 'callbackHandle']
    .filter((field) => !Object.hasOwn(rule, field))
    .map((field) => `${field} is missing`)[0];
}

/** The first field that the documentation does not allow in a rule. */
function wrong(rule: object): string | undefined {
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

/** A mistyped param would ask nothing of any message. Further fields of the rule itself are not shown, and may be there. */
function unknownParam(rule: NotificationRule): string | undefined {
  const unknown: string[] = [];
  undocumentedIn(open['createNotificationRule.request'], '', rule, (pointer) => {
    if (pointer.startsWith('/params/')) unknown.push(pointer.slice('/params/'.length));
  });
  const [name] = unknown;
  if (name === undefined) return undefined;
  return `param ${show(name, false)} is not documented for ${rule.triggerEvent}`;
}
