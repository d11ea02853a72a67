/** Turns a call into the request on the wire, with the settings of the target where the documentation shows none. */
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../../contracts/generated/operations.ts';
import { readJson, writeJson } from '../../../contracts/src/contract/exact-json.ts';
import type { Body, Request } from '../../../contracts/src/judge/exchange.ts';
import type { Target } from '../targets/target.ts';
import type { Call } from './call.ts';
import { writtenParams } from './written-params.ts';

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
