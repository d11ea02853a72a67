/** Strikes what must not be repeated from free text: values known from elsewhere, look-alikes, queries of addresses. */
import type { Known, Mark, Redaction } from './mark.ts';

const ADDRESS = /([a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+)/gi;
/** What is a secret or somebody's data by its looks, wherever it stands. */
const LOOK_ALIKES = [
  String.raw`(?<token>\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}|(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{4,})`,
  String.raw`(?<email>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)`,
  String.raw`(?<iban>\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b)`,
];

export function redaction(mark: Mark, found: readonly Known[] = []): Redaction {
  const known = [...found].sort((a, b) => b.value.length - a.value.length);
  const pattern = [...known.map(({ value }) => escaped(value)), ...LOOK_ALIKES].join('|');
  return { mark, known, pattern: new RegExp(pattern, 'gu') };
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

/** The address without the user and password that may stand before its host. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*@/i, '$1//');
}

/** Text without known values and look-alikes; each place is struck once. */
export function strike(text: string, { mark, known, pattern }: Redaction): string {
  return text.replace(pattern, (found, ...rest) => {
    const { reason, name } = known.find(({ value }) => value === found) ?? looks(rest.at(-1));
    return mark(reason, name, found);
  });
}

/** `groups`: which of the look-alikes was found. */
function looks(groups: Record<string, string | undefined>): Omit<Known, 'value'> {
  if (groups['token'] !== undefined) return { reason: 'secret', name: 'token' };
  return { reason: 'personal', name: groups['email'] === undefined ? 'iban' : 'email' };
}

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
