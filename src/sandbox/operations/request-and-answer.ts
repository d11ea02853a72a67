/** A request as the sandbox reads it without a socket, and what it is answered with: an answer or a refusal. */
import type { operations as access } from '../../../contracts/generated/access.ts';
import { operations } from '../../../contracts/generated/operations.ts';
import type { operations as webForm } from '../../../contracts/generated/web-form.ts';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import type { Clock, IdSource } from '../clock.ts';

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
  /** Absolute, or a path with its query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The path of a request, without origin, query and fragment. */
export function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  const end = url.search(/[?#]/);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}

/** A response whose body is not yet text. */
export interface SandboxAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Every number is a Decimal; absent for an answer without a body. */
  readonly body?: unknown;
}

export function responseOf({ status, headers = {}, body }: SandboxAnswer): SandboxResponse {
  if (body === undefined) return { status, headers, body: '' };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: writeJson(body) };
}

/** The error codes of RFC 6749 for a token request. */
export type OAuthError = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

/** Why the sandbox refuses a call. docs/test-your-code.md says what each means. */
export type RefusalReason =
  | 'token'
  | 'tokenKind'
  | 'credentials'
  | 'request'
  | 'userExists'
  | 'duplicate'
  | 'apiVersion'
  | 'unknownIds'
  | 'unknownPayment'
  | 'unknownCall';

/** Error responses of a team's own, as a target file gives them: a status, and a template of the body. */
export type OwnRefusals = {
  readonly [Reason in RefusalReason]?: { readonly status?: number; readonly body?: object };
};

/** Why a call is refused. The status numbers are choices of the sandbox (REFUSAL-STATUS). */
export class Refusal {
  readonly status: number;
  /** One line that says what is wrong and where. */
  readonly says: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauthError: OAuthError;
  readonly reason: RefusalReason;

  constructor(
    status: number,
    says: string,
    more: {
      headers?: Readonly<Record<string, string>>;
      oauthError?: OAuthError;
      /** A request that is not as documented unless given. */
      reason?: RefusalReason;
    } = {},
  ) {
    this.status = status;
    this.says = says;
    this.headers = more.headers ?? {};
    this.oauthError = more.oauthError ?? 'invalid_request';
    this.reason = more.reason ?? 'request';
  }
}

/** What the envelope repeats of its call, and where its time and id come from. */
export interface EnvelopeSource {
  /** Method and path of the call. */
  readonly endpoint: string;
  readonly caller: { readonly user?: { readonly id: string } };
  readonly clock: Clock;
  readonly idSource: IdSource;
  readonly client: { readonly id: string };
}

/** As the settings say, or else in the form of the operation. */
export function refusalAnswer(
  refusal: Refusal,
  operationId: SandboxOperation | undefined,
  source: EnvelopeSource,
  own: OwnRefusals,
): SandboxAnswer {
  const usual = usualAnswer(refusal, operationId, source);
  const { status = usual.status, body } = own[refusal.reason] ?? {};
  if (body === undefined) return { ...usual, status };
  const { endpoint, clock, idSource } = source;
  const facts = { message: refusal.says, endpoint, requestId: idSource.uuid(), date: clock.germanTime() };
  return { ...usual, status, body: filled(body, facts) };
}

/** The template with each placeholder such as {message} replaced. */
function filled(template: object, facts: Readonly<Record<string, string>>): unknown {
  const text = JSON.stringify(template).replace(/\{(\w+)\}/g, (placeholder, name) => {
    return JSON.stringify(facts[name] ?? placeholder).slice(1, -1);
  });
  return JSON.parse(text);
}

/** RFC 6749 for tokens, the envelope for V1, one line for the others. */
function usualAnswer(
  { status, says, headers, oauthError }: Refusal,
  operationId: SandboxOperation | undefined,
  source: EnvelopeSource,
): SandboxAnswer {
  if (operationId === 'createToken') {
    return { status, headers, body: { error: oauthError, error_description: says } };
  }
  if (operationId !== undefined && operations[operationId].path.startsWith('/api/v1/')) {
    // What a V1 refusal other than 451 holds is not shown (V1-REFUSAL-BODY, ERROR-CODES).
    return {
      status,
      headers,
      body: envelope({ message: says, code: 'REFUSED', type: 'REFUSED' }, '', source),
    };
  }
  return { status, headers, body: { error: says } };
}

/** The V1 error envelope (Errors 1). `bank` describes the bank of the call, empty where none is known. */
export function envelope(
  error: { readonly message: string; readonly code: string; readonly type: string },
  bank: string,
  { endpoint, caller, clock, idSource, client }: EnvelopeSource,
): object {
  return {
    errors: [{ ...error, multiStepAuthentication: null }],
    // Its zone is not shown (V1-ENVELOPE-ZONE).
    date: clock.germanTime(),
    requestId: idSource.uuid(),
    endpoint,
    authContext: caller.user ? `${client.id}/${caller.user.id}` : client.id,
    bank,
  };
}
