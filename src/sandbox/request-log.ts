/** The latest requests to the service, listed without their secrets. */
import { only } from '../../contracts/src/base/errors.ts';
import { JsonError, readJson } from '../../contracts/src/base/exact-json.ts';
import { KnownValues } from '../../contracts/src/base/known-values.ts';
import { namedSecrets } from '../../contracts/src/base/redact.ts';
import type { components } from './generated/control-types.ts';
import { Latest } from './latest.ts';
import type { Caller } from './operations/authorization.ts';
import {
  type Api,
  pathOf,
  type SandboxOperation,
  type SandboxRequest,
} from './operations/request-and-answer.ts';

type LoggedRequest = components['schemas']['LoggedRequest'];

export interface RequestOutcome {
  readonly operationId: SandboxOperation | undefined;
  readonly caller: Caller | undefined;
  readonly status: number;
}

export class RequestLog {
  readonly #latest = new Latest<number, LoggedRequest>(10_000);
  readonly #secrets: readonly string[];
  readonly #header: string;
  #count = 0;

  /** `secrets` are those of the sandbox. */
  constructor(secrets: readonly string[], authorizationHeader: string) {
    this.#secrets = secrets;
    this.#header = authorizationHeader.toLowerCase();
  }

  /** `now` is epoch milliseconds. */
  add(
    api: Exclude<Api, 'control'>,
    { method, url, headers, body = '' }: SandboxRequest,
    { operationId, caller, status }: RequestOutcome,
    now: number,
  ): void {
    const number = ++this.#count;
    this.#latest.add(number, {
      number,
      at: new Date(now).toISOString(),
      api,
      method,
      path: pathOf(url),
      headers: headers as Record<string, string>,
      operationId: operationId ?? null,
      caller: caller ? (caller.user ? `user ${caller.user.id}` : 'client') : null,
      status,
      ...(body !== '' && { body }),
    });
  }

  list(): { requests: LoggedRequest[]; dropped: number } {
    const known = new KnownValues<string>();
    for (const secret of this.#secrets) known.add(secret, '[secret]');
    const all = this.#latest.values().map((request) => ({ request, fields: fieldsOf(request) }));
    for (const { request, fields } of all)
      for (const secret of namedSecrets([
        { ...request.headers, token: request.headers[this.#header] },
        fields,
      ]))
        known.add(secret, '[secret]');
    const strike = (text: string) => known.strike(text, (mark) => mark);
    const requests = all.map(({ request: { path, headers, body = '', ...request }, fields }) => ({
      ...request,
      path: strike(path),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, strike(value)])),
      ...(fields !== undefined && { body: strike(body) }),
    }));
    return { requests, dropped: this.#latest.dropped };
  }

  clear(): void {
    this.#latest.clear();
    this.#count = 0;
  }
}

/** Undefined without a body, and for one in which no secret could be found. */
function fieldsOf({ headers, body = '' }: LoggedRequest): unknown {
  if (body === '') return undefined;
  if (/form-urlencoded/i.test(headers['content-type'] ?? ''))
    return [...new URLSearchParams(body)].map(([name, value]) => ({ [name]: value }));
  try {
    return readJson(body).value;
  } catch (error) {
    only(error, JsonError);
    return undefined;
  }
}
