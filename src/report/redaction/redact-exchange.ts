/** Redacts exchanges and messages by the schemas of their places: secrets and personal values are marked, what shows a fault stays. */
import { isDeepStrictEqual } from 'node:util';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../../contracts/generated/operations.ts';
import open from '../../../contracts/generated/validators/open.js';
import type { Compiled, SchemaNode } from '../../../contracts/src/base/compiled-schema.ts';
import { isNumber, isObject, member } from '../../../contracts/src/base/json-value.ts';
import {
  memberSchemas,
  partsOf,
  SECRET_NAME,
  withoutCredentials,
} from '../../../contracts/src/base/redact.ts';
import type { Body, Exchange, Headers, Request, Response } from '../../../contracts/src/judge/exchange.ts';
import { isSuccess, type OperationId, operationOf } from '../../../contracts/src/judge/operation.ts';
import { refusalWords } from '../../runner/outcome.ts';
import type { Known, Reason, Redaction, Replacement, Rewriting } from './redact-text.ts';
import {
  inWords,
  knownIn,
  redactAddress,
  redaction,
  redactLink,
  redactText,
  rewriting,
  strike,
} from './redact-text.ts';

const validators: Record<string, Compiled | undefined> = open;
const published: {
  readonly requests: Record<string, object>;
  readonly answers: Record<string, Record<string, object>>;
} = examples;

export interface Redactor {
  exchange(mark?: Replacement): Exchange;
  request(mark?: Replacement): Request;
  /** The same shape, to be read again as an exchange: secrets, personal and undocumented values as `replace` writes them. */
  rewritten(replace: Rewriting): Exchange;
  /** Status and words of a refusal, 400 "the date is in the past"; undefined for a success. */
  refusal(): string | undefined;
}

/**
 * Replaces each secret, personal and undocumented value by its mark, in words where none is given, also where the
 * exchange repeats it. The address of a web form keeps its host; text that is not JSON is not repeated. A body that is a
 * published example keeps everything but its secrets.
 */
export function redactor({ request, response }: Exchange): Redactor {
  const operation = operationOf(request);
  const parts = (
    { headers, body }: Request | Response,
    nodes: readonly SchemaNode[],
    open: readonly unknown[],
    how: Redaction,
  ) => ({
    headers: redactHeaders(headers, how),
    ...(body && { body: redactBody(body, headers, nodes, open, how) }),
  });
  const redactRequest = (how: Redaction): Request => {
    const nodes = operation ? schemasOf([`${operation}.request`]) : [];
    const url = redactCalled(request.url, operation, nodes, how);
    const open = Object.values(published.requests[operation ?? ''] ?? {});
    return { method: request.method, url, ...parts(request, nodes, open, how) };
  };
  const redactResponse = (how: Redaction): Response => {
    const { status } = response;
    const open = Object.values(published.answers[operation ?? ''] ?? {}).flatMap(Object.values);
    return { status, ...parts(response, answerSchemas(operation, status), open, how) };
  };
  const redactExchange = (how: Redaction): Exchange => ({
    request: redactRequest(how),
    response: redactResponse(how),
  });
  let known: readonly Known[] | undefined;
  const marked = (mark: Replacement): Redaction => {
    known ??= knownIn(redactExchange);
    return redaction(mark, known);
  };
  return {
    exchange: (mark = inWords) => redactExchange(marked(mark)),
    request: (mark = inWords) => redactRequest(marked(mark)),
    rewritten: (replace) => {
      const found = knownIn(({ mark }) => redactExchange(rewriting(mark)));
      return redactExchange(rewriting(replace, found));
    },
    refusal: () => {
      const { status } = response;
      if (operation ? isSuccess(operation, status) : status < 400) return undefined;
      const words = redactText(refusalWords({ request, response }), marked(inWords));
      return words === '' ? `${status}` : `${status} "${words}"`;
    },
  };
}

function redactBody(
  body: Body,
  headers: Headers,
  nodes: readonly SchemaNode[],
  published: readonly unknown[],
  how: Redaction,
): Body {
  if ('json' in body) {
    const isOpen = !how.replace && isExample(body, published);
    return { json: redactJson(body.json, nodes, 'body', { ...how, isOpen }) };
  }
  if (headers['content-type']?.includes('x-www-form-urlencoded') || isForm(body.text))
    return { text: redactPairs(body.text, nodes, how) };
  return { text: how.mark('not JSON', 'body', body.text) };
}

const examplesByBody = new WeakMap<Body, boolean>();

/** Whether the body is a published example; asked for each time that its exchange is redacted. */
function isExample(body: { readonly json: unknown }, published: readonly unknown[]): boolean {
  const known = examplesByBody.get(body);
  if (known !== undefined) return known;
  const found = published.some((example) => isDeepStrictEqual(example, body.json));
  examplesByBody.set(body, found);
  return found;
}

/** Some clients send a form and do not say so. */
export function isForm(text: string): boolean {
  return /^[\w.-]+=/.test(text);
}

/** The address that was called: parameters with a documented name are read like fields of the body. */
function redactCalled(
  url: string,
  operation: OperationId | undefined,
  nodes: readonly SchemaNode[],
  how: Redaction,
): string {
  const [, path = '', query] = /^([^?#]*)(?:\?([^#]*))?/s.exec(url) ?? [];
  const place = how.replace && !operation ? strangePath(path, how.replace) : redactAddress(path, how);
  return query === undefined ? place : `${place}?${redactPairs(query, nodes, how)}`;
}

const DOCUMENTED_STEPS = new Set(Object.values(operations).flatMap(({ path }) => path.split('/')));

/** The path of a call that is not documented, which may name a user: its steps are undocumented values. */
function strangePath(address: string, replace: Rewriting): string {
  const [, host = '', path = ''] = /^(\w+:\/\/[^/]*)?(.*)$/s.exec(withoutCredentials(address)) ?? [];
  const steps = path.split('/').map((step) => {
    if (DOCUMENTED_STEPS.has(step) || /^v[0-9]+$/.test(step)) return step;
    const plain = decodedStep(step);
    const other = replace('undocumented', 'path', plain);
    return other === plain ? step : encodeURIComponent(String(other));
  });
  return host + steps.join('/');
}

function decodedStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Form-encoded text, its values redacted like the fields of those names. */
function redactPairs(text: string, nodes: readonly SchemaNode[], how: Redaction): string {
  const pairs = text.split('&').map((pair) => {
    const at = pair.indexOf('=');
    if (at === -1) return pair === '' ? '' : how.mark('undocumented', 'parameter', pair);
    const [name, value] = [...new URLSearchParams(pair)][0] ?? ['', ''];
    const written = redactJson(value, memberSchemas(partsOf(nodes), name), name, how);
    const encoded = how.replace ? encodeURIComponent(String(written)) : written;
    return `${strike(pair.slice(0, at), how)}=${written === value ? pair.slice(at + 1) : encoded}`;
  });
  return pairs.join('&');
}

/** Of every documented answer of the operation, since the status can be wrong; of a refusal the envelope too. */
function answerSchemas(operation: OperationId | undefined, status: number): SchemaNode[] {
  const own = operation ? Object.keys(operations[operation].answers).map((key) => `${operation}.${key}`) : [];
  return schemasOf(status >= 400 ? [...own, 'importBankConnectionV1.451'] : own);
}

function schemasOf(names: readonly string[]): SchemaNode[] {
  return names.flatMap((name) => validators[name]?.schema ?? []);
}

/** Headers that hold no credentials. */
const READABLE = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'allow', 'cache-control', 'connection'],
  ...['content-encoding', 'content-language', 'content-length', 'content-type', 'date', 'expires', 'host'],
  ...['keep-alive', 'pragma', 'prefer', 'retry-after', 'server', 'transfer-encoding', 'user-agent', 'vary'],
  ...['www-authenticate', 'x-correlation-id', 'x-request-id'],
]);

/** `authorization` keeps its scheme, `location` the host of its address, an unknown header its name without known values. */
function redactHeaders(headers: Headers, redaction: Redaction): Headers {
  // Names are read in lower case.
  const inNames = { ...redaction, values: redaction.values.map((value) => value.toLowerCase()) };
  const redacted = Object.entries(headers).map(([name, value]) => {
    return [READABLE.has(name) ? name : strike(name, inNames), redactHeader(name, value, redaction)];
  });
  return Object.fromEntries(redacted);
}

function redactHeader(name: string, value: string, redaction: Redaction): string {
  const { mark } = redaction;
  if (READABLE.has(name)) return redactText(value, redaction);
  const [, scheme, credentials] = /^(bearer|basic) +(.+)$/is.exec(value) ?? [];
  if (name.endsWith('authorization') && scheme !== undefined)
    return `${scheme} ${mark('secret', /bearer/i.test(scheme) ? 'token' : 'credentials', credentials)}`;
  if (name === 'location') return redactLink(value, redaction);
  // A name that begins with a colon repeats the request line.
  const isCredential = !name.startsWith(':') && SECRET_NAME.test(name);
  return mark(isCredential ? 'secret' : 'undocumented', name, value);
}

type Node = SchemaNode & { type?: string | string[]; const?: unknown; enum?: unknown[] };

/**
 * Keeps the structure, null, and the values of documented fields that are neither secret nor personal and of a kind
 * that the documentation gives them. `nodes` are the schemas of the value, `name` is that of its field.
 */
export function redactJson(
  value: unknown,
  nodes: readonly SchemaNode[],
  name: string,
  how: Redaction,
  isPersonal = false,
): unknown {
  if (value === null || value === undefined || value === '') return value;
  const all: readonly Node[] = partsOf(nodes);
  const found = reasonFor(value, all, isPersonal);
  const reason = how.isOpen && found !== 'secret' ? undefined : found;
  if (reason === 'secret' || reason === 'undocumented') return replaced(reason, name, value, how);
  const inner = (part: unknown, key: string, place: readonly SchemaNode[]) =>
    redactJson(part, place, key, how, reason === 'personal');
  if (Array.isArray(value)) {
    const items = all.flatMap((node) => node.items ?? []);
    return value.map((item) => inner(item, name, items));
  }
  if (typeof value === 'object' && !isNumber(value)) {
    const entries = Object.entries(value).map(([key, part]) => {
      return [writtenName(key, how), inner(part, key, memberSchemas(all, key))];
    });
    return Object.fromEntries(entries);
  }
  if (reason === 'personal') return replaced(reason, name, value, how);
  if (typeof value !== 'string' || isWord(value, all) || how.isOpen) return value;
  return all.some(({ format }) => format === 'uri') ? redactLink(value, how) : redactText(value, how);
}

/** By its mark. A result that is read again keeps its shape: each text and number of it is replaced. */
function replaced(reason: Reason, name: string, value: unknown, how: Redaction): unknown {
  if (!how.replace) return how.mark(reason, name, value);
  if (typeof value === 'string' || isNumber(value)) return how.replace(reason, name, value);
  if (Array.isArray(value)) return value.map((item) => replaced(reason, name, item, how));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    return [writtenName(key, how), replaced(reason, key, part, how)];
  });
  return Object.fromEntries(entries);
}

/** A name that is none may be a value. */
function writtenName(name: string, how: Redaction): string {
  if (!how.replace || /^[\w.$-]{1,64}$/.test(name)) return strike(name, how);
  return String(how.replace('undocumented', 'name', name));
}

function reasonFor(value: unknown, nodes: readonly Node[], isPersonal: boolean): Reason | undefined {
  if (nodes.some(({ format }) => format === 'password')) return 'secret';
  const isMarked = nodes.some((node) => node['x-personal'] || node['x-encrypted']);
  if ((isMarked || isPersonal) && nodes.length > 0) return 'personal';
  return nodes.some((node) => kindsOf(node).has(kind(value))) ? undefined : 'undocumented';
}

const kindsOfNodes = new WeakMap<Node, ReadonlySet<unknown>>();

/** The kinds of value that a schema allows. */
function kindsOf(node: Node): ReadonlySet<unknown> {
  const known = kindsOfNodes.get(node);
  if (known) return known;
  const { type, const: only, enum: words = [], 'x-not-shown': open } = node;
  const types = [type].flat().map((name) => (name === 'integer' ? 'number' : name));
  // A field whose type is not shown is one value.
  const isOpen = open === 'FIELD-TYPE' && type === undefined;
  const kinds = isOpen
    ? ['string', 'number', 'boolean']
    : [...types, ...[only ?? [], words].flat().map(kind)];
  const made = new Set<unknown>(kinds);
  kindsOfNodes.set(node, made);
  return made;
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return isNumber(value) ? 'number' : typeof value;
}

function isWord(value: string, nodes: readonly Node[]): boolean {
  return nodes.some((node) => node.const === value || node.enum?.includes(value));
}

/** A decrypted message: its structure, numbers, times and words stay. One of an unknown trigger event keeps nothing. */
export function redactMessage(message: unknown): unknown {
  const nodes = decryptedSchema(member(message, 'triggerEvent'));
  const redactWith = (how: Redaction) => redactJson(message, nodes, 'message', how);
  return redactWith(redaction(inWords, knownIn(redactWith)));
}

const decryptedSchemas = new Map<unknown, SchemaNode[]>();

/** The schema of the message, in which items hold their details and not the text that encrypts them. */
function decryptedSchema(event: unknown): SchemaNode[] {
  const known = decryptedSchemas.get(event);
  if (known) return known;
  const message = validators[`${event}.message`]?.schema;
  const details = validators[`${event}.details`]?.schema;
  if (!message) return [];
  const properties = Object.entries(message.properties ?? {}).map(([name, node]) => {
    const isList = details !== undefined && node.items?.properties !== undefined;
    const items = isList && { ...node.items, properties: { ...node.items?.properties, details } };
    return [name, items ? { ...node, items } : node];
  });
  const made = [{ ...message, properties: Object.fromEntries(properties) }];
  decryptedSchemas.set(event, made);
  return made;
}
