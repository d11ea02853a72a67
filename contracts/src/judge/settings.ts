/** What a target says of the facts that the documentation leaves open, as far as the judges of exchanges read it. */

export interface Settings {
  /** WEB-FORM-URL: the hosts that the address of a web form may have; without it no host is judged. */
  readonly webFormHosts?: readonly string[];
  /** RULE-API-VERSION: the path prefix that stands for API v1. */
  readonly apiV1Prefix: string;
  /** False for a mock, which answers with examples whatever it was asked. */
  readonly readsRequests: boolean;
}

/** What the documentation suggests. */
export const defaultSettings: Settings = { apiV1Prefix: '/api/v1', readsRequests: true };
