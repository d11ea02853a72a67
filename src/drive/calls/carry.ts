/** How a call is carried to its target: over the network, or within this process. */

/** Makes one call; rejects when no answer comes. */
export type Carry = (
  url: string,
  init: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
) => Promise<Carried>;

export interface Carried {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Iterable<readonly [string, string]>;
  text(): Promise<string>;
}
