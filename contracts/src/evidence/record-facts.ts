/** What a recording's memory needs of one record, as small plain data: whose call it is, when, and what it shows. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { eventLayouts } from '../../generated/event-layouts.ts';
import { triggerEvents } from '../../generated/operations.ts';
import { type JsonText, writeJson } from '../base/exact-json.ts';
import { webFormInstant } from '../base/formats.ts';
import { isNumber, isObject, member, valueText } from '../base/json-value.ts';
import { textHash } from '../base/text-hash.ts';
import { jsonOf } from '../judge/exchange.ts';
import { isSuccess, type OperationId } from '../judge/operation.ts';
import { idText } from '../judge/rule-facts.ts';
import type { TriggerEvent } from '../messages/message.ts';
import type { CheckedRecord } from './check-record.ts';
import { hostOf, recordedCall, recordedTime } from './recorded-exchange.ts';

export interface RecordFacts extends Pick<CheckedRecord, 'operation' | 'verdict'> {
  readonly reason: string | undefined;
  /** In milliseconds since 1970, where the record says it. */
  readonly time?: number | undefined;
  /** With the port, of what belongs to a host; empty where the address is a path. */
  readonly host: string;
  /** The access token of the call, where it can tell users apart. */
  readonly token?: string | undefined;
  /** Of the response; 0 without one. */
  readonly status: number;
  readonly shows?: Shown | undefined;
}

type Shown =
  | IssuedToken
  | CreatedUser
  | SentRule
  | CreatedForm
  | CreatedPayment
  | Submission
  | SentMessage
  | Other;

interface IssuedToken {
  readonly kind: 'token';
  readonly token: string;
  /** In seconds. */
  readonly lifetime?: number;
  /** Of the password grant. */
  readonly isOfUser: boolean;
  readonly user?: string;
}

interface CreatedUser {
  readonly kind: 'user';
  readonly id: string;
}

export interface SentRule {
  readonly kind: 'rule';
  readonly outcome: 'created' | 'refused';
  readonly event: TriggerEvent;
  /** accountIds or bankConnectionIds, word for word; undefined for a rule without. */
  readonly list?: string;
  readonly categoryId?: string;
  /** The path of the call: what is in front of it may be another tenant. */
  readonly path: string;
  readonly handle?: string;
  /** The id in the response, whose shape is not shown: proof of a message's rule only together with the handle. */
  readonly id?: string;
  /** The rule as JSON, where it was created and has a handle and an id. */
  readonly rule?: string;
  /** Equal for equal requests without handle and includeDetails. */
  readonly content: number;
  /** Equal for equal exchanges. */
  readonly exchange: number;
  /** What a refusal says in words. */
  readonly says: 'nothing' | 'it exists' | 'something';
}

interface CreatedForm {
  readonly kind: 'form';
  readonly id: string;
  readonly createdAt: number;
}

interface CreatedPayment {
  readonly kind: 'payment';
  /** Undefined where it was not recorded, or is larger than a float keeps. */
  readonly id?: string;
}

interface Submission {
  readonly kind: 'submission';
  readonly payment: string;
}

interface SentMessage {
  readonly kind: 'message';
  readonly ruleId: string;
  readonly handle: string;
  /** The decrypted message as JSON; undefined where not all of it could be decrypted, or it is long. */
  readonly plain?: string;
}

/** `change`: an undocumented call that may have deleted or changed anything. `unknown`: the recording does not show how the call ended. */
interface Other {
  readonly kind: 'change' | 'unknown';
}

/** Characters of a message or rule that is kept. */
const [LONGEST_MESSAGE, LONGEST_RULE] = [65_536, 2_000];

/** Undefined for a record that shows nothing to a memory. */
export function factsOf(checked: CheckedRecord): RecordFacts | undefined {
  const { operation, verdict, reason, record } = checked;
  if (checked.decrypted) {
    const shows = messageIn(checked, checked.decrypted);
    return shows && { operation, verdict, reason, host: '', status: 0, shows };
  }
  if (record === undefined) return undefined;
  const { method, url } = checked.exchange?.request ?? recordedCall(record.value);
  const token = tokenIn(member(member(record.value, 'request'), 'headers'));
  const found = member(member(record.value, 'response'), 'status');
  const status = typeof found === 'number' ? found : 0;
  const shows =
    operation === null ? changeIn(method) : shownBy(operation as OperationId, status, url, checked);
  if (token === undefined && shows === undefined) return undefined;
  const time = checked.time ?? recordedTime(record.value);
  const host = shows && HOSTED.includes(shows.kind) ? (hostOf(url) ?? '') : '';
  return { operation, verdict, reason, time, host, token, status, shows };
}

/** What belongs to a host beside a user. */
const HOSTED: readonly Shown['kind'][] = ['token', 'user', 'form'];

function changeIn(method: string): Shown | undefined {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : { kind: 'change' };
}

function shownBy(
  operation: OperationId,
  status: number,
  url: string,
  { exchange, record }: CheckedRecord,
): Shown | undefined {
  const isTaken = isSuccess(operation, status);
  const isRefused = status >= 400 && status < 500 && status !== 408;
  if (!exchange || !(isTaken || isRefused)) return { kind: 'unknown' };
  const [sent, answered] = [jsonOf(exchange.request.body), jsonOf(exchange.response.body)];
  if (operation === 'createNotificationRule') return ruleIn(sent, answered, exchange, url, isTaken, record);
  if (!isTaken) return undefined;
  switch (operation) {
    case 'createToken': {
      const [token, lifetime] = [member(answered, 'access_token'), member(answered, 'expires_in')];
      const isOfUser = member(sent, 'grant_type') === 'password';
      const user = isOfUser ? member(sent, 'username') : undefined;
      if (typeof token !== 'string' || !tellsApart(token)) return undefined;
      return {
        kind: 'token',
        token,
        isOfUser,
        ...(Number.isInteger(lifetime) && { lifetime: Number(lifetime) }),
        ...(typeof user === 'string' && !isMasked(user) && { user }),
      };
    }
    case 'createUser': {
      const id = member(sent, 'id') ?? member(answered, 'id');
      return typeof id === 'string' && !isMasked(id) ? { kind: 'user', id } : undefined;
    }
    case 'createMoneyTransferV1': {
      const id = member(answered, 'id');
      return { kind: 'payment', ...(Number.isSafeInteger(id) && { id: String(id) }) };
    }
    case 'submitPaymentV1': {
      const payment = member(sent, 'paymentId');
      if (status !== 451 || !Number.isSafeInteger(payment)) return undefined;
      return { kind: 'submission', payment: valueText(payment) };
    }
    case 'createBankConnectionImport':
    case 'createStandalonePayment': {
      const id = member(answered, 'id');
      const createdAt = webFormInstant(member(answered, 'createdAt'));
      if (typeof id !== 'string' || createdAt === undefined || !isOwnUuid(id)) return undefined;
      return { kind: 'form', id: id.toLowerCase(), createdAt };
    }
    case 'getClientConfiguration':
    case 'importBankConnectionV1':
      return undefined;
    default:
      // An operation without a case does not compile.
      return operation satisfies never;
  }
}

function ruleIn(
  sent: unknown,
  answered: unknown,
  { response }: NonNullable<CheckedRecord['exchange']>,
  url: string,
  isCreated: boolean,
  record: JsonText | undefined,
): Shown {
  const event = triggerEvents.find((each) => each === member(sent, 'triggerEvent'));
  const params = member(sent, 'params');
  const list = event && member(params, eventLayouts[event].listed);
  const categoryId = member(params, 'categoryId');
  const isReadable = list === undefined || (typeof list === 'string' && /\d/.test(list) && !isMasked(list));
  if (!isObject(sent) || event === undefined || !isReadable) return { kind: 'unknown' };
  const handle = member(sent, 'callbackHandle');
  const id = member(answered, 'id') ?? member(answered, 'notificationRuleId');
  const hasRule = isCreated && typeof handle === 'string' && isNumber(id);
  const text = JSON.stringify(sent);
  const rule = hasRule ? ruleText(text, record) : undefined;
  const body = response.body && ('text' in response.body ? response.body.text : JSON.stringify(answered));
  return {
    kind: 'rule',
    outcome: isCreated ? 'created' : 'refused',
    event,
    path: url.replace(/[?#].*$/s, ''),
    content: textHash(JSON.stringify(params) ?? ''),
    exchange: textHash(`${text} ${response.status} ${body}`),
    says: sayingOf(response.body && ('text' in response.body ? response.body.text : answered)),
    ...(typeof list === 'string' && { list }),
    ...(categoryId !== undefined && { categoryId: idText(categoryId) }),
    ...(typeof handle === 'string' && { handle }),
    ...(isNumber(id) && { id: idText(id) }),
    ...(rule !== undefined && rule.length <= LONGEST_RULE && { rule }),
  };
}

/** Digit for digit; `text` is the rule with its numbers as floats. */
function ruleText(text: string, record: JsonText | undefined): string {
  const recorded = member(member(record?.value, 'request'), 'body');
  if (typeof recorded === 'string') return recorded;
  return record && record.exact !== record.value
    ? writeJson(member(member(record.exact, 'request'), 'body'))
    : text;
}

/** A refusal that was not recorded, or whose words are masked, says something. */
function sayingOf(body: unknown): SentRule['says'] {
  if (body === undefined) return 'something';
  const texts: string[] = [];
  const gather = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) gather(part);
  };
  gather(body);
  if (texts.some((text) => /already exist/i.test(text))) return 'it exists';
  return texts.every((text) => /^[\d\s]*$/.test(text)) ? 'nothing' : 'something';
}

function messageIn({ findings }: CheckedRecord, decrypted: JsonText): Shown | undefined {
  const id = member(decrypted.exact, 'notificationRuleId');
  const handle = member(decrypted.value, 'callbackHandle');
  if (!isNumber(id) || typeof handle !== 'string') return undefined;
  const isWhole = !findings.some(({ clause }) => UNREAD.includes(clause));
  const plain = isWhole ? writeJson(decrypted.exact) : '';
  return {
    kind: 'message',
    ruleId: idText(id),
    handle,
    ...(isWhole && plain.length <= LONGEST_MESSAGE && { plain }),
  };
}

const UNREAD: readonly ClauseId[] = ['MESSAGE-ENCRYPTION', 'MESSAGE-DETAILS', 'MESSAGE-TRIGGER-EVENT'];

/** The headers are many, so only this one is read. */
function tokenIn(headers: unknown): string | undefined {
  let found: unknown;
  if (Array.isArray(headers))
    found = member(
      headers.find((it) => isAuthorization(member(it, 'name'))),
      'value',
    );
  else for (const name in headers as object) if (isAuthorization(name)) found = member(headers, name);
  if (typeof found !== 'string' || /^(basic|digest)\s/i.test(found)) return undefined;
  const token = found.slice(found.lastIndexOf(' ') + 1);
  return tellsApart(token) ? token : undefined;
}

function isAuthorization(name: unknown): boolean {
  return typeof name === 'string' && name.length === 13 && name.toLowerCase() === 'authorization';
}

// What gateways, mocks and redaction write in the place of many values is not taken for one.

/**
 * Whether a token may be that of one user alone: long and made of random signs, or a digest of one. What a gateway writes in
 * the place of every token, the example of a mock, and the start that all JSON Web Tokens have in common are not.
 */
function tellsApart(token: string): boolean {
  if (token.startsWith('struck-')) return token.length >= 13;
  // The signs of a token are those of RFC 6750, 2.1.
  if (token.length < 20 || !/^[\w.~+/=-]+$/.test(token) || !isVaried(token)) return false;
  const digits = token.replace(/\D/g, '').length;
  if (digits === 0 || (digits < 20 && !/[a-z]/i.test(token))) return false;
  if (token.startsWith('eyJ') && token.split('.').length < 3) return false;
  return !/\.\.$|redact|example/i.test(token);
}

/** Of at least seven different signs. */
function isVaried(text: string): boolean {
  return new Set(text.toLowerCase()).size >= 7;
}

/** Not the one UUID that a gateway writes in the place of all. */
function isOwnUuid(text: string): boolean {
  return UUID.test(text) && isVaried(text);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text may be in the place of many others. */
function isMasked(text: string): boolean {
  return /^$|[*•●…]|redact|mask|hidden|removed|^[xX.-]+$|^[<[({].*[>\])}]$/iu.test(text);
}
