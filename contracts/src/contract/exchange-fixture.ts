/** A made-up HTTP exchange as it is published: what a consumer can send, and what it is answered. */

export interface ExchangeFixture {
  readonly operationId: string;
  /** The key under which the answer is documented: 201, 451, 2XX or 4XX. Of a range, the fixture has one number. */
  readonly documented: string;
  /** The clauses that say that the call exists and how it is answered. */
  readonly clauses: readonly string[];
  readonly request: {
    readonly method: string;
    /** Below {base_url} or {webform_url}. */
    readonly path: string;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** The value that is written as JSON, or as a form where the content type says so. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** The value that is written as JSON; a text is the body itself. */
    readonly body: unknown;
  };
}
