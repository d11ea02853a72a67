/** Finds what must not be repeated by the name of a field and by the schema of its place. */

import { isNumber } from './json-value.ts';
import type { SchemaNode } from './schema.ts';
import type { SchemaPlace } from './schema-place.ts';

const WORDS = 'auth cookie credential key pass secret session signature token'.split(' ');
/** What a bank asks its customer for: by itself or as one word of a name, such as userPin or sms_tan, not shipping. */
const CODES = 'cvc cvv otp pin puk tan'.split(' ');
const inAnyCase = (word: string) => [...word].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
const asWord = (code: string) =>
  `${code}|${code.toUpperCase()}|${code.charAt(0).toUpperCase()}${code.slice(1)}`;
/** A header, field or parameter of such a name holds a credential; one that begins with a colon repeats the request line. */
export const SECRET_NAME = new RegExp(
  `^(?!:)(?:.*(?:${WORDS.map(inAnyCase).join('|')})|(?:.*(?:[^A-Za-z]|[a-z](?=[A-Z])))?(?:${CODES.map(asWord).join('|')})(?![a-z]))`,
  's',
);

/**
 * The texts and numbers that a place of the schema or a name hides, at any depth, without the scheme of credentials. Only the name
 * of a field that no schema lists hides it.
 */
export function secretsIn(
  value: unknown,
  names = SECRET_NAME,
  place?: SchemaPlace,
  isHidden = false,
): string[] {
  const hides = isHidden || isSensitive(place?.nodes ?? []);
  if (typeof value === 'string' || isNumber(value))
    return hides ? [String(value).replace(/^(bearer|basic) +/i, '')] : [];
  return Object.entries(value ?? {}).flatMap(([name, part]) => {
    const own = Array.isArray(value) ? place?.items : place?.field(name);
    return secretsIn(part, names, own, hides || (!own && names.test(name)));
  });
}

/** Whether the value at the place that these nodes describe is a secret or personal. */
export function isSensitive(nodes: readonly SchemaNode[]): boolean {
  return nodes.some(
    (node) => node['x-personal'] === true || node['x-encrypted'] === true || node.format === 'password',
  );
}

/** The URL without the user and password before its host. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//');
}
