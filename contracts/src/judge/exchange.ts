/** The HTTP exchange that judges read. */

/** Header names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A JSON body as its value, any other body as text. */
export type Body = { readonly json: unknown } | { readonly text: string };

export interface Request {
  /** In upper case. */
  readonly method: string;
  /** An absolute URL, or a path with its query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body?: Body;
}

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: Body;
}

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** The JSON value of a body; undefined for no body and for text. */
export function jsonOf(body: Body | undefined): unknown {
  return body && 'json' in body ? body.json : undefined;
}
