/** A request to the sandbox without a socket, and its response. */
import type { operations as access } from '../../contracts/generated/access.ts';
import type { operations } from '../../contracts/generated/operations.ts';
import type { operations as webForm } from '../../contracts/generated/web-form.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';

export type SandboxOperation = keyof typeof operations;

type Documents = access & webForm;

/** The request body of an operation, undefined for one without a body. */
export type BodyOf<Op extends SandboxOperation> = Documents[Op] extends {
  requestBody?: { content: infer Content };
}
  ? Content[keyof Content]
  : undefined;

/** The kind of token that an operation takes. */
export type TokenOf<Op extends SandboxOperation> = (typeof operations)[Op]['token'];

/** The access API, Web Form V2 with its pages, and the control plane. Each has a port of its own. */
export type Api = 'access' | 'webForm' | 'control';

export interface SandboxRequest {
  readonly method: string;
  /** An absolute URL, or a path with its query. */
  readonly url: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The path of a request, without origin, query and fragment. */
export function requestPath(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const end = url.search(/[?#]/);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}

/** A response whose body is not yet text. */
export interface JsonResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, every number a Decimal; absent for a response without one. */
  readonly body?: unknown;
}

export function responseOf({ status, headers = {}, body }: JsonResponse): SandboxResponse {
  if (body === undefined) return { status, headers, body: '' };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: writeJson(body) };
}
