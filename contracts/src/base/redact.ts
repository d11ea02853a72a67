/** Finds values that must not be repeated, by field name and by schema. */

import { isNumber } from './json-value.ts';
import type { SchemaNode } from './schema.ts';
import type { SchemaPlace } from './schema-place.ts';

const WORDS = 'auth cookie credential key pass secret session signature token'.split(' ');
/** Codes that a bank asks for: as a whole name or as one word of it, such as userPin or sms_tan, not shipping. */
const CODES = 'cvc cvv otp pin puk tan'.split(' ');
const inAnyCase = (word: string) => [...word].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
const asWord = (code: string) =>
  `${code}|${code.toUpperCase()}|${code.charAt(0).toUpperCase()}${code.slice(1)}`;
/** The name of a header, field or parameter that holds a credential; a header beginning with a colon repeats the request line. */
export const SECRET_NAME = new RegExp(
  `^(?!:)(?:.*(?:${WORDS.map(inAnyCase).join('|')})|(?:.*(?:[^A-Za-z]|[a-z](?=[A-Z])))?(?:${CODES.map(asWord).join('|')})(?![a-z]))`,
  's',
);

/**
 * The texts and numbers that are secret by their schema, at any depth, without the scheme of credentials. The name decides
 * only for a field that no schema lists.
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

/** Whether these schema nodes mark their value as secret or personal. */
export function isSensitive(nodes: readonly SchemaNode[]): boolean {
  return nodes.some(
    (node) => node['x-personal'] === true || node['x-encrypted'] === true || node.format === 'password',
  );
}
