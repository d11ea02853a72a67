/** What a report writes in the place of a value that it does not repeat. */

import { isNumber } from '../../../contracts/src/base/json-value.ts';
import { longestFirst, strikeValues } from '../../../contracts/src/base/redact.ts';
import { count, kindOf } from '../../../contracts/src/base/text.ts';

/**
 * secret: opens a door. personal: somebody's data. undocumented: nobody says what it is, so it might be either.
 * not JSON: a whole body that nobody can take apart.
 */
export type Reason = 'secret' | 'personal' | 'undocumented' | 'not JSON';

/** `name` is that of the field, header or parameter; the result stands where `value` stood. */
export type Mark = (reason: Reason, name: string, value: unknown) => string;

/** The reason in brackets and, of all but secrets and texts, the kind: [secret], [personal], [undocumented number]. */
export const inWords: Mark = (reason, _name, value) => {
  if (reason === 'not JSON') return `[text of ${count(String(value).length, 'character')}]`;
  if (reason === 'secret' || typeof value === 'string') return `[${reason}]`;
  const kind = typeof value === 'boolean' ? 'boolean' : kindOf(value).replace(/^an? /, '');
  return `[${reason} ${kind}]`;
};

/** A value that is not repeated at its own place, nor wherever else the exchange repeats it. */
export interface Known {
  readonly reason: Reason;
  readonly name: string;
  readonly value: string;
}

export interface Redaction {
  readonly mark: Mark;
  /** Longest first. */
  readonly known: readonly Known[];
  /** The body is made-up data that is published anyway: only secrets are marked. */
  readonly isOpen?: boolean;
}

/** Strikes what must not be repeated from free text: values known from elsewhere, look-alikes, queries of addresses. */

/** Shorter steps of a path are words, such as `forms`. */
const SHORTEST_STEP = 8;
const ADDRESS = /([a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+)/gi;
/** What is a secret or somebody's data by its looks, wherever it stands. */
const LOOKS = new RegExp(
  [
    String.raw`(?<token>\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}|(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{4,})`,
    String.raw`(?<email>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)`,
    String.raw`(?<iban>\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b)`,
  ].join('|'),
  'gu',
);

export function redaction(mark: Mark, found: readonly Known[] = []): Redaction {
  const byValue = new Map(found.map((known) => [known.value, known]));
  return { mark, known: longestFirst(byValue.keys()).flatMap((value) => byValue.get(value) ?? []) };
}

/** Free text without them; an address in it keeps its host and path. */
export function redactText(text: string, how: Redaction): string {
  return text
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? redactAddress(part, how) : strike(part, how)))
    .join('');
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
  const place = strike(withoutCredentials(path), how);
  const tail = fragment === undefined ? '' : `#${mark('undocumented', 'fragment', fragment)}`;
  return `${place}${values === undefined ? '' : `?${values.join('&')}`}${tail}`;
}

/** Whoever has the address of a web form can open it: only its host is told. What is no address is not repeated at all. */
export function redactLink(address: string, { mark }: Redaction): string {
  const { protocol, host } = URL.parse(address) ?? {};
  if (!host) return mark('secret', 'address', address);
  const [, , rest = ''] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(address) ?? [];
  // Each step of it may be what opens the form, and stand somewhere else as its id.
  for (const step of rest.split(/[/?#&=]/)) if (step.length >= SHORTEST_STEP) mark('secret', 'address', step);
  return `${protocol}//${host}/${rest.length > 1 ? mark('secret', 'address', rest) : ''}`;
}

/** The address without the user and password that may stand before its host. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//');
}

/** Text without known values and look-alikes; each place is struck once. */
export function strike(text: string, { mark, known }: Redaction): string {
  const marks = (at: number): string => {
    const { reason, name, value } = known[at] as Known;
    return mark(reason, name, value);
  };
  return strikeValues(
    text,
    known.map(({ value }) => value),
    marks,
    (rest) => strikeLooks(rest, mark),
  );
}

function strikeLooks(text: string, mark: Mark): string {
  return text.replace(LOOKS, (found, ...rest) => {
    const { reason, name } = looks(rest.at(-1));
    return mark(reason, name, found);
  });
}

/** `groups`: which of the look-alikes was found. */
function looks(groups: Record<string, string | undefined>): Omit<Known, 'value'> {
  if (groups['token'] !== undefined) return { reason: 'secret', name: 'token' };
  return { reason: 'personal', name: groups['email'] === undefined ? 'iban' : 'email' };
}

/** Redacts in two goes: the first notes what is not to be repeated at its own place, the second strikes it everywhere. */

/** Shorter values say too little to be looked for in other places, and would be found everywhere. */
const SHORTEST_KNOWN = 4;

export function redactTwice<Whole>(mark: Mark, redactWith: (how: Redaction) => Whole): Whole {
  return redactWith(redaction(mark, knownIn(redactWith)));
}

/** The first go: the same for every mark. */
export function knownIn(redactWith: (how: Redaction) => unknown): Known[] {
  const known: Known[] = [];
  const note: Mark = (reason, name, value) => {
    const text = typeof value === 'string' || isNumber(value) ? String(value) : '';
    if ((reason === 'secret' || reason === 'personal') && text.length >= SHORTEST_KNOWN)
      known.push({ reason, name, value: text });
    return '';
  };
  redactWith(redaction(note));
  return known.flatMap(spellings);
}

/** A value as it is and as addresses and forms write it. */
function spellings(known: Known): Known[] {
  const encoded = encodeURIComponent(known.value);
  const texts = new Set([known.value, encoded, encoded.replaceAll('%20', '+')]);
  return [...texts].map((value) => ({ ...known, value }));
}

/** Why something is unproven or out of reach, as a report may say it: what a target said may stand in it. */

export function reasonText(reason: string): string {
  return redactText(reason, redaction(inWords));
}
