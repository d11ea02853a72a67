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
