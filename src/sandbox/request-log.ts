/** The latest requests to the service, without their secrets. */
import { JsonError, readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { SECRET_NAME } from '../../contracts/src/base/redact.ts';
import type { components } from './generated/control-types.ts';
import type { Caller } from './operations/authorization.ts';
import {
  type Api,
  pathOf,
  type SandboxOperation,
  type SandboxRequest,
} from './operations/request-and-answer.ts';
import { Ring } from './ring.ts';

type LoggedRequest = components['schemas']['LoggedRequest'];

export interface RequestOutcome {
  readonly operationId: SandboxOperation | undefined;
  readonly caller: Caller | undefined;
  readonly status: number;
}

const LIMITS = { entries: 10_000, bytes: 1 << 25 };

export class RequestLog {
  readonly #ring = new Ring<number, LoggedRequest>(LIMITS, ({ number }) => number);
  #count = 0;

  /** `now` is epoch milliseconds. */
  add(
    api: Exclude<Api, 'control'>,
    request: SandboxRequest,
    { operationId, caller, status }: RequestOutcome,
    now: number,
  ): void {
    const body = redactedBody(request);
    this.#ring.add({
      number: ++this.#count,
      at: new Date(now).toISOString(),
      api,
      method: request.method,
      path: pathOf(request.url),
      headers: redactedHeaders(request.headers),
      operationId: operationId ?? null,
      caller: caller ? (caller.user ? `user ${caller.user.id}` : 'client') : null,
      status,
      ...(body !== undefined && { body }),
    });
  }

  list(): { requests: LoggedRequest[]; dropped: number } {
    return { requests: this.#ring.values(), dropped: this.#ring.dropped };
  }

  clear(): void {
    this.#ring.clear();
    this.#count = 0;
  }
}

const REDACTED = '[redacted]';
/** A body without such a name holds no secret; \u may spell one. */
const MAYBE_SECRET = new RegExp(`${SECRET_NAME.source}|\\\\u`, 'i');

function redactedHeaders(headers: SandboxRequest['headers']): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) kept[name] = SECRET_NAME.test(name) ? REDACTED : (headers[name] ?? '');
  return kept;
}

/** Undefined without a body, and for a body that may hold a secret and is not JSON. */
function redactedBody({ headers, body = '' }: SandboxRequest): string | undefined {
  if (body === '') return undefined;
  if (/form-urlencoded/i.test(headers['content-type'] ?? '')) {
    const entries = [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      SECRET_NAME.test(name) ? REDACTED : value,
    ]);
    return new URLSearchParams(entries).toString();
  }
  if (!MAYBE_SECRET.test(body)) return body;
  try {
    return writeJson(redacted(readJson(body, { keepSource: true }).exact));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function redacted(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(redacted);
  if (!isObject(tree)) return tree;
  const fields = Object.entries(tree).map(([name, value]) => [
    name,
    SECRET_NAME.test(name) ? REDACTED : redacted(value),
  ]);
  return Object.fromEntries(fields);
}
