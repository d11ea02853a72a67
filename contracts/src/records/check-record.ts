/** Judges one record: which operation it is, whether the documentation was kept, and if not where. */

import { triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { JsonError, type JsonText, readJson } from '../base/exact-json.ts';
import { isNumber } from '../base/json-value.ts';
import { kindOf, show } from '../base/text.ts';
import { nativeParams } from '../judge/as-documented.ts';
import type { Finding } from '../judge/clause-check.ts';
import { type Exchange, member } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { isUnreadable, judgeMessage, undocumentedInMessage } from '../judge/judge-message.ts';
import { answerKind, type OperationId, operationOf } from '../judge/operation.ts';
import { schemaFindings } from '../judge/schema-findings.ts';
import type { Settings } from '../judge/settings.ts';
import { undocumentedIn } from '../judge/validator.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import type { Found } from './read-recording.ts';
import { BrokenRecord, recordedCall, recordedExchange } from './recorded-exchange.ts';

export interface CheckedRecord {
  /** A call, or the trigger event of a message; null where it is none that is documented, or broken before one could tell. */
  readonly operation: OperationId | TriggerEvent | null;
  readonly verdict: 'upheld' | 'violated' | 'not-judged';
  readonly findings: readonly Finding[];
  /** Why the record cannot be read; such a record is not judged. */
  readonly broken?: string;
  /** The exchange that was judged. */
  readonly exchange?: Exchange;
  /** Nothing of what is encrypted in the message could be decrypted. */
  readonly isUnreadable?: true;
  /** The places of a message that are not documented. */
  readonly undocumented?: readonly string[];
}

const UNKNOWN: CheckedRecord = { operation: null, verdict: 'not-judged', findings: [] };

/** `read` gives the record or throws BrokenRecord. An answer that the documentation does not show is not judged. */
export function checkRecord(read: () => unknown, settings?: Settings): CheckedRecord {
  let operation: OperationId | null = null;
  try {
    const record = read();
    const call = recordedCall(record);
    operation = operationOf(call) ?? null;
    if (operation === null) return UNKNOWN;
    const exchange = recordedExchange(record, call, operation);
    const findings = judge(operation, exchange, settings);
    const isShown = answerKind(operation, exchange.response.status) !== undefined;
    const verdict = findings.length > 0 ? 'violated' : isShown ? 'upheld' : 'not-judged';
    return { operation, verdict, findings, exchange };
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    return { operation, verdict: 'not-judged', findings: [], broken: error.message };
  }
}

/** Reads a notification rule that stands beside messages, as it was sent to create it and with its id where that is known. */

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

/** Judges one recorded message, {"message": …, "rule"?: …}: the message as it travelled, and the rule it is said to be of. */

/** Whether a record holds a message and no exchange. */
export function isMessageRecord(record: unknown): boolean {
  return member(record, 'message') !== undefined && member(record, 'request') === undefined;
}

/** A message or rule that cannot be read makes a broken record. */
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
    if (!(error instanceof BrokenRecord)) throw error;
    return { operation, verdict: 'not-judged', findings: [], broken: error.message };
  }
}

/** The message as a JSON object, or as the text of one. */
function messageIn(record: JsonText): JsonText {
  const value = member(record.value, 'message');
  const message = typeof value === 'string' ? textRead(value) : viewsOf(record, value);
  const kind = kindOf(message.value);
  if (kind !== 'an object') throw new BrokenRecord(`the message is ${kind}, not a JSON object`);
  return message;
}

function viewsOf(record: JsonText, value: unknown): JsonText {
  return { value, exact: record.exact === record.value ? value : member(record.exact, 'message') };
}

function textRead(text: string): JsonText {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BrokenRecord(`the message is no valid JSON: ${error.message}`);
  }
}

/** Judges a record that was found in a file, be it an exchange or a message. */

/**
 * Exchanges are judged at once, since there are many; messages once they are decrypted. `cipher` is called for the first
 * message, so that only who has messages needs a key.
 */
export function checkFound(
  { read }: Found,
  cipher: () => Promise<Cipher>,
  settings?: Settings,
): CheckedRecord | Promise<CheckedRecord> {
  let message: unknown;
  const checked = checkRecord(() => {
    const record = read();
    if (isMessageRecord(record)) message = record;
    return record;
  }, settings);
  if (message === undefined) return checked;
  const json = { value: message, exact: read('exact') };
  return cipher().then((made) => checkMessage(json, made, settings));
}
