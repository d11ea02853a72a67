/** What the sandbox was asked: the latest requests to the service, without their secrets. */

import { JsonError, readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { SECRET_NAME } from '../../contracts/src/base/redact.ts';
import type { components } from './generated/control-types.ts';
import type { Caller } from './operations/authorization.ts';
import { type Door, type OperationId, pathOf, type Request } from './operations/request-and-answer.ts';
import { Ring } from './ring.ts';

export type LoggedRequest = components['schemas']['LoggedRequest'];

export interface Outcome {
  readonly operationId?: OperationId;
  readonly caller?: Caller;
  readonly status: number;
}

const MOST_BYTES = 1 << 25;

export class RequestLog {
  readonly #ring = new Ring<number, LoggedRequest>(
    { entries: 10_000, bytes: MOST_BYTES },
    (entry) => entry.number,
  );
  #count = 0;

  /** `now` is epoch milliseconds. */
  add(
    door: Exclude<Door, 'control'>,
    request: Request,
    { operationId, caller, status }: Outcome,
    now: number,
  ): void {
    const headers = redactedHeaders(request.headers);
    const body = redactedBody(request);
    const path = pathOf(request.url);
    const entry: LoggedRequest = {
      number: ++this.#count,
      at: new Date(now).toISOString(),
      door,
      method: request.method,
      path,
      headers,
      operationId: operationId ?? null,
      caller: caller ? (caller.user ? `user ${caller.user.id}` : 'client') : null,
      status,
      ...(body !== undefined && { body }),
    };
    this.#ring.add(entry);
  }

  list(): { requests: LoggedRequest[]; dropped: number } {
    return { requests: this.#ring.values(), dropped: this.#ring.dropped };
  }

  clear(): void {
    this.#ring.clear();
    this.#count = 0;
  }
}

/** A text without any of these names no secret; \u may spell one. */
const MAYBE_SECRET = new RegExp(`${SECRET_NAME.source}|\\\\u`, 'i');
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
