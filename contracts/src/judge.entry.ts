/** Judges HTTP exchanges and notification messages by what the documentation says. */

import { textOrValue } from './base/exact-json.ts';
import { type WordedFinding, worded } from './base/finding.ts';
import { isObject } from './base/json-value.ts';
import type { Exchange } from './judge/exchange.ts';
import { judge as judgeExchange } from './judge/judge.ts';
import {
  type JudgedMessage as JudgedData,
  type JudgePlainOptions,
  judgeMessage as judgeEncrypted,
} from './judge/judge-message.ts';
import type { OperationId } from './judge/operation.ts';
import { defaultSettings, type Settings } from './judge/settings.ts';
import { type GivenCipher, givenCipher } from './messages/cipher.ts';
import { recordedBody, recordedHeaders, recordedRequest } from './recordings/recorded-parts.ts';

export type { ClauseId } from '../generated/clause-id.ts';
export type { WordedFinding as Finding } from './base/finding.ts';
/** The result of judgeMessage, each finding with its message. */
export type JudgedMessage = JudgedData & { readonly findings: readonly WordedFinding[] };
export type { OperationId } from './judge/operation.ts';
export { defaultSettings, type Settings } from './judge/settings.ts';

/**
 * An exchange as recorded or as a fixture: header names in any case, a body as its value or its text, and a path in place of
 * the URL if need be.
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
 * Returns every violation of the documentation that the exchange shows; none when it keeps everything. Without `headers`, no
 * header of the response is judged. No finding repeats a secret or personal data, wherever in the response it is. Throws Error
 * for an unknown operation, and TypeError for an exchange without request or response.
 *
 * @example
 * import { judge } from 'bank-access-contracts/judge';
 * const request = { method: 'POST', path: '/oauth/token' };
 * const body = { access_token: 'my-token', token_type: 'bearer', expires_in: '3600', scope: 'all' };
 * const findings = judge('createToken', { request, response: { status: 200, body } });
 * findings.map(({ message }) => message); // ['expires_in: expected a whole number, got text']
 */
export function judge(
  operationId: OperationId,
  exchange: GivenExchange,
  settings: Settings = defaultSettings,
): readonly WordedFinding[] {
  const judged = judgeExchange(operationId, readExchange(operationId, exchange), settings);
  const findings = judged.findings.map(worded);
  if (exchange.response.headers !== undefined) return findings;
  return findings.filter(({ pointer }) => !pointer.startsWith('/response/headers'));
}

function readExchange(operationId: OperationId, exchange: GivenExchange): Exchange {
  // The judge reports what is missing.
  if (!isObject(exchange?.request) || !isObject(exchange.response)) return exchange as Exchange;
  const { request, response } = exchange;
  const { method, path = '', url = path, body } = request;
  const sent = recordedRequest(operationId, body, url);
  const answered = recordedBody(response.body, 'response');
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

/** A key for the default cipher, or another cipher: make it once for all messages. */
export type JudgeMessageOptions = JudgePlainOptions & GivenCipher;

/**
 * Judges a message, as its text or its parsed value. Without a rule, it checks what applies to every message. A callback of an
 * unknown trigger event is not judged, since others may share the URL. Rejects with an Error without a key or cipher,
 * CipherError for a bad key, and JsonError for text that is not JSON.
 *
 * @example
 * import low from 'bank-access-contracts/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
 * import { judgeMessage } from 'bank-access-contracts/judge';
 * const { findings } = await judgeMessage(low.message, { key: low.key });
 * findings; // []
 */
export async function judgeMessage(
  message: unknown,
  options?: Partial<JudgeMessageOptions>,
): Promise<JudgedMessage> {
  const cipher = await givenCipher('judgeMessage', options);
  const judged = await judgeEncrypted(textOrValue(message), { ...options, cipher });
  const said = { ...judged, findings: judged.findings.map(worded) };
  return Object.defineProperty(said, 'decrypted', { value: judged.decrypted });
}
