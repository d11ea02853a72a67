/** The secrets of a run: struck from every answer before it is judged or kept, for a provider may repeat what it is told. */

/** A shorter one protects nothing, and would be found in words that are none. */
const SHORTEST = 8;
const STRUCK = '[secret]';

export class Secrets {
  readonly #own: string[];
  readonly #tokens = new Set<string>();

  /** `own` are the credentials of the client and the data decryption key. */
  constructor(own: readonly string[]) {
    this.#own = own.filter((secret) => secret.length >= SHORTEST);
  }

  /** A token that the target has issued. */
  hear(token: string): void {
    if (token.length >= SHORTEST) this.#tokens.add(token);
  }

  /**
   * What strikes them from the parts of an answer; `whole` holds all parts, since a run has too many secrets to look for
   * each in each. An answer that issues a token keeps it: it may be one that was issued before.
   */
  strikeIn(whole: string, { issues = false } = {}): (part: string) => string {
    const secrets = issues ? this.#own : [...this.#own, ...this.#tokens];
    const found = secrets.filter((secret) => whole.includes(secret)).sort((a, b) => b.length - a.length);
    return (part) => found.reduce((left, secret) => left.replaceAll(secret, STRUCK), part);
  }
}
