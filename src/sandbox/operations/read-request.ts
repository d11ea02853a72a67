/** Reads the body of a request and checks its shape; an error says what is wrong and never repeats a value. */

import open from '../../../contracts/generated/validators/open.js';
import { JsonError, readJson } from '../../../contracts/src/base/exact-json.ts';
import type { Compiled } from '../../../contracts/src/base/schema.ts';
import { only } from '../../base/errors.ts';
import { problemOf } from '../../base/problem-line.ts';
import { Refusal } from '../refusal.ts';
import type { SandboxOperation, SandboxRequest } from '../request-and-response.ts';
import { withNativeParams } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';

export interface RequestBody {
  /** The text as sent, without a byte order mark. */
  readonly text: string;
  readonly value: unknown;
}

export const NO_BODY: RequestBody = { text: '', value: undefined };

export function readJsonBody({ headers, body = '' }: SandboxRequest): RequestBody | Refusal {
  const refusal = refusalOfType(headers, 'application/json');
  if (refusal) return refusal;
  if (body === '') return new Refusal(400, 'the body is missing, which is a JSON object');
  try {
    return { text: body.replace(/^\ufeff/, ''), value: readJson(body) };
  } catch (error) {
    only(error, JsonError);
    return new Refusal(400, `the body is not JSON that can be read: ${error.message}`);
  }
}

/**
 * Reads parameters as in RFC 6749, none of them twice. The client may be in the Authorization header instead (2.3.1), as a
 * server has to allow; with `basic` it must be.
 */
export function readTokenRequest(
  request: SandboxRequest,
  encoding: SandboxSettings['tokenEncoding'],
): RequestBody | Refusal {
  const read = encoding === 'json' ? readJsonBody : encoding === 'query' ? readQuery : readFormBody;
  const sent = read(request);
  const [, basic] = /^basic +(\S+)$/i.exec(request.headers['authorization'] ?? '') ?? [];
  if (sent instanceof Refusal || (basic === undefined && encoding !== 'basic')) return sent;
  const { client_id: _, client_secret: __, ...others } = sent.value as Readonly<Record<string, unknown>>;
  // The client's name has no colon; the secret may have one.
  const [, id = '', secret = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(basic ?? '', 'base64').toString()) ?? [];
  const own = Object.fromEntries(new URLSearchParams(`client_id=${id}&client_secret=${secret}`));
  return { text: sent.text, value: { ...others, ...own } };
}

function readFormBody({ headers, body = '' }: SandboxRequest): RequestBody | Refusal {
  return refusalOfType(headers, 'application/x-www-form-urlencoded') ?? parameters(body);
}

export function readQuery({ url }: SandboxRequest): RequestBody | Refusal {
  const start = url.indexOf('?');
  return parameters(start < 0 ? '' : url.slice(start + 1).replace(/#.*/s, ''));
}

function parameters(text: string): RequestBody | Refusal {
  const entries = text === '' ? [] : [...new URLSearchParams(text)];
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    return new Refusal(400, 'a parameter is sent more than once');
  return { text, value: Object.fromEntries(entries) };
}

/** Refuses another content type; a body without one is accepted. */
function refusalOfType(headers: SandboxRequest['headers'], wanted: string): Refusal | undefined {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity')
    return new Refusal(415, 'the body is encoded; send it plain');
  const { 'content-type': header = wanted } = headers;
  const [type, ...params] = header.toLowerCase().replace(/[\s"]/g, '').split(';');
  const isUtf8 = params.every((param) => !param.startsWith('charset=') || param === 'charset=utf-8');
  if (type === wanted && isUtf8) return undefined;
  return new Refusal(415, `the content type is not ${wanted} in UTF-8`);
}

const validators: Readonly<Record<string, Compiled | undefined>> = open;

/**
 * Checks types, required params and limits of a request; further fields are allowed. `body` is the JSON value, or the
 * parameters of a token request.
 */
export function requestRefusal(operationId: SandboxOperation, body: unknown): Refusal | undefined {
  const schema = validators[`${operationId}.request`];
  if (!schema) return undefined;
  const checked = operationId === 'createNotificationRule' ? withNativeParams(body, Number) : body;
  const problem = problemOf(schema, checked);
  return problem === undefined ? undefined : new Refusal(400, problem);
}
