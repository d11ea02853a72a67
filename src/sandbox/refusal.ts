/** Why the sandbox refuses a call, as a value: operations and faults decide on it before it becomes a response. */

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

/** A team's own error responses in a target file: a status, and a template of the body. */
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

  /** By default, the reason is a request that is not as documented. */
  constructor(
    status: number,
    says: string,
    more: Partial<Pick<Refusal, 'headers' | 'oauthError' | 'reason'>> = {},
  ) {
    this.status = status;
    this.says = says;
    this.headers = more.headers ?? {};
    this.oauthError = more.oauthError ?? 'invalid_request';
    this.reason = more.reason ?? 'request';
  }
}
