/** Redacts text, and says what a report writes in the place of a value that it does not repeat. */
import { isNumber } from '../../../contracts/src/base/json-value.ts';
import {
  longestFirst,
  SECRET_NAME,
  strikeValues,
  withoutCredentials,
} from '../../../contracts/src/base/redact.ts';
import { count, kindOf } from '../../../contracts/src/base/text.ts';

/** undocumented: it could be secret or personal. not JSON: a whole body that cannot be taken apart. */
export type Reason = 'secret' | 'personal' | 'undocumented' | 'not JSON';

/** What is written in the place of `value`; `name` is that of the field, header or parameter. */
export type Replacement = (reason: Reason, name: string, value: unknown) => string;

/** The reason in brackets and, of all but secrets and texts, the kind: [secret], [personal], [undocumented number]. */
export const inWords: Replacement = (reason, _name, value) => {
  if (reason === 'not JSON') return `[text of ${count(String(value).length, 'character')}]`;
  if (reason === 'secret' || typeof value === 'string') return `[${reason}]`;
  const kind = typeof value === 'boolean' ? 'boolean' : kindOf(value).replace(/^an? /, '');
  return `[${reason} ${kind}]`;
};

/** A value that is not repeated at its own place, nor where the exchange repeats it. */
export interface Known {
  readonly reason: Reason;
  readonly name: string;
  readonly value: string;
  /** The value as it is, where `value` is how an address or a form writes it. */
  readonly plain: string;
}

/** What is written in the place of a text or a number, in its own type; undefined where it stays. */
export type Rewriting = (reason: Reason, name: string, value: unknown) => unknown;

export interface Redaction {
  readonly mark: Replacement;
  /** Longest first. */
  readonly known: readonly Known[];
  /** Those of `known`. */
  readonly values: readonly string[];
  /** The body is a published example: only secrets are marked. */
  readonly isOpen?: boolean;
  /** The result is read again as an exchange: nothing changes its type, and a published example is no exception. */
  readonly replace?: Rewriting;
}

export function redaction(mark: Replacement, found: readonly Known[] = []): Redaction {
  const byValue = new Map(found.map((known) => [known.value, known]));
  const values = longestFirst(byValue.keys());
  return { mark, known: values.flatMap((value) => byValue.get(value) ?? []), values };
}

/** A redaction whose result is read again. Known values are also replaced within texts that stay. */
export function rewriting(replace: Rewriting, found: readonly Known[] = []): Redaction {
  const put: Rewriting = (reason, name, value) => {
    const isSecret = reason === 'undocumented' && SECRET_NAME.test(name);
    const other = replace(isSecret ? 'secret' : reason, name, value);
    if (other !== undefined) return other;
    return typeof value === 'string' && reason !== 'personal' ? redactText(value, how) : value;
  };
  const how: Redaction = { ...redaction((...marked) => String(put(...marked)), found), replace: put };
  return how;
}

/** Shorter values are words, and would be found everywhere. */
const SHORTEST_KNOWN = 4;

/** The secret and personal values that `redactWith` marks, as they are and as addresses and forms write them. */
export function knownIn(redactWith: (how: Redaction) => unknown): Known[] {
  const known: Known[] = [];
  const note: Replacement = (reason, name, value) => {
    const text = typeof value === 'string' || isNumber(value) ? String(value) : '';
    if ((reason !== 'secret' && reason !== 'personal') || text.length < SHORTEST_KNOWN) return '';
    // A lone surrogate cannot be encoded; forms and addresses write the replacement character for it.
    const encoded = encodeURIComponent(text.toWellFormed());
    for (const spelling of new Set([text, encoded, encoded.replaceAll('%20', '+')]))
      known.push({ reason, name, value: spelling, plain: text });
    return '';
  };
  redactWith(redaction(note));
  return known;
}

const ADDRESS = /([a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+)/gi;

/** Free text without known values and look-alikes; an address in it keeps its host and path. */
export function redactText(text: string, how: Redaction): string {
  if (!text.includes('://')) return strike(text, how);
  const parts = text.split(ADDRESS);
  return parts.map((part, at) => (at % 2 === 1 ? redactAddress(part, how) : strike(part, how))).join('');
}

/** Why something is unproven or out of reach, as a report may print it: it can quote the target. */
export function reasonText(reason: string): string {
  return redactText(reason, redaction(inWords));
}

/** An address or path without credentials, and without the values of its query and its fragment. */
export function redactAddress(address: string, how: Redaction): string {
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  const { mark } = how;
  const values = query?.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    if (value.length > 0) return `${strike(name, how)}=${mark('undocumented', name, value.join('='))}`;
    return name === '' ? '' : mark('undocumented', 'query', name);
  });
  const tail = fragment === undefined ? '' : `#${mark('undocumented', 'fragment', fragment)}`;
  return `${strike(withoutCredentials(path), how)}${values ? `?${values.join('&')}` : ''}${tail}`;
}

/** Shorter steps of a path are words, such as `forms`. */
const SHORTEST_STEP = 8;

/** The host alone: the address of a web form opens it. What is no address is marked as a whole. */
export function redactLink(address: string, { mark }: Redaction): string {
  const { protocol, host } = URL.parse(address) ?? {};
  if (!host) return mark('secret', 'address', address);
  const [, , rest = ''] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(address) ?? [];
  // Each step can be the secret, and can be repeated elsewhere as the id of the form.
  for (const step of rest.split(/[/?#&=]/)) if (step.length >= SHORTEST_STEP) mark('secret', 'address', step);
  return `${protocol}//${host}/${rest.length > 1 ? mark('secret', 'address', rest) : ''}`;
}

/** What looks like a token, an e-mail address or an IBAN. */
const LOOKS = new RegExp(
  [
    String.raw`(?<token>\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}|(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{4,})`,
    String.raw`(?<email>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)`,
    String.raw`(?<iban>\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b)`,
  ].join('|'),
  'gu',
);

/** Without one of these nothing looks so: most texts are found to be harmless by this alone. */
const MAY_LOOK = /@|eyJ|(?:earer|asic) |[A-Z]{2}\d{2}/;

/** Text without known values and look-alikes; each place is marked once. */
export function strike(text: string, { mark, known, values, replace }: Redaction): string {
  const put = (at: number): string => {
    const { reason, name, value, plain } = known[at] as Known;
    if (replace && plain !== value) return encodeURIComponent(mark(reason, name, plain));
    return mark(reason, name, value);
  };
  const strikeLooks = (rest: string): string => {
    if (!MAY_LOOK.test(rest)) return rest;
    return rest.replace(LOOKS, (found, ...groups) => {
      const { token, email }: Record<string, string | undefined> = groups.at(-1);
      if (token !== undefined) return mark('secret', 'token', found);
      return mark('personal', email === undefined ? 'iban' : 'email', found);
    });
  };
  return strikeValues(text, values, put, strikeLooks);
}
