/** What a call is answered with, as a tree until the moment it leaves. */
import { writeJson } from '../../contracts/src/contract/exact-json.ts';
import type { Response } from './door.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Numbers that a binary float cannot keep are LosslessNumbers; absent for an answer without a body. */
  readonly body?: unknown;
}

/** The answer as it goes on the wire: the one way out. */
export function written({ status, headers = {}, body }: Answer): Response {
  if (body === undefined) return { status, headers, body: '' };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: writeJson(body) };
}
