/** The documented operations, as the sandbox speaks of them. */
import type { operations as access } from '../../../contracts/generated/access.ts';
import { operations } from '../../../contracts/generated/operations.ts';
import type { operations as webForm } from '../../../contracts/generated/web-form.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import type { Call, Surroundings } from './handlers.ts';

export type OperationId = keyof typeof operations;

type Documents = access & webForm;

/** The request body of an operation, undefined for one that takes none. */
export type BodyOf<Op extends OperationId> = Documents[Op] extends {
  requestBody?: { content: infer Content };
}
  ? Content[keyof Content]
  : undefined;

/** Whose token the documentation names for an operation. */
export type TokenOf<Op extends OperationId> = (typeof operations)[Op]['token'];

/** Whether a refusal of the operation is written as the V1 error envelope (V1-REFUSAL-BODY). */
export function speaksV1(operationId: OperationId): boolean {
  return operations[operationId].path.startsWith('/api/v1/');
}

/** The three doors of the sandbox, and a call through one of them as it looks without a socket. */

/** The access API, Web Form V2 with its pages, and the control plane. */
export type Door = 'access' | 'webForm' | 'control';

export interface Request {
  readonly method: string;
  /** Absolute, or a path with its query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How many bytes a body may have; longer ones are refused with 413. */
export const LONGEST_BODY: Readonly<Record<Door, number>> = {
  access: 1 << 20,
  webForm: 1 << 20,
  control: 8 << 20,
};

/** The path of a request, without origin, query and fragment. */
export function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const end = url.search(/[?#]/);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}

/** What a call is answered with, as a tree until the moment it leaves. */

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

/** Why a call is refused: its status numbers are sandbox choices (REFUSAL-STATUS), its words say what is wrong and where. */

/** The error codes of RFC 6749 for a token request. */
export type OAuthError = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

export class Refusal {
  readonly status: number;
  /** One line. */
  readonly says: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauthError: OAuthError;

  constructor(
    status: number,
    says: string,
    more: { headers?: Readonly<Record<string, string>>; oauthError?: OAuthError } = {},
  ) {
    this.status = status;
    this.says = says;
    this.headers = more.headers ?? {};
    this.oauthError = more.oauthError ?? 'invalid_request';
  }
}

/** Writes a refusal in the way of its operation: RFC 6749 for tokens, the envelope for V1, one line for the others. */

/** `operationId` is undefined for a call that is not documented. */
export function refusalAnswer(
  { status, says, headers, oauthError }: Refusal,
  operationId: OperationId | undefined,
  call: Pick<Call, 'endpoint' | 'caller'>,
  around: Pick<Surroundings, 'clock' | 'chance' | 'client'>,
): Answer {
  if (operationId === 'createToken') {
    return { status, headers, body: { error: oauthError, error_description: says } };
  }
  if (operationId !== undefined && speaksV1(operationId)) {
    // What a V1 refusal holds is not shown (V1-REFUSAL-BODY, ERROR-CODES).
    const error = { message: says, code: 'REFUSED', type: 'REFUSED' };
    return { status, headers, body: envelope(error, '', call, around) };
  }
  return { status, headers, body: { error: says } };
}

/** The V1 error envelope (Errors 1). */

export interface EnvelopeError {
  readonly message: string;
  readonly code: string;
  readonly type: string;
}

/** `bank` describes the bank of the call, empty where none is known. */
export function envelope(
  error: EnvelopeError,
  bank: string,
  { endpoint, caller }: Pick<Call<OperationId>, 'endpoint'> & { caller: { user?: { id: string } } },
  { clock, chance, client }: Pick<Surroundings, 'clock' | 'chance' | 'client'>,
): NonNullable<Answer['body']> {
  return {
    errors: [{ ...error, multiStepAuthentication: null }],
    // Its zone is not shown (V1-ENVELOPE-ZONE).
    date: clock.germanTime(),
    requestId: chance.uuid(),
    endpoint,
    authContext: caller.user ? `${client.id}/${caller.user.id}` : client.id,
    bank,
  };
}
