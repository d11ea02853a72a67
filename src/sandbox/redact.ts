/** Takes the secrets out of what the request log keeps: passwords, client secrets, tokens, keys. */

import { JsonError, readJson, writeJson } from '../../contracts/src/contract/exact-json.ts';
import { isObject } from '../../contracts/src/contract/is-object.ts';
import type { Request } from './door.ts';

const SECRET_NAME = /pass|secret|token|authorization|cookie|credential|key$/i;
/** A text without any of these names no secret; \u may spell one. */
const MAYBE_SECRET = /pass|secret|token|authorization|cookie|credential|key"|\\u/i;
const GONE = '[redacted]';

export function redactedHeaders(headers: Request['headers']): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) kept[name] = SECRET_NAME.test(name) ? GONE : (headers[name] ?? '');
  return kept;
}

/** Undefined for no body, and for one that may hold a secret and cannot be read for it. */
export function redactedBody({ headers, body }: Request): string | undefined {
  if (body === undefined || body === '') return undefined;
  if (/form-urlencoded/i.test(headers['content-type'] ?? '')) return redactedForm(body);
  if (!MAYBE_SECRET.test(body)) return body;
  try {
    return writeJson(redacted(readJson(body, { keepSource: true }).exact));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function redactedForm(body: string): string {
  const entries = [...new URLSearchParams(body)].map(([name, value]) => [
    name,
    SECRET_NAME.test(name) ? GONE : value,
  ]);
  return new URLSearchParams(entries).toString();
}

function redacted(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(redacted);
  if (!isObject(tree)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [name, SECRET_NAME.test(name) ? GONE : redacted(value)]),
  );
}
