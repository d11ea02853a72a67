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
