/** The latest requests to the service, listed without their secrets. */
import { jsonIn } from '../../contracts/src/base/exact-json.ts';
import { striking } from '../../contracts/src/base/known-values.ts';
import { secretsIn } from '../../contracts/src/base/redact.ts';
import type { components } from './generated/control-types.ts';
import { Latest } from './latest.ts';
import { type Api, requestPath, type SandboxRequest } from './request-and-response.ts';

/** Removes these secrets from texts, in any spelling, and the values of secret fields. */
export function withoutSecrets(
  secrets: readonly string[],
  values: readonly unknown[],
): (text: string) => string {
  return striking([...secrets, ...secretsIn(values)], '[secret]');
}

type LoggedRequest = components['schemas']['LoggedRequest'];

export class RequestLog {
  readonly #latest = new Latest<number, LoggedRequest>(10_000, ({ body = '' }) => body.length);
  readonly #secrets: readonly string[];
  readonly #header: string;
  #count = 0;

  /** `secrets` are those of the sandbox. */
  constructor(secrets: readonly string[], authorizationHeader: string) {
    this.#secrets = secrets;
    this.#header = authorizationHeader.toLowerCase();
  }

  /** Adds a request to an API, with its outcome. `now` is epoch milliseconds. */
  add(
    api: Exclude<Api, 'control'>,
    { method, url, headers, body = '' }: SandboxRequest,
    now: number,
    outcome: Pick<LoggedRequest, 'operationId' | 'caller' | 'status' | 'faults'>,
  ): void {
    const number = ++this.#count;
    const at = new Date(now).toISOString();
    const request = { method, path: requestPath(url), headers, ...(body !== '' && { body }) };
    this.#latest.set(number, { number, at, api, ...request, ...outcome });
  }

  /** Lists the requests. A body whose secrets cannot be found is left out. */
  list(): { requests: LoggedRequest[]; dropped: number } {
    const all = [...this.#latest.values()];
    const fields = all.map(loggedFields);
    const tokens = all.map(({ headers }) => ({ ...headers, token: headers[this.#header] }));
    const strike = withoutSecrets(this.#secrets, [tokens, fields]);
    const requests = all.map(({ path, headers, body = '', ...request }, at) => ({
      ...request,
      path: strike(path),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, strike(value)])),
      ...(fields[at] !== undefined && { body: strike(body) }),
    }));
    return { requests, dropped: this.#latest.dropped };
  }

  clear(): void {
    this.#latest.clear();
    this.#count = 0;
  }
}

/** The fields of a JSON or form body; undefined if it cannot be read. */
function loggedFields({ headers, body = '' }: LoggedRequest): unknown {
  if (!/form-urlencoded/i.test(headers['content-type'] ?? '')) return jsonIn(body);
  return body === '' ? undefined : [...new URLSearchParams(body)].map(([name, value]) => ({ [name]: value }));
}
