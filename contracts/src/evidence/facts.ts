/** What a call shows of its user beyond itself, as small plain data without bodies, and whose call it is. */
import { eventLayouts } from '../../generated/event-layouts.ts';
import { triggerEvents } from '../../generated/operations.ts';
import { writeJson } from '../base/exact-json.ts';
import { webFormInstant } from '../base/formats.ts';
import { isNumber, isObject, member, textsIn, valueText } from '../base/json-value.ts';
import { textHash } from '../base/text-hash.ts';
import { jsonOf } from '../judge/exchange.ts';
import { responseClass } from '../judge/operation.ts';
import { idText } from '../judge/rule-facts.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { type CallEvidence, exactBody, hostOf } from './read-evidence.ts';

export type Fact =
  | IssuedToken
  | SentRule
  /** Of POST /users. */
  | { readonly kind: 'user'; readonly host: string; readonly id: string }
  /** `createdAt` in milliseconds since 1970. */
  | { readonly kind: 'form'; readonly host: string; readonly id: string; readonly createdAt: number }
  /** A created payment; its id is undefined where it was not recorded, or is larger than a float keeps. */
  | { readonly kind: 'payment'; readonly id?: string }
  | { readonly kind: 'submission'; readonly payment: string }
  /** An undocumented call that may have deleted or changed anything. */
  | { readonly kind: 'change' }
  /** The recording does not show how the call ended. */
  | { readonly kind: 'unknown' };

export interface IssuedToken {
  readonly kind: 'token';
  readonly host: string;
  readonly token: string;
  /** In seconds. */
  readonly lifetime?: number;
  /** Of the password grant. */
  readonly isOfUser: boolean;
  readonly user?: string;
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
  /** Equal for equal params. */
  readonly content: number;
  /** Equal for equal exchanges. */
  readonly exchange: number;
  /** What an error response says in words. */
  readonly says: 'nothing' | 'it exists' | 'something';
}

/** Characters of a rule that is kept. */
const LONGEST_RULE = 2000;

/** Undefined for a call that shows nothing beyond itself. */
export function factOf(call: CallEvidence): Fact | undefined {
  const { operation, request, response } = call;
  if (operation === null)
    return ['GET', 'HEAD', 'OPTIONS'].includes(request.method) ? undefined : { kind: 'change' };
  const status = response?.status ?? 0;
  const found = responseClass(operation, status);
  const isSuccess = found === 'success';
  // After a timeout the request may have been carried out.
  const isRefused = found === 'error' && status < 500 && status !== 408;
  if (!response || !(isSuccess || isRefused)) return { kind: 'unknown' };
  if (operation === 'createNotificationRule') return ruleIn(call, isSuccess);
  if (!isSuccess) return undefined;
  const [sent, answered] = [jsonOf(request.body), jsonOf(response.body)];
  const host = hostOf(request.url) ?? '';
  switch (operation) {
    case 'createToken': {
      const [token, lifetime] = [member(answered, 'access_token'), member(answered, 'expires_in')];
      const isOfUser = member(sent, 'grant_type') === 'password';
      const user = isOfUser ? member(sent, 'username') : undefined;
      if (typeof token !== 'string' || !isOneUsersToken(token)) return undefined;
      return {
        kind: 'token',
        host,
        token,
        isOfUser,
        ...(Number.isInteger(lifetime) && { lifetime: Number(lifetime) }),
        ...(typeof user === 'string' && !isMasked(user) && { user }),
      };
    }
    case 'createUser': {
      const id = member(sent, 'id') ?? member(answered, 'id');
      return typeof id === 'string' && !isMasked(id) ? { kind: 'user', host, id } : undefined;
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
      return { kind: 'form', host, id: id.toLowerCase(), createdAt };
    }
    case 'getClientConfiguration':
    case 'importBankConnectionV1':
      return undefined;
    default:
      // An operation without a case does not compile.
      return operation satisfies never;
  }
}

function ruleIn({ request, response, record }: CallEvidence, isCreated: boolean): Fact {
  const [sent, answered] = [jsonOf(request.body), jsonOf(response?.body)];
  const event = triggerEvents.find((each) => each === member(sent, 'triggerEvent'));
  const params = member(sent, 'params');
  const list = event && member(params, eventLayouts[event].listed);
  const categoryId = member(params, 'categoryId');
  const isReadable = list === undefined || (typeof list === 'string' && /\d/.test(list) && !isMasked(list));
  if (!isObject(sent) || event === undefined || !isReadable) return { kind: 'unknown' };
  const handle = member(sent, 'callbackHandle');
  const id = member(answered, 'id') ?? member(answered, 'notificationRuleId');
  const hasRule = isCreated && typeof handle === 'string' && isNumber(id);
  const rule = hasRule ? writeJson(exactBody(record, 'request') ?? sent) : undefined;
  const said = response?.body && ('text' in response.body ? response.body.text : answered);
  return {
    kind: 'rule',
    outcome: isCreated ? 'created' : 'refused',
    event,
    path: request.url.replace(/[?#].*$/s, ''),
    content: textHash(JSON.stringify(params) ?? ''),
    exchange: textHash(JSON.stringify([sent, response?.status, said])),
    says: sayingOf(said),
    ...(typeof list === 'string' && { list }),
    ...(categoryId !== undefined && { categoryId: idText(categoryId) }),
    ...(typeof handle === 'string' && { handle }),
    ...(isNumber(id) && { id: idText(id) }),
    ...(rule !== undefined && rule.length <= LONGEST_RULE && { rule }),
  };
}

/** An error response that was not recorded, or whose words are masked, says something. */
function sayingOf(body: unknown): SentRule['says'] {
  if (body === undefined) return 'something';
  const texts = textsIn(body);
  if (texts.some((text) => /already exist/i.test(text))) return 'it exists';
  return texts.every((text) => /^[\d\s]*$/.test(text)) ? 'nothing' : 'something';
}

/** The access token of the call, where it can tell users apart. */
export function tokenOf({ request }: CallEvidence): string | undefined {
  const found = request.headers['authorization'];
  if (found === undefined || /^(basic|digest)\s/i.test(found)) return undefined;
  const token = found.slice(found.lastIndexOf(' ') + 1);
  return isOneUsersToken(token) ? token : undefined;
}

// What gateways, mocks and redaction write in the place of many values is not taken for one.

/**
 * Whether a token may be that of one user alone: long and made of random signs, or a digest of one. What a gateway writes in
 * the place of every token, the example of a mock, and the start that all JSON Web Tokens have in common are not.
 */
function isOneUsersToken(token: string): boolean {
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
  const seen = new Set<string>();
  for (const sign of text.toLowerCase()) if (seen.add(sign).size === 7) return true;
  return false;
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
