/** How a call is carried to its target: by fetch, or within this process. */

/** What of fetch is used. */
export type Carry = (
  url: string,
  init: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<Carried>;

interface Carried {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Iterable<readonly [string, string]>;
  text(): Promise<string>;
}

/** The global fetch as it stands when the call is made. */
export const overNetwork: Carry = (url, init) => fetch(url, init);
