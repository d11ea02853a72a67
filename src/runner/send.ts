/** The secrets of a run: struck from every answer before it is judged or kept, for a provider may repeat what it is told. */

import { isLosslessNumber } from 'lossless-json';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../contracts/generated/operations.ts';
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { longestFirst, strikeValues } from '../../contracts/src/base/redact.ts';
import { type Body, type Exchange, member, type Request } from '../../contracts/src/judge/exchange.ts';
import { sendHttp } from '../../contracts/src/node/http-sender.ts';
import { type Call, fill, names, sentBody } from './call.ts';
import type { Session, Target } from './targets/target.ts';
import { unanswered } from './verdict.ts';

/** A shorter one protects nothing, and would be found in words that are none. */
const SHORTEST = 8;
const STRUCK = '[secret]';

export class Secrets {
  readonly #own: string[];
  readonly #tokens = new Set<string>();

  /** `own` are the credentials of the client and the data decryption key. */
  constructor(own: readonly string[]) {
    this.#own = own.filter((secret) => secret.length >= SHORTEST);
  }

  /** A token that the target has issued. */
  hear(token: string): void {
    if (token.length >= SHORTEST) this.#tokens.add(token);
  }

  /**
   * What strikes them from the parts of an answer. All parts are looked through at once, since a run has too many secrets
   * to look for each in each, and as read, since JSON writes one text in many ways. An answer that issues a token keeps it:
   * it may be one that was issued before.
   */
  strikeIn(parts: readonly unknown[], { issues = false } = {}): <Part>(part: Part) => Part {
    const secrets = issues ? this.#own : [...this.#own, ...this.#tokens];
    const whole = parts.flatMap(textsOf).join('\n');
    const found = longestFirst(secrets.filter((secret) => whole.includes(secret)));
    const strike = (text: string) => strikeValues(text, found, () => STRUCK);
    return (part) => (found.length === 0 ? part : (struck(part, strike) as typeof part));
  }
}

/** Every text of a value, the names of fields and the digits of numbers included. */
function textsOf(value: unknown): string[] {
  if (isObject(value)) return Object.entries(value).flatMap(([name, part]) => [name, ...textsOf(part)]);
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return value === undefined ? [] : [String(value)];
}

function struck(value: unknown, strike: (text: string) => string): unknown {
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [strike(name), struck(part, strike)]),
    );
  if (Array.isArray(value)) return value.map((part) => struck(part, strike));
  if (value === undefined) return value;
  const text = strike(String(value));
  return text === String(value) ? value : text;
}

/** Writes the params of a rule as the target reads them: native or as strings (PARAMS-FORM, BIG-DECIMAL-FORM). */

const THRESHOLDS = ['balanceThreshold', 'absoluteAmountThreshold'];
const NUMBERS = [...THRESHOLDS, 'maxTransactionsCount'];
const BOOLEANS = ['waitForCategorization', 'includeChildCategories'];

/** Only values of the documented kind change: what a case sends in order to be refused stays as wrong as it is. */
export function writtenParams(
  body: unknown,
  { paramsForm, bigDecimalForm }: Pick<TargetSettings, 'paramsForm' | 'bigDecimalForm'>,
): unknown {
  const params = member(body, 'params');
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return body;
  const inText = paramsForm === 'strings' ? NUMBERS : bigDecimalForm === 'string' ? THRESHOLDS : [];
  if (inText.length === 0) return body;
  const written = Object.entries(params).map(([name, value]) => {
    const isNumber = typeof value === 'number' || isLosslessNumber(value);
    const isFlag = paramsForm === 'strings' && BOOLEANS.includes(name) && typeof value === 'boolean';
    return [name, (inText.includes(name) && isNumber) || isFlag ? String(value) : value];
  });
  return { ...(body as object), params: Object.fromEntries(written) };
}

/** Turns a call into the request on the wire, with the settings of the target where the documentation shows none. */

export interface WireRequest {
  /** As a judge reads it: the body as its value, whatever its encoding. */
  readonly request: Request;
  /** The body as it is sent. */
  readonly text?: string;
}

/** What of a target decides how a call is written. */
type Wired = Pick<Target, 'accessUrl' | 'webFormUrl' | 'wire' | 'takesPreferences'>;

type Encoding = 'form' | 'json' | 'query' | 'none';

/** `json` is the body with every place filled; `token` is what the caller holds. */
export function wireRequest(
  target: Wired,
  call: Call,
  json: unknown,
  token: string | undefined,
): WireRequest {
  const { document, method, path, encoding: documented } = operations[call.when];
  const { authorizationHeader, authorizationScheme, tokenEncoding } = target.wire;
  const encoding: Encoding = call.when === 'createToken' ? tokenEncoding : documented;
  const base = document === 'access' ? target.accessUrl : target.webFormUrl;
  const sent = call.when === 'createNotificationRule' ? writtenParams(json, target.wire) : json;
  const body = sent === undefined ? undefined : written(sent, encoding);
  const prefer = target.takesPreferences ? preference(call) : '';
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { [authorizationHeader]: `${authorizationScheme} ${token}` }),
    ...(encoding === 'json' && { 'content-type': 'application/json' }),
    ...(encoding === 'form' && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(prefer !== '' && { prefer }),
  };
  const query = encoding === 'query' && body ? `?${body.text}` : '';
  const url = `${base}${prefixOf(target, call)}${path}${query}`;
  const request = { method, url, headers, ...(body && { body: body.read }) };
  return { request, ...(body && query === '' && { text: body.text }) };
}

/** V1 paths carry their prefix themselves, and web forms have none. */
function prefixOf({ wire }: Wired, { when, api }: Call): string {
  if (api !== undefined) return wire.apiVersionPrefixes[api];
  const { document, path } = operations[when];
  return document === 'access' && !path.startsWith('/api/') ? wire.accessPrefix : '';
}

/** Asks a mock for the documented answer, and for its example of the same name where the request was one. */
function preference({ send, then, when }: Call): string {
  const answers: Record<string, object> = examples.answers[when];
  const name = typeof send === 'object' && 'example' in send ? send.example : '';
  const code = typeof then === 'number' ? [`code=${then}`] : [];
  return [...code, ...(name in (answers[String(then)] ?? {}) ? [`example=${name}`] : [])].join(', ');
}

/** The text on the wire and the body as it is read; numbers that keep their digits leave digit for digit. */
function written(json: unknown, encoding: Encoding): { text: string; read: Body } {
  if (encoding === 'json' || encoding === 'none') {
    const text = writeJson(json);
    return { text, read: { json: readJson(text).value } };
  }
  return { text: new URLSearchParams(json as Record<string, string>).toString(), read: { json } };
}

/** Makes one call over HTTP and returns the exchange; never follows a redirect and never repeats a call. */

/** Throws NoAnswer when the target does not answer within its time limit. */
export async function send(
  target: Target,
  session: Session,
  call: Call,
  earlier: readonly Exchange[] = [],
): Promise<Exchange> {
  const { carry = sendHttp } = target;
  const { document, token } = operations[call.when];
  const caller = call.as ?? (token === 'no' ? 'nobody' : token);
  const body = sentBody(call.send);
  if (names(body, 'userName')) await session.createUser();
  const json = fill(body, session.values, earlier);
  const { request, text } = wireRequest(target, call, json, await session.token(caller));
  try {
    const response = await carry(request.url, {
      method: request.method,
      headers: request.headers,
      signal: AbortSignal.timeout(target.timeLimit),
      ...(text !== undefined && { body: text }),
    });
    target.traces?.hear(call.when, response.status);
    const fields = [...response.headers];
    const sent = readBody(await response.text());
    const strike = target.secrets?.strikeIn([sent, ...fields.map(([, value]) => value)], {
      issues: call.when === 'createToken',
    });
    const body = strike?.(sent) ?? sent;
    const headers = Object.fromEntries(fields.map(([name, value]) => [name, strike?.(value) ?? value]));
    return { request, response: { status: response.status, headers, ...(body && { body }) } };
  } catch (error) {
    const url = document === 'access' ? target.accessUrl : target.webFormUrl;
    throw unanswered(target.name, url, error, target.timeLimit);
  }
}

/** JSON where the text is JSON, whatever its content type says; undefined for no body. */
function readBody(text: string): Body | undefined {
  if (text === '') return undefined;
  try {
    return { json: readJson(text).value };
  } catch {
    return { text };
  }
}
