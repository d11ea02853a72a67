/** Finds what must not be repeated by the name of a field and by the schema of its place. */

import { isNumber } from './json-value.ts';
import type { SchemaNode } from './schema.ts';

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

/** The values behind such names, at any depth, without the scheme of credentials. */
export function namedSecrets(value: unknown, names = SECRET_NAME, name = ''): string[] {
  const isSecret = names.test(name);
  if (typeof value === 'object' && value !== null && !isNumber(value))
    return Object.entries(value).flatMap(([key, part]) => namedSecrets(part, names, isSecret ? name : key));
  const isValue = typeof value === 'string' || isNumber(value);
  return isSecret && isValue ? [String(value).replace(/^(bearer|basic) +/i, '')] : [];
}

/** Whether the value at the place that these nodes describe is a secret or personal. */
export function isSensitive(nodes: readonly SchemaNode[]): boolean {
  return nodes.some(
    (node) => node['x-personal'] === true || node['x-encrypted'] === true || node.format === 'password',
  );
}

/** The address without the user and password before its host. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//');
}
