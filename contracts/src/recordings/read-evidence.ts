/** Reads one record as evidence: a call with its response, a message with its rule, or a request body without its call. */

import open from '../../generated/validators/open.js';
import { layoutOf } from '../base/event-layout.ts';
import { JsonError, jsonIn, textOrValue } from '../base/exact-json.ts';
import { findingText } from '../base/finding.ts';
import type { RequestKind, Version } from '../base/flows.ts';
import { isNumber, isObject, member, toFloat, withoutNulls } from '../base/json-value.ts';
import { only } from '../base/only.ts';
import { kindOf, show } from '../base/text.ts';
import type { Request, Response } from '../judge/exchange.ts';
import { isWebFormType, type OperationId, operationOf, requestSchema } from '../judge/operation.ts';
import { requestValidatorOf } from '../judge/request-findings.ts';
import { defaultSettings } from '../judge/settings.ts';
import type { NotificationRule } from '../messages/message.ts';
import { recognise } from '../migration/mapping-table.ts';
import { BrokenRecord, gapOfBody, recordedBody, recordedHeaders, recordedRequest } from './recorded-parts.ts';

export type Evidence = CallEvidence | MessageEvidence | BodyEvidence;

interface Recorded {
  readonly record: unknown;
}

export interface CallEvidence extends Recorded {
  readonly kind: 'call';
  /** null for a call that is not documented. */
  readonly operation: OperationId | null;
  readonly request: Request;
  /** Undefined if no response came or was recorded, and for an undocumented call. */
  readonly response?: Response | undefined;
  /** The reasons why parts were not recorded, by JSON Pointer: `/request/body`, `/response/body`, `/response/headers`. */
  readonly gaps?: Readonly<Record<string, string>>;
}

export interface MessageEvidence extends Recorded {
  readonly kind: 'message';
  /** The message as sent. */
  readonly message: unknown;
  readonly rule?: NotificationRule | undefined;
  /** Set if it was recorded on its way to a handler, perhaps without the key or with its values struck. */
  readonly isDelivery?: boolean;
  /** The status of the handler's response; NaN if not recorded. */
  readonly status?: number;
}

/** The body of a V1 or V2 request, recognised by its fields. */
export interface BodyEvidence extends Recorded {
  readonly kind: 'body';
  readonly version: Version;
  readonly of: RequestKind;
}

/**
 * Reads {"time"?, "request": {method, url, headers, body}, "response": {status, headers, body}}, {"time"?, "message", "rule"?},
 * a message by itself, or the body of a request by itself; a call that delivers a message is that message. Throws BrokenRecord.
 */
export function readEvidence(record: unknown): Evidence {
  const parts = PARTS.filter((part) => member(record, part) !== undefined);
  // The callback of a web form is a message of another kind, and not judged.
  const isMessage =
    typeof member(record, 'triggerEvent') === 'string' || isWebFormType(member(record, 'type'));
  if (parts.length === 0 && isMessage) return { kind: 'message', record, message: record };
  if (parts.includes('message') && !parts.includes('request')) return messageEvidence(record);
  const body = parts.length === 0 ? bareRequest(record) : undefined;
  if (body) return { kind: 'body', record, ...body };
  const call = callEvidence(record);
  const delivered = call.operation === null ? deliveredMessage(record) : undefined;
  if (!delivered) return call;
  const status = Number(member(member(record, 'response'), 'status'));
  return { kind: 'message', record, message: delivered, isDelivery: true, status };
}

/** Reads a record as evidence, or returns why it cannot be read. */
export function evidenceOf(read: () => unknown): Evidence | BrokenRecord {
  try {
    return readEvidence(read());
  } catch (error) {
    only(error, BrokenRecord);
    return error;
  }
}

/** The message in an undocumented call to a handler, as a gateway records it. */
function deliveredMessage(record: unknown): unknown {
  const body = member(member(record, 'request'), 'body');
  const json = typeof body === 'string' ? jsonIn(body) : body;
  return isDelivery(json) ? json : undefined;
}

/** Whether the body of an undocumented call is a notification message. Rules have a trigger event as well. */
export function isDelivery(body: unknown): boolean {
  const has = (name: string) => member(body, name) !== undefined;
  const isRule = has('params') || has('includeDetails');
  return typeof member(body, 'triggerEvent') === 'string' && OF_MESSAGES.some(has) && !isRule;
}

/** Fields that only messages have. */
const OF_MESSAGES = ['notificationRuleId', ...Object.values(layoutOf).flatMap(({ list }) => list ?? [])];

const PARTS = ['message', 'request', 'response'];

function messageEvidence(record: unknown): MessageEvidence {
  const rule = member(record, 'rule');
  return {
    kind: 'message',
    record,

    message: messageIn(record),
    rule: rule === undefined ? undefined : recordedRule(rule),
  };
}

/** The message of a record, which may be an object or JSON text. */
function messageIn(record: unknown): unknown {
  let message: unknown;
  try {
    message = textOrValue(member(record, 'message'));
  } catch (error) {
    only(error, JsonError);
    throw new BrokenRecord(`the message is not valid JSON: ${error.message}`);
  }
  if (isObject(message)) return message;
  throw new BrokenRecord(`the message is ${kindOf(message)}, not a JSON object`);
}

/** The schema of rules, with params as native values or strings. */
const ruleSchema = requestValidatorOf(
  open['createNotificationRule.request'],
  { operation: 'createNotificationRule', clause: 'RULE-CREATE-CALL' },
  { ...defaultSettings, paramsForm: 'strings' },
);

/**
 * Reads a notification rule, as sent to create it, with its id if known. An undocumented param is an error, since it would
 * check nothing; other fields are not shown, and are allowed. Throws BrokenRecord that names the wrong field.
 */
export function recordedRule(written: unknown): NotificationRule {
  const value = withoutNulls(written);
  if (!isObject(value)) throw new BrokenRecord(`the rule is ${kindOf(value)}, not an object`);
  const missing = ['triggerEvent', 'callbackHandle'].find((field) => !Object.hasOwn(value, field));
  if (missing !== undefined) throw new BrokenRecord(`rule.${missing} is missing`);
  const [finding] = ruleSchema.validate(value);
  if (finding) throw new BrokenRecord(findingText({ ...finding, pointer: `/rule${finding.pointer}` }));
  const { notificationRuleId: id, triggerEvent } = value;
  if (id !== undefined && !isNumber(id))
    throw new BrokenRecord(`rule.notificationRuleId is ${kindOf(id)}, not a number`);
  const param = ruleSchema.undocumented(value).find(({ pointer }) => pointer.startsWith('/params/'));
  if (param === undefined) return value as object as NotificationRule;
  const name = show(param.pointer.slice('/params/'.length), false);
  throw new BrokenRecord(`rule.params has ${name}, which is not documented for ${triggerEvent}`);
}

function callEvidence(record: unknown): CallEvidence {
  // Fixtures of the package have a path.
  const { method, path, url = path, headers, body, size } = partOf(record, 'request');
  if (typeof method !== 'string') throw new BrokenRecord('the request method must be text');
  if (typeof url !== 'string') throw new BrokenRecord('the request url must be text');
  const call = { method: method.toUpperCase(), url };
  const operation = operationOf(call) ?? null;
  const read = recordedHeaders(headers);
  const gap = gapOfBody(body, read, size);
  const sent = operation && recordedRequest(operation, gap === undefined ? body : undefined, url);
  const { response, gaps } = operation === null ? { gaps: {} } : recordedResponse(record);
  const isMissing = gap !== undefined && operation && requestSchema(operation) && !sent;
  return {
    kind: 'call',
    record,
    operation,

    request: { ...call, headers: read, ...(sent && { body: sent }) },
    response,
    gaps: { ...(isMissing && { '/request/body': `the request body ${gap}` }), ...gaps },
  };
}

/** The response of a record; none if the status is 0, or -1 as in Playwright. */
function recordedResponse(record: unknown): Pick<CallEvidence, 'response' | 'gaps'> {
  const found = member(record, 'response');
  const none = [undefined, null, 0, '0', -1] as readonly unknown[];
  if (none.includes(found) || none.includes(member(found, 'status') ?? '')) return { gaps: {} };
  const { status: written, headers: recorded, body: sent, size, redirectURL } = partOf(record, 'response');
  // Some gateways log the status as text.
  const isText = typeof written === 'string' && /^\d{3}$/.test(written);
  const status = isText ? Number(written) : isNumber(written) ? toFloat(written) : written;
  if (!(typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999)) {
    if (status === undefined) throw new BrokenRecord('it has no status');
    const [digits] = (typeof status === 'string' && /^\d{3}\b/.exec(status)) || [];
    if (digits !== undefined) throw new BrokenRecord(`the status is ${show(status, false)}; write ${digits}`);
    const what = typeof status === 'number' ? status : kindOf(status);
    throw new BrokenRecord(`the status is ${what}, not a whole number from 100 to 999`);
  }
  const headers = recordedHeaders(recorded);
  const ofBody = gapOfBody(sent, headers, size);
  const body = ofBody === undefined ? recordedBody(sent, 'response') : undefined;
  const isRedirected = typeof redirectURL === 'string' && redirectURL !== '';
  // Every response has some header.
  const ofHeaders =
    Object.keys(headers).length === 0
      ? 'the response headers were not recorded'
      : isRedirected && headers['location'] === undefined
        ? 'the location header was not recorded'
        : undefined;
  const gaps = {
    ...(ofBody !== undefined && { '/response/body': `the response body ${ofBody}` }),
    ...(ofHeaders !== undefined && { '/response/headers': ofHeaders }),
  };
  const response = { status, headers, ...(body && { body }) };
  return { response, gaps };
}

function partOf(record: unknown, name: 'request' | 'response') {
  if (!isObject(record)) throw new BrokenRecord('the record is not a JSON object');
  const part = record[name];
  if (part === undefined) throw new BrokenRecord(`it has no ${name}`);
  if (!isObject(part)) throw new BrokenRecord(`the ${name} is ${kindOf(part)}, not an object`);
  return part;
}

/** The request that a body by itself is; undefined if both versions or several calls may have it. */
function bareRequest(body: unknown): Pick<BodyEvidence, 'version' | 'of'> | undefined {
  if (!isObject(body) || Object.keys(body).length === 0) return undefined;
  const [asV1, asV2] = [recognise(body, 'V1'), recognise(body, 'V2')];
  if (asV1.isOtherVersion === asV2.isOtherVersion) return undefined;
  const version = asV1.isOtherVersion ? 'V2' : 'V1';
  const [kind, second] = (version === 'V2' ? asV2 : asV1).kinds;
  return kind === undefined || second !== undefined ? undefined : { version, of: kind };
}
