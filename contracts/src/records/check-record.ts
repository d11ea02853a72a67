/** Judges one record, an exchange or a message: which operation it is, and which clauses it breaks where. */

import { triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { JsonError, type JsonText, textOrValue } from '../base/exact-json.ts';
import { isNumber, member } from '../base/json-value.ts';
import { kindOf, show } from '../base/text.ts';
import type { Finding } from '../judge/clause-check.ts';
import type { Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { isUnreadable, judgeMessage, undocumentedInMessage } from '../judge/judge-message.ts';
import { answerKind, type OperationId, operationOf } from '../judge/operation.ts';
import { schemaFindings } from '../judge/schema-findings.ts';
import type { Settings } from '../judge/settings.ts';
import { nativeParams, undocumentedIn } from '../judge/validator.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import type { FoundRecord } from './read-recording.ts';
import { BrokenRecord, recordedCall, recordedExchange } from './recorded-exchange.ts';

export interface CheckedRecord {
  /** A call, or the trigger event of a message; null if it is not documented, or unknown. */
  readonly operation: OperationId | TriggerEvent | null;
  readonly verdict: 'upheld' | 'violated' | 'not-judged';
  readonly findings: readonly Finding[];
  /** Why the record cannot be read; such a record is not judged. */
  readonly broken?: string;
  /** The exchange that was judged. */
  readonly exchange?: Exchange;
  /** Nothing of what is encrypted in the message could be decrypted. */
  readonly isUnreadable?: true;
  /** The pointers of fields of a message that are not documented. */
  readonly undocumented?: readonly string[];
}

/**
 * Exchanges are judged at once, since there are many; messages once they are decrypted. `cipher` is called for messages
 * only, so that exchanges need no key.
 */
export function checkRecord(
  { read }: FoundRecord,
  cipher: () => Promise<Cipher>,
  settings?: Settings,
): CheckedRecord | Promise<CheckedRecord> {
  let message: unknown;
  const checked = checkExchange(() => {
    const record = read();
    if (isMessageRecord(record)) message = record;
    return record;
  }, settings);
  if (message === undefined) return checked;
  const json = { value: message, exact: read('exact') };
  return cipher().then((made) => checkMessage(json, made, settings));
}

/** `read` returns the record or throws BrokenRecord. A response that the documentation does not show is not judged. */
export function checkExchange(read: () => unknown, settings?: Settings): CheckedRecord {
  let operation: OperationId | null = null;
  try {
    const record = read();
    const call = recordedCall(record);
    operation = operationOf(call) ?? null;
    if (operation === null) return { operation, verdict: 'not-judged', findings: [] };
    const exchange = recordedExchange(record, call, operation);
    const findings = judge(operation, exchange, settings);
    const isShown = answerKind(operation, exchange.response.status) !== undefined;
    const verdict = findings.length > 0 ? 'violated' : isShown ? 'upheld' : 'not-judged';
    return { operation, verdict, findings, exchange };
  } catch (error) {
    return unjudged(operation, error);
  }
}

/** Whether a record holds a message and no exchange. */
export function isMessageRecord(record: unknown): boolean {
  return member(record, 'message') !== undefined && member(record, 'request') === undefined;
}

/** Judges a recorded message, {"message": …, "rule"?: …}: the message as it was sent, and the rule it belongs to. */
export async function checkMessage(
  record: JsonText,
  cipher: Cipher,
  settings?: Settings,
): Promise<CheckedRecord> {
  const event = member(member(record.value, 'message'), 'triggerEvent');
  const operation = triggerEvents.find((each) => each === event) ?? null;
  try {
    const message = messageIn(record);
    const value = member(record.value, 'rule');
    const rule = value === undefined ? undefined : recordedRule(value, member(record.exact, 'rule'));
    const judged = await judgeMessage(message, {
      cipher,
      ...(rule && { rule }),
      ...(settings && { settings }),
    });
    const { triggerEvent, verdict, findings, decrypted } = judged;
    const undocumented = new Set<string>();
    if (triggerEvent)
      undocumentedInMessage(triggerEvent, decrypted?.value, (pointer) => undocumented.add(pointer));
    const checked = { operation: triggerEvent, verdict, findings, undocumented: [...undocumented] };
    return isUnreadable(judged) ? { ...checked, isUnreadable: true } : checked;
  } catch (error) {
    return unjudged(operation, error);
  }
}

function unjudged(operation: CheckedRecord['operation'], error: unknown): CheckedRecord {
  if (!(error instanceof BrokenRecord)) throw error;
  return { operation, verdict: 'not-judged', findings: [], broken: error.message };
}

/** The message as a JSON object, or as the text of one. */
function messageIn({ value: plain, exact }: JsonText): JsonText {
  const value = member(plain, 'message');
  let message: JsonText;
  try {
    message = typeof value === 'string' ? textOrValue(value) : { value, exact: member(exact, 'message') };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BrokenRecord(`the message is no valid JSON: ${error.message}`);
  }
  const kind = kindOf(message.value);
  if (kind !== 'an object') throw new BrokenRecord(`the message is ${kind}, not a JSON object`);
  return message;
}

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
