/** Extracts what a call shows about other calls of its user, as small plain data without bodies, and whose call it is. */
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { flowCalls } from '../../contracts/src/base/flows.ts';
import { isUuid, webFormInstant } from '../../contracts/src/base/formats.ts';
import {
  isNumber,
  isObject,
  member,
  partsIn,
  textsIn,
  wholeNumber,
  withFloats,
  withoutNulls,
} from '../../contracts/src/base/json-value.ts';
import { type Body, jsonOf } from '../../contracts/src/judge/exchange.ts';
import { pathOf, responseClass } from '../../contracts/src/judge/operation.ts';
import { idText } from '../../contracts/src/judge/rule-facts.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import type { CallEvidence } from '../../contracts/src/recordings/read-evidence.ts';
import { recordedBody } from '../../contracts/src/recordings/recorded-parts.ts';
import { hostOf } from '../base/call-text.ts';

/** The beginning of the text that `record` writes for a secret, the same text for the same secret. */
export const STRUCK = 'struck-';

export type FactOf<Kind extends Fact['kind']> = Extract<Fact, { readonly kind: Kind }>;

export type Fact =
  | {
      readonly kind: 'token';
      readonly host: string;
      readonly token: string;
      /** The lifetime in seconds. */
      readonly lifetime: number | undefined;
      /** Whether the password grant issued it. */
      readonly isOfUser: boolean;
      /** Whether the client credentials grant issued it. */
      readonly isOfClient: boolean;
      readonly user: string | undefined;
    }
  | SentRule
  /** A user that POST /users created. */
  | { readonly kind: 'user'; readonly host: string; readonly id: string }
  /** A web form: `createdAt` in milliseconds since 1970; `urlHost` of the end user's URL; `sent`, the request as JSON. */
  | {
      readonly kind: 'form';
      readonly host: string;
      readonly id: string;
      readonly createdAt: number;
      readonly urlHost: string | undefined;
      readonly sent: string;
    }
  /** A V1 payment that was created; `sent` is the body of its request as JSON. */
  | { readonly kind: 'payment'; readonly id: string; readonly sent: string }
  /** The ids in a response that lists the user's rules; its shape is not shown. */
  | { readonly kind: 'list'; readonly ids: ReadonlySet<string> }
  /** An undocumented call that may have deleted or changed anything. */
  | { readonly kind: 'change' };

interface SentRule {
  readonly kind: 'rule';
  readonly isCreated: boolean;
  readonly event: TriggerEvent;
  /** The text of accountIds or bankConnectionIds. */
  readonly list: string | undefined;
  readonly categoryId: string | undefined;
  /** The path of the call, whose prefix may name another tenant. */
  readonly path: string;
  readonly handle: string | undefined;
  /** The id in the response, whose shape is not shown, so it identifies a message's rule only together with the handle. */
  readonly id: string | undefined;
  /** The rule as JSON, if it was created with a handle and an id. */
  readonly rule: string | undefined;
  /** The params as JSON. */
  readonly params: string;
  /** Whether the response was recorded and has no words. */
  readonly isWordless: boolean;
}

/** The most characters that are kept of a rule or its params. */
const LONGEST_RULE = 2000;

/** Statuses that may refuse a duplicate. */
const REFUSED = [400, 409, 422];

/** What the call shows about other calls of its user, if anything. */
export function factOf(call: CallEvidence): Fact | undefined {
  const { operation, request, response } = call;
  if (operation === null) {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return { kind: 'change' };
    return pathOf(request.url).endsWith(operations.createNotificationRule.path)
      ? listedRules(call)
      : undefined;
  }
  if (!response) return undefined;
  const isSuccess = responseClass(operation, response.status) === 'success';
  const isRefusedRule = operation === 'createNotificationRule' && REFUSED.includes(response.status);
  if (!isSuccess && !isRefusedRule) return undefined;
  const [sent, answered] = [jsonOf(request.body), jsonOf(response.body)];
  const host = hostOf(request.url) ?? '';
  const id = member(answered, 'id');
  switch (operation) {
    case 'createToken':
      return tokenIn(sent, answered, host);
    case 'createUser': {
      const name = nameIn(member(sent, 'id') ?? id);
      return name === undefined ? undefined : { kind: 'user', host, id: name };
    }
    case 'createNotificationRule':
      return ruleIn(call, isSuccess);
    case 'createMoneyTransferV1': {
      const json = JSON.stringify(withFloats(sent)) ?? '';
      const isKept = Number.isSafeInteger(wholeNumber(id)) && json !== '' && json.length <= LONGEST_RULE;
      return isKept ? { kind: 'payment', id: idText(id), sent: json } : undefined;
    }
    case 'getClientConfiguration':
      return undefined;
    default: {
      // Does not compile for an operation without a case that is of no flow.
      if (flowCalls[operation].version === 'V1') return undefined;
      const createdAt = webFormInstant(member(answered, 'createdAt'));
      const urlHost = hostOf(String(member(answered, 'url')));
      // A gateway may write the same UUID for all.
      const isOwn = typeof id === 'string' && isUuid(id) && isVaried(id);
      return isOwn && createdAt !== undefined
        ? {
            kind: 'form',
            host,
            id: id.toLowerCase(),
            createdAt,
            urlHost,
            sent: (JSON.stringify(sent) ?? '').slice(0, LONGEST_RULE),
          }
        : undefined;
    }
  }
}

/** The issued token and its user; undefined for a token that several users may have. */
function tokenIn(sent: unknown, answered: unknown, host: string): FactOf<'token'> | undefined {
  const [token, lifetime] = [member(answered, 'access_token'), member(answered, 'expires_in')];
  if (typeof token !== 'string' || !isOneUsersToken(token)) return undefined;
  const grant = member(sent, 'grant_type');
  const isOfUser = grant === 'password';
  const user = isOfUser ? nameIn(member(sent, 'username')) : undefined;
  return {
    kind: 'token',
    host,
    token,
    isOfUser,
    isOfClient: grant === 'client_credentials',
    user,
    lifetime: wholeNumber(lifetime),
  };
}

function ruleIn({ request, response }: CallEvidence, isCreated: boolean): Fact | undefined {
  const [sent, answered] = [withoutNulls(jsonOf(request.body)), jsonOf(response?.body)];
  const event = triggerEvents.find((each) => each === member(sent, 'triggerEvent'));
  const params = member(sent, 'params');
  const list = event && member(params, layoutOf[event].listed);
  const isText = typeof list === 'string';
  const isReadable = list === undefined || (isText && /\d/.test(list) && !isMasked(list));
  const json = JSON.stringify(withFloats(params)) ?? '';
  if (!isObject(sent) || event === undefined || !isReadable || json.length > LONGEST_RULE) return undefined;
  const [categoryId, handle] = [member(params, 'categoryId'), member(sent, 'callbackHandle')];
  const id = member(answered, 'id') ?? member(answered, 'notificationRuleId');
  const hasRule = isCreated && typeof handle === 'string' && isNumber(id);
  const rule = hasRule ? writeJson(sent) : '';
  return {
    kind: 'rule',
    isCreated,
    event,
    path: request.url.replace(/[?#].*$/s, ''),
    params: json,
    isWordless: isWordless(response?.body),
    list: isText ? list : undefined,
    categoryId: categoryId === undefined ? undefined : idText(categoryId),
    handle: typeof handle === 'string' ? handle : undefined,
    id: isNumber(id) ? idText(id) : undefined,
    rule: hasRule && rule.length <= LONGEST_RULE ? rule : undefined,
  };
}

function listedRules({ record }: CallEvidence): Fact | undefined {
  const body = recordedBody(member(member(record, 'response'), 'body'), 'response');
  const found = [...partsIn(jsonOf(body))].map(({ value }) => member(value, 'id'));
  const ids = new Set(found.filter(isNumber).map(idText));
  return ids.size > 0 ? { kind: 'list', ids } : undefined;
}

/** Whether a recorded body has no words. Masked words are words. */
function isWordless(body: Body | undefined): boolean {
  if (body === undefined) return false;
  return textsIn('text' in body ? body.text : body.json).every((text) => /^[\d\s]*$/.test(text));
}

export function tokenOf({ request }: CallEvidence): string | undefined {
  const found = request.headers['authorization'];
  if (found === undefined || /^(basic|digest)\s/i.test(found)) return undefined;
  return found.slice(found.lastIndexOf(' ') + 1);
}

/**
 * Whether a token may belong to a single user: long and random, or a digest of such a token. Not a gateway's replacement for
 * every token, a mock's example, or the beginning that all JSON Web Tokens share.
 */
export function isOneUsersToken(token: string): boolean {
  if (token.startsWith(STRUCK)) return token.length >= 13;
  // RFC 6750, 2.1, lists the characters of a token.
  if (token.length < 20 || !/^[\w.~+/=-]+$/.test(token) || !isVaried(token)) return false;
  const digits = token.replace(/\D/g, '').length;
  if (digits === 0 || (digits < 20 && !/[a-z]/i.test(token))) return false;
  if (token.startsWith('eyJ') && token.split('.').length < 3) return false;
  return !/\.\.$|redact|example/i.test(token);
}

/** Whether the text has at least seven different characters. */
function isVaried(text: string): boolean {
  const signs = new Set<string>();
  for (const sign of text.slice(0, LONGEST_RULE).toLowerCase()) if (signs.add(sign).size === 7) return true;
  return false;
}

/** The id of a user; undefined if masked. */
function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && !isMasked(value) ? value : undefined;
}

/** Whether the text may replace many others. */
function isMasked(text: string): boolean {
  return /^$|[*•●…]|redact|mask|hidden|removed|^[xX.-]+$|^[<[({].*[>\])}]$/iu.test(text);
}
