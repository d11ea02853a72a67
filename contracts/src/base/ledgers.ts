/** The published data as types: clauses, what the documentation leaves open, and fixtures of exchanges. */

export interface Clause {
  area: string;
  /** The trigger event of the clause, named like its files; absent for none or several. */
  event?: string;
  id: string;
  /** The claim in this project's words. */
  says: string;
  /** The section and number, or table, of the documentation. */
  source: string;
  /** Why it cannot be checked from outside. */
  excluded?: string;
  /** The clauses that must hold for this one to be observed. */
  needs?: readonly string[];
}

export type SettingValue = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>;

export interface OpenFact {
  id: string;
  fact: string;
  source: string;
  /** The setting of a target that closes the fact. */
  setting?: string;
  /** Who reads the setting. */
  usedBy?: readonly ('judge' | 'sandbox' | 'runner')[];
  /** What a value of the setting means. */
  meaning?: string;
  /** The value for a target that sets none, as the documentation suggests. */
  default?: SettingValue;
  /** All possible values, or a description of them. */
  choices?: readonly (string | boolean)[] | string;
  /** A value other than the default. */
  example?: SettingValue;
  /** The clauses whose verdict depends on the setting; none for what only the sandbox has to choose. */
  affects?: readonly string[];
  /** The kinds of findings that another value of the setting can explain; any kind if absent. */
  explains?: readonly string[];
  /** Why no check depends on the fact. */
  outOfContract?: string;
}

/** A made-up HTTP exchange as it is published: what a consumer can send, and the response. */
export interface ExchangeFixture {
  readonly operationId: string;
  /** The documented status: 201, 451, 2XX or 4XX. For a range, the fixture has one number of it. */
  readonly documented: string;
  /** The clauses that say that the call exists and what its response is. */
  readonly clauses: readonly string[];
  readonly request: {
    readonly method: string;
    /** The path below {base_url} or {webform_url}. */
    readonly path: string;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** The value that is written as JSON, or as a form where the content type says so. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** The value that is written as JSON. */
    readonly body: unknown;
  };
}
