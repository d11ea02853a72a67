/** What a refusal says, whatever its body looks like, since only the 451 answer is documented with its envelope. */
import { oneLine } from '../contract/show.ts';

/**
 * Every text of a body, in its order, joined by " | " and without control characters; a body that is no JSON is one
 * text. The secrets are hidden.
 */
export function wordsOf(body: unknown, secrets: readonly (string | undefined)[]): string {
  const hidden = secrets.flatMap((secret) => (secret ? spellings(secret) : []));
  // A secret may be part of another one.
  hidden.sort((a, b) => b.length - a.length);
  const words = textsIn(body).join(' | ');
  return oneLine(hidden.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), words)).trim();
}

/** A member of a value; undefined for a value that has none. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Walks without recursion: a body may nest deeper than the stack. */
function textsIn(body: unknown): string[] {
  const texts: string[] = [];
  const rest = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value).reverse()) rest.push(inner);
  }
  return texts;
}

/** As it is, and as an address, a form and a JSON text write it. */
function spellings(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
}
