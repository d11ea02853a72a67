/** What opening a web form gives, over V1 and over V2. */

/**
 * The part that both have. V1 gives no more; the functions of v2.ts add what is born with V2 (id, createdAt, expiresAt,
 * type, status), so code that keeps to this type runs over both, and code that reads more does not compile over V1.
 */
export interface WebForm {
  /** The absolute http or https address to send the end user to. */
  readonly url: string;
}
