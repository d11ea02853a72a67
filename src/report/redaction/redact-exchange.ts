/** Redacts exchanges and messages by their schemas: secrets and personal values are replaced, what shows a fault stays. */
import { operations, triggerEvents } from '../../../contracts/generated/operations.ts';
import targetSchema from '../../../contracts/generated/target-file.schema.json' with { type: 'json' };
import open from '../../../contracts/generated/validators/open.js';
import { isNumber, member, textsIn } from '../../../contracts/src/base/json-value.ts';
import { KnownValues } from '../../../contracts/src/base/known-values.ts';
import { isSensitive, SECRET_NAME } from '../../../contracts/src/base/redact.ts';
import type { Compiled, SchemaNode } from '../../../contracts/src/base/schema.ts';
import { SchemaPlace } from '../../../contracts/src/base/schema-place.ts';
import { isError } from '../../../contracts/src/base/status.ts';
import { count, kindOf } from '../../../contracts/src/base/text.ts';
import type { Body, Exchange, Headers, Request } from '../../../contracts/src/judge/exchange.ts';
import { operationOf } from '../../../contracts/src/judge/operation.ts';
import { isDelivery } from '../../../contracts/src/recordings/read-evidence.ts';
import { withoutCredentials } from '../../base/call-text.ts';

/** undocumented: it could be secret or personal. not JSON: a whole body that cannot be taken apart. */
type Reason = 'secret' | 'personal' | 'undocumented' | 'not JSON';

/**
 * What is written in the place of `value`; `name` is that of the field, header or parameter. Undefined where the value
 * stays, but for known values in it.
 */
export type Replacement = (reason: Reason, name: string, value: unknown) => unknown;

/** The reason in brackets and, of all but secrets and texts, the kind: [secret], [personal], [undocumented number]. */
export const placeholder: Replacement = (reason, _name, value) => {
  if (reason === 'not JSON') return `[text of ${count(String(value).length, 'character')}]`;
  if (reason === 'secret' || typeof value === 'string') return `[${reason}]`;
  const kind = typeof value === 'boolean' ? 'boolean' : kindOf(value).replace(/^an? /, '');
  return `[${reason} ${kind}]`;
};

/** Secret and personal values, each as `replace` is called for it. */
export type Known = KnownValues<Parameters<Replacement>>;

export function collectSensitive(exchanges: Iterable<Exchange>): Known {
  const known: Known = new KnownValues();
  for (const exchange of exchanges) collector(known).exchange(exchange);
  return known;
}

/** Adds to `known` what is secret or personal in what it redacts, and to `others` what else `replace` replaces. */
export function collector(known: Known, replace: Replacement = placeholder, others?: Known): Redactor {
  const note: Replacement = (found, name, value) => {
    const reason = found === 'undocumented' && SECRET_NAME.test(name) ? 'secret' : found;
    const isKnown = reason === 'secret' || reason === 'personal';
    const isReplaced =
      (typeof value === 'string' || isNumber(value)) && replace(reason, name, value) !== undefined;
    if (isReplaced) (isKnown ? known : others)?.add(String(value), [reason, name, String(value)]);
    return '';
  };
  return new Redactor(note, new KnownValues(), true);
}

export function redactMessage(message: unknown): unknown {
  const known: Known = new KnownValues();
  collector(known).message(message);
  return new Redactor(placeholder, known).message(message);
}

const validators: Record<string, Compiled | undefined> = open;
const DOCUMENTED_STEPS = new Set(Object.values(operations).flatMap(({ path }) => path.split('/')));
/** Shorter steps of a path are words, such as `forms`. */
const SHORTEST_STEP = 8;

/** Headers that hold no credentials. */
const READABLE = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'allow', 'cache-control', 'connection'],
  ...['content-encoding', 'content-language', 'content-length', 'content-type', 'date', 'expires', 'host'],
  ...['keep-alive', 'pragma', 'prefer', 'retry-after', 'transfer-encoding', 'vary', 'www-authenticate'],
]);
/** Headers that may also name somebody. */
const NAMING = new Set(['server', 'user-agent', 'x-correlation-id', 'x-request-id']);

const ADDRESS = /([a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+)/gi;
/** What looks like a token, an e-mail address or an IBAN. */
const LOOKS = new RegExp(
  [
    String.raw`(?<token>\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}|(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{4,})`,
    // The lookbehind starts a match once in a run of such characters, not at each.
    String.raw`(?<email>(?<![\w.+-])[\w.+-]{1,320}@[\w-]{1,63}(?:\.[\w-]{1,63})+)`,
    String.raw`(?<iban>\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b)`,
  ].join('|'),
  'gu',
);

/** The made-up values that a reason suggests for the test data of a target file. */
const SUGGESTED = new Set(
  Object.values(targetSchema.properties.testData.properties).flatMap(({ examples }) => textsIn(examples)),
);

/** What the schemas say of a value; undefined where it is not documented. */
type Place = SchemaPlace | undefined;

/** What is known of a value from around it; `details` is the place of the decrypted details of a message. */
interface Inherited {
  readonly outer?: Reason | undefined;
  readonly details?: Place;
}

export class Redactor {
  readonly #replace: Replacement;
  readonly #known: Known;
  readonly #isReadAgain: boolean;

  /** In a result that is read again, no value changes its type. */
  constructor(replace: Replacement, known: Known = new KnownValues(), isReadAgain = false) {
    this.#replace = replace;
    this.#known = known;
    this.#isReadAgain = isReadAgain;
  }

  /**
   * Replaces each secret, personal and undocumented value, and known ones also where a text repeats them. The address of
   * a web form keeps its host.
   */
  exchange({ request, response: { status, headers, body } }: Exchange): Exchange {
    const operation = operationOf(request);
    // All statuses, since the one in the response can be wrong.
    const statuses = operation ? Object.keys(operations[operation].answers) : [];
    const names = statuses.map((key) => `${operation}.${key}`);
    const place = schemaPlace(isError(status) ? [...names, 'importBankConnectionV1.451'] : names);
    const response = { status, headers: this.#headers(headers), ...this.#body(body, headers, place) };
    return { request: this.request(request), response };
  }

  request({ method, url, headers, body }: Request): Request {
    const operation = operationOf({ method, url });
    const delivered = !operation && body && 'json' in body && isDelivery(body.json) && body.json;
    const place = schemaPlace([
      delivered ? `${member(delivered, 'triggerEvent')}.message` : `${operation}.request`,
    ]);
    const [address = ''] = url.split('#');
    return {
      method,
      url: this.#address(address, place, this.#isReadAgain && !operation),
      headers: this.#headers(headers),
      ...this.#body(body, headers, place),
    };
  }

  /** A decrypted message: its structure, numbers, times and words stay. One of no documented event may be of any. */
  message(message: unknown): unknown {
    const own = triggerEvents.filter((event) => event === member(message, 'triggerEvent'));
    const events = own.length > 0 ? own : triggerEvents;
    const details = schemaPlace(events.map((event) => `${event}.details`));
    return this.#json(message, schemaPlace(events.map((event) => `${event}.message`)), 'message', {
      details,
    });
  }

  /** Free text without known values and look-alikes; an address in it keeps its host and path. */
  text(text: string): string {
    if (!text.includes('://')) return this.#mask(text);
    const parts = text.split(ADDRESS);
    return parts.map((part, at) => (at % 2 === 1 ? this.#address(part) : this.#mask(part))).join('');
  }

  #body(body: Body | undefined, headers: Headers, place: Place) {
    if (!body) return {};
    if ('json' in body) return { body: { json: this.#json(body.json, place, 'body') } };
    const isPairs = headers['content-type']?.includes('x-www-form-urlencoded') || isForm(body.text);
    const text = isPairs ? this.#pairs(body.text, place) : this.#textFor('not JSON', 'body', body.text);
    return { body: { text } };
  }

  /** `authorization` keeps its scheme, `location` the host of its address, an unknown header its name without known values. */
  #headers(headers: Headers): Headers {
    const redacted = Object.entries(headers).map(([name, value]) => {
      if (READABLE.has(name) || (NAMING.has(name) && !this.#isReadAgain)) return [name, this.text(value)];
      return [this.#mask(name), this.#header(name, value)];
    });
    return Object.fromEntries(redacted);
  }

  #header(name: string, value: string): string {
    const [, scheme, isBasic, credentials = ''] = /^(bearer|(basic))(?: +(.*))?$/is.exec(value) ?? [];
    if (name.endsWith('authorization') && scheme) {
      if (credentials === '') return scheme;
      return `${scheme} ${this.#textFor('secret', isBasic ? 'credentials' : 'token', credentials)}`;
    }
    if (name === 'location') return this.#link(value);
    return this.#textFor(SECRET_NAME.test(name) ? 'secret' : 'undocumented', name, value);
  }

  /**
   * Keeps the structure, null, and the values of documented fields that are neither secret nor personal and of a kind
   * that the documentation gives them. `name` is that of the field of the value.
   */
  #json(value: unknown, place: Place, name: string, inherited: Inherited = {}): unknown {
    if (value === null || value === undefined || value === '') return value;
    const nodes = place?.nodes ?? [];
    const reason = reasonFor(value, nodes, inherited);
    const isLeaf = typeof value !== 'object' || isNumber(value);
    const isWhole = reason === 'secret' || reason === 'undocumented';
    if (reason && (isLeaf || (isWhole && !this.#isReadAgain))) return this.#replaced(reason, name, value);
    const inner = { ...inherited, outer: reason };
    if (Array.isArray(value)) return value.map((item) => this.#json(item, place?.items, name, inner));
    if (!isLeaf) {
      const entries = Object.entries(value).map(([key, part]) => {
        const own = (key === 'details' && inherited.details) || place?.field(key);
        return [own ? key : this.#name(key), this.#json(part, own, key, inner)];
      });
      return Object.fromEntries(entries);
    }
    if (typeof value !== 'string' || isWord(value, nodes)) return value;
    return nodes.some(({ format }) => format === 'uri') ? this.#link(value) : this.text(value);
  }

  /** A name that is none may be a value. */
  #name(name: string): string {
    if (!this.#isReadAgain || /^[\w.$-]{1,64}$/.test(name)) return this.#mask(name);
    return this.#textFor('undocumented', 'name', name);
  }

  /** The path of an undocumented call, which may name a user. */
  #steps(address: string): string {
    const [, host = '', path = ''] = /^(\w+:\/\/[^/]*)?(.*)$/s.exec(address) ?? [];
    const steps = path.split('/').map((step) => {
      if (DOCUMENTED_STEPS.has(step)) return step;
      const [plain = ''] = new URLSearchParams(`=${step.replaceAll('+', '%2B')}`).values();
      const other = this.#textFor('undocumented', 'path', plain);
      return other === plain ? step : encodeURIComponent(other);
    });
    return host + steps.join('/');
  }

  /** Form-encoded text, its values redacted like the fields of those names. */
  #pairs(text: string, place: Place): string {
    const pairs = text.split('&').map((pair) => {
      const [written = '', coded] = pair.split(/=(.*)/s);
      if (coded === undefined) return pair && this.#textFor('undocumented', 'parameter', pair);
      const [name, value] = [...new URLSearchParams(pair)][0] ?? ['', ''];
      const other = String(this.#json(value, place?.field(name), name));
      const encoded = this.#isReadAgain ? encodeURIComponent(other) : other;
      return `${this.#mask(written)}=${other === value ? coded : encoded}`;
    });
    return pairs.join('&');
  }

  /** An address without credentials, and without the values of its query and its fragment. */
  #address(address: string, place?: Place, isUnknownPath = false): string {
    const [, written = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
    const path = withoutCredentials(written);
    const pairs = query === undefined ? '' : `?${this.#pairs(query, place)}`;
    const tail = fragment === undefined ? '' : `#${this.#textFor('undocumented', 'fragment', fragment)}`;
    return (isUnknownPath ? this.#steps(path) : this.#mask(path)) + pairs + tail;
  }

  /** The host alone: the address of a web form opens it. What is no address is replaced as a whole. */
  #link(address: string): string {
    const { protocol, host } = URL.parse(address) ?? {};
    if (!host) return this.#textFor('secret', 'address', address);
    const rest = address.replace(/^\w+:\/\/[^/?#]*\/?/, '');
    // Each step can be the secret, and can be repeated elsewhere as the id of the form.
    for (const step of rest.split(/[/?#&=]/))
      if (step.length >= SHORTEST_STEP && !DOCUMENTED_STEPS.has(step))
        this.#textFor('secret', 'address', step);
    return `${protocol}//${host}/${rest && this.#textFor('secret', 'address', rest)}`;
  }

  /** Text without known values and look-alikes. */
  #mask(text: string): string {
    const looks = (found: string, ...groups: unknown[]) => {
      if (SUGGESTED.has(found)) return found;
      const { token, email } = groups.at(-1) as Record<string, string | undefined>;
      const [reason, name]: [Reason, string] = token
        ? ['secret', 'token']
        : ['personal', email ? 'email' : 'iban'];
      return String(this.#replace(reason, name, found) ?? found);
    };
    return this.#known.strike(
      text,
      (known) => String(this.#replace(...known)),
      (rest) => rest.replace(LOOKS, looks),
    );
  }

  #textFor(reason: Reason, name: string, value: string): string {
    return String(this.#replaced(reason, name, value));
  }

  #replaced(reason: Reason, name: string, value: unknown): unknown {
    return this.#replace(reason, name, value) ?? (typeof value === 'string' ? this.text(value) : value);
  }
}

/** Why something is unproven or out of reach, as a report may print it: it can quote the target. */
export function redactText(reason: string): string {
  return new Redactor(placeholder).text(reason);
}

/** Some clients send a form and do not say so. */
export function isForm(text: string): boolean {
  return /^[\w.-]+=/.test(text);
}

/** The place that all schemas of these names describe. A field that one documents under a condition is documented. */
function schemaPlace(names: readonly string[]): Place {
  const schemas = names.flatMap((name) => validators[name]?.schema ?? []);
  return schemas.length === 0 ? undefined : new SchemaPlace(schemas, '', true);
}

function reasonFor(value: unknown, nodes: readonly SchemaNode[], { outer }: Inherited): Reason | undefined {
  if (outer === 'secret' || nodes.some(({ format }) => format === 'password')) return 'secret';
  if (nodes.length > 0 && (outer === 'personal' || isSensitive(nodes))) return 'personal';
  const kinds = nodes.flatMap(({ type }) => type ?? []);
  const kind = Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value;
  const isKnown = kinds.some((each) => each === kind || (each === 'integer' && kind === 'number'));
  return isKnown || (nodes.length > 0 && kinds.length === 0) ? undefined : 'undocumented';
}

function isWord(value: string, nodes: readonly SchemaNode[]): boolean {
  return nodes.some((node) => node.const === value || node.enum?.includes(value));
}
