/** Moves the client of a token request into its Authorization header (RFC 6749, 2.3.1). */

/** The Authorization header, and the fields that stay in the form. */
export function asBasic({ client_id, client_secret, ...fields }: Readonly<Record<string, string>>) {
  const written = [client_id, client_secret].map((part = '') =>
    `${new URLSearchParams([['', part]])}`.slice(1),
  );
  return { authorization: `Basic ${btoa(written.join(':'))}`, fields };
}
