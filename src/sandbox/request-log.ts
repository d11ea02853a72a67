/** What the sandbox was asked: the latest requests to the service, without their secrets. */
import type { Caller } from './decisions/authorization.ts';
import { type Door, pathOf, type Request } from './door.ts';
import type { components } from './generated/control-types.ts';
import type { OperationId } from './operation.ts';
import { redactedBody, redactedHeaders } from './redact.ts';
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
