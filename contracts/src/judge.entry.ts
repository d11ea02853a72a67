/** Judges HTTP exchanges and notification messages by what the documentation says. */
import { textOrValue } from './base/exact-json.ts';
import { isObject } from './base/json-value.ts';
import { recordedBody, recordedHeaders, recordedRequest } from './evidence/read-evidence.ts';
import type { Finding } from './judge/clause-check.ts';
import type { Body, Exchange } from './judge/exchange.ts';
import { judge as judgeExchange, undocumentedFields as undocumentedOf } from './judge/judge.ts';
import {
  type JudgedMessage,
  type JudgePlainOptions,
  judgeMessage as judgeEncrypted,
  judgePlainMessage as judgePlain,
} from './judge/judge-message.ts';
import type { OperationId } from './judge/operation.ts';
import { defaultSettings, type Settings } from './judge/settings.ts';
import { type GivenCipher, givenCipher } from './messages/cipher.ts';

export type { ClauseId } from '../generated/clause-id.ts';
export type { Finding } from './judge/clause-check.ts';
export type { Body, Exchange, Headers, Request, Response } from './judge/exchange.ts';
export type { JudgedMessage, JudgePlainOptions } from './judge/judge-message.ts';
export { type OperationId, operationOf } from './judge/operation.ts';
export { defaultSettings, type Settings } from './judge/settings.ts';

/**
 * An Exchange, or one as it is recorded or published as a fixture: header names in any case; a body as its value, its text,
 * or a Body; the path alone in place of the address.
 */
export interface GivenExchange {
  readonly request: {
    readonly method: string;
    readonly url?: string;
    readonly path?: string;
    readonly headers?: object;
    readonly body?: unknown;
  };
  readonly response: { readonly status: number; readonly headers?: object; readonly body?: unknown };
}

/**
 * Every violation that the exchange shows of what the documentation says about the operation; none when it keeps it all.
 * Of a response without `headers`, no header is judged. No finding repeats a secret or personal data, wherever in the
 * response it is. Throws for an unknown operation, and TypeError for an exchange without request or response.
 */
export function judge(
  operationId: OperationId,
  exchange: GivenExchange,
  settings: Settings = defaultSettings,
): readonly Finding[] {
  const { findings } = judgeExchange(operationId, readExchange(operationId, exchange), settings);
  if (exchange.response.headers !== undefined) return findings;
  return findings.filter(({ pointer }) => !pointer.startsWith('/response/headers'));
}

/**
 * The JSON Pointers, `*` for any index, of the fields of the exchange that the documentation does not list, each once: worth
 * a note, never a violation.
 */
export function undocumentedFields(operationId: OperationId, exchange: GivenExchange): readonly string[] {
  return undocumentedOf(operationId, readExchange(operationId, exchange));
}

function readExchange(operationId: OperationId, exchange: GivenExchange): Exchange {
  // The judge says what is missing.
  if (!isObject(exchange?.request) || !isObject(exchange.response)) return exchange as Exchange;
  const { request, response } = exchange;
  const { method, path = '', url = path, body } = request;
  const sent = isBody(body) ? body : recordedRequest(operationId, body, url);
  const answered = isBody(response.body) ? response.body : recordedBody(response.body, 'response');
  return {
    request: {
      method: method.toUpperCase(),
      url,
      headers: recordedHeaders(request.headers),
      ...(sent && { body: sent }),
    },
    response: {
      status: response.status,
      headers: recordedHeaders(response.headers),
      ...(answered && { body: answered }),
    },
  };
}

/** No documented body has one of these fields alone. */
function isBody(body: unknown): body is Body {
  if (!isObject(body) || Object.keys(body).length !== 1) return false;
  return 'json' in body || typeof body['text'] === 'string';
}

/** The data decryption key for the default cipher, or another cipher: make it once for all messages. */
export type JudgeMessageOptions = JudgePlainOptions & GivenCipher;

/**
 * Judges a message: as readJson gives it, as its parsed value or as its text. Without a rule it checks what every message
 * keeps; a callback of an unknown trigger event is not judged, since others may share the URL. Rejects without a key or
 * cipher, for a key that is none, and for text that is not JSON.
 */
export async function judgeMessage(
  message: unknown,
  options?: Partial<JudgeMessageOptions>,
): Promise<JudgedMessage> {
  const cipher = await givenCipher('judgeMessage', options);
  return judgeEncrypted(textOrValue(message), { ...options, cipher });
}

/** The same of a message in plain text, its details objects: all but what is encrypted in it. */
export function judgePlainMessage(message: unknown, options?: JudgePlainOptions): JudgedMessage {
  return judgePlain(textOrValue(message), options);
}
