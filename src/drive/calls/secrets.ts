/** The secrets of a run: struck from every answer before it is judged or kept, for a provider may repeat what it is told. */

import { isObject } from '../../../contracts/src/contract/is-object.ts';

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
   * What strikes them from the parts of an answer. All parts are looked through at once, since a run has too many secrets
   * to look for each in each, and as read, since JSON writes one text in many ways. An answer that issues a token keeps it:
   * it may be one that was issued before.
   */
  strikeIn(parts: readonly unknown[], { issues = false } = {}): <Part>(part: Part) => Part {
    const secrets = issues ? this.#own : [...this.#own, ...this.#tokens];
    const whole = parts.flatMap(textsOf).join('\n');
    const found = secrets.filter((secret) => whole.includes(secret)).sort((a, b) => b.length - a.length);
    const strike = (text: string) => found.reduce((left, secret) => left.replaceAll(secret, STRUCK), text);
    return (part) => (found.length === 0 ? part : (struck(part, strike) as typeof part));
  }
}

/** Every text of a value, the names of fields and the digits of numbers included. */
function textsOf(value: unknown): string[] {
  if (isObject(value)) return Object.entries(value).flatMap(([name, part]) => [name, ...textsOf(part)]);
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return value === undefined ? [] : [String(value)];
}

function struck(value: unknown, strike: (text: string) => string): unknown {
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [strike(name), struck(part, strike)]),
    );
  if (Array.isArray(value)) return value.map((part) => struck(part, strike));
  if (value === undefined) return value;
  const text = strike(String(value));
  return text === String(value) ? value : text;
}
