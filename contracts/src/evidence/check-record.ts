/** Judges one record, an exchange or a message: which operation it is, and which clauses it breaks where. */

import { operations, triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { only } from '../base/errors.ts';
import { JsonError, type JsonText, textOrValue } from '../base/exact-json.ts';
import { isNumber, isObject, member, pointerToken } from '../base/json-value.ts';
import { kindOf, show } from '../base/text.ts';
import type { Finding } from '../judge/clause-check.ts';
import type { Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { isUnreadable, judgeMessage, undocumentedInMessage } from '../judge/judge-message.ts';
import { answerOf, type OperationId, operationOf, requestSchema, responseClass } from '../judge/operation.ts';
import { schemaFindings } from '../judge/schema-findings.ts';
import type { Settings } from '../judge/settings.ts';
import { nativeParams, undocumentedIn } from '../judge/validator.ts';
import type { Cipher } from '../messages/cipher.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import type { FoundRecord } from './read-recording.ts';
import {
  BrokenRecord,
  bareRequest,
  hasResponse,
  hostOf,
  recordedCall,
  recordedExchange,
  recordedTime,
  tokenHost,
} from './recorded-exchange.ts';

export interface CheckedRecord {
  /** A call, or the trigger event of a message; null if it is not documented, or unknown. */
  readonly operation: OperationId | TriggerEvent | null;
  /** On the provider. A refusal (400 to 599) that breaks nothing is `refused`: it proves nothing either. */
  readonly verdict: 'upheld' | 'violated' | 'refused' | 'not-judged';
  readonly findings: readonly Finding[];
  /** Why it is not judged. */
  readonly reason?: string;
  /** It cannot be read. */
  readonly isBroken?: true;
  /** When it was recorded, in milliseconds since 1970, where the record says so. */
  readonly time?: number;
  /** A call as it was read; absent where it is broken. */
  readonly record?: JsonText;
  /** The exchange that was judged. */
  readonly exchange?: Exchange;
  /** A message without its rule in plain text, as far as it could be decrypted. Not enumerable, since it is personal. */
  readonly decrypted?: JsonText;
  /** Nothing of what is encrypted in the message could be decrypted. */
  readonly isUnreadable?: true;
  /** JSON Pointers of fields of a message that are not documented, and of keys that no record has. */
  readonly undocumented?: readonly string[];
}

/**
 * Judges a record, or a message by itself; what cannot be read is broken. Exchanges need no key: `cipher` is called for
 * messages only. Rejects as it does. Where `hosts` are known, to which those that issue tokens are added, a call of
 * another host is not judged.
 */
export async function checkRecord(
  found: Pick<FoundRecord, 'read'>,
  cipher: () => Promise<Cipher>,
  settings?: Settings,
  hosts?: Set<string>,
): Promise<CheckedRecord> {
  let json: JsonText;
  try {
    json = found.read();
  } catch (error) {
    only(error, BrokenRecord);
    return brokenRecord(null, error);
  }
  const { value: record } = json;
  const isBare = isBareMessage(record);
  if (!isBare && (member(record, 'message') === undefined || member(record, 'request') !== undefined))
    return checkExchange(record, settings, json, hosts);
  const message = isBare ? { value: { message: record }, exact: { message: json.exact } } : json;
  return checkMessage(message, await cipher(), settings);
}

function isBareMessage(record: unknown): boolean {
  if (typeof member(record, 'triggerEvent') !== 'string') return false;
  return ['message', 'request', 'response'].every((name) => member(record, name) === undefined);
}

/** A response that the documentation does not show is not judged. */
export function checkExchange(
  record: unknown,
  settings?: Settings,
  json: JsonText = { value: record, exact: record },
  hosts = new Set<string>(),
): CheckedRecord {
  let operation: OperationId | null = null;
  try {
    if (bareRequest(record)) throw new BrokenRecord(NO_CALL);
    const call = recordedCall(record);
    operation = operationOf(call) ?? null;
    if (operation === null) return { ...NOT_JUDGED, operation, record: json, reason: 'no documented call' };
    const [host, issuing] = [hostOf(call.url), tokenHost(record)];
    if (issuing !== undefined) hosts.add(issuing);
    // The paths of web forms are no other service's.
    const isOfAnyHost = host === undefined || hosts.size === 0 || operations[operation].document !== 'access';
    if (!isOfAnyHost && !hosts.has(host)) {
      const reason = `${show(host, false)} issued no token, and no --target names it`;
      return { ...NOT_JUDGED, operation: null, record: json, reason };
    }
    if (!hasResponse(record))
      return { ...NOT_JUDGED, operation, record: json, reason: 'no response', ...unknownKeys(record) };
    const exchange = recordedExchange(record, call, operation);
    const judged = { operation, record: json, exchange, ...timeOf(record), ...unknownKeys(record) };
    const all = judge(operation, exchange, settings);
    const findings = all.length > 0 ? all.filter(({ pointer }) => isRecorded(record, pointer)) : all;
    if (findings.some(isOfProvider)) return { ...judged, verdict: 'violated', findings };
    const found = responseClass(operation, exchange.response.status);
    if (found === 'error' || found === 'busy') return { ...judged, verdict: 'refused', findings };
    const [left] = all.filter(isOfProvider);
    const reason = left === undefined ? nothingShown(operation, exchange) : unrecorded(left.pointer);
    if (reason !== undefined) return { ...judged, ...NOT_JUDGED, findings, reason };
    return { ...judged, verdict: 'upheld', findings };
  } catch (error) {
    only(error, BrokenRecord);
    return { ...brokenRecord(operation, error), ...unknownKeys(record) };
  }
}

export function isOfProvider({ about }: Finding): boolean {
  return about === 'provider';
}

const NO_CALL = 'it is a request body without its call: migrate and compare read it';
const NOT_JUDGED = { verdict: 'not-judged', findings: [] } as const;

/** Headers and body of a response that were not recorded break nothing. */
function isRecorded(record: unknown, pointer: string): boolean {
  const [, side, part = ''] = pointer.split('/');
  if (side !== 'response' || part === 'status') return true;
  const recorded = member(member(record, 'response'), part);
  return recorded !== undefined && (recorded !== null || part === 'body');
}

function unrecorded(pointer: string): string {
  return `the response ${pointer.startsWith('/response/body') ? 'body was' : 'headers were'} not recorded`;
}

/** Why an exchange without findings says nothing about the service. */
function nothingShown(operation: OperationId, { request, response }: Exchange): string | undefined {
  const kind = answerOf(operation, response);
  if (kind === undefined) return `no documented answer of ${operation} has the status ${response.status}`;
  const isOfRequest = kind.schema === undefined && requestSchema(operation) !== undefined;
  return isOfRequest && request.body === undefined ? 'the request body was not recorded' : undefined;
}

/** As a member, so that a record without a time has none. */
function timeOf(record: unknown): Pick<CheckedRecord, 'time'> {
  const time = recordedTime(record);
  return time === undefined ? {} : { time };
}

const RECORD_KEYS = new Set(['time', 'request', 'response', 'message', 'rule']);
const SIDE_KEYS = new Set(['method', 'url', 'path', 'status', 'headers', 'body']);

/** Keys that nothing reads: one of them may be a typing error. A fixture of the package has some more. */
function unknownKeys(record: unknown): Pick<CheckedRecord, 'undocumented'> {
  const unknown: string[] = [];
  const look = (part: unknown, known: ReadonlySet<string>, at: string): void => {
    if (!isObject(part)) return;
    for (const key in part) if (!known.has(key)) unknown.push(`${at}/${pointerToken(key)}`);
  };
  if (member(record, 'generated') === undefined) look(record, RECORD_KEYS, '');
  look(member(record, 'request'), SIDE_KEYS, '/request');
  look(member(record, 'response'), SIDE_KEYS, '/response');
  return unknown.length > 0 ? { undocumented: unknown } : {};
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
    const checked: CheckedRecord = {
      operation: triggerEvent,
      verdict,
      findings,
      ...timeOf(record.value),
      undocumented: [...undocumented],
      ...(isUnreadable(judged) && { isUnreadable: true }),
      ...(verdict === 'not-judged' && { reason: 'no documented message' }),
    };
    return rule ? checked : Object.defineProperty(checked, 'decrypted', { value: decrypted });
  } catch (error) {
    only(error, BrokenRecord);
    return brokenRecord(operation, error);
  }
}

/** A record that cannot be read ends nothing but itself. */
function brokenRecord(operation: CheckedRecord['operation'], { message }: BrokenRecord): CheckedRecord {
  return { ...NOT_JUDGED, operation, reason: message, isBroken: true };
}

/** The message as a JSON object, or as the text of one. */
function messageIn({ value: plain, exact }: JsonText): JsonText {
  const value = member(plain, 'message');
  let message: JsonText;
  try {
    message = typeof value === 'string' ? textOrValue(value) : { value, exact: member(exact, 'message') };
  } catch (error) {
    only(error, JsonError);
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
