/** What breaks a clause, as data, and the one place where words are made of it. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { valueAt } from './json-value.ts';
import { isSensitive } from './redact.ts';
import type { SchemaNode } from './schema.ts';
import { nodesAt, type SchemaPlace } from './schema-place.ts';
import { kindOf, show } from './text.ts';

/** Where a record was found. */
export interface RecordSource {
  readonly file: string;
  /** From 0, in its file. */
  readonly index: number;
  /** Of an NDJSON file, from 1. */
  readonly line?: number | undefined;
}

/** The source of what is found in a recording is the record; that of a case is the exchange. */
export interface Finding extends Partial<RecordSource> {
  readonly clause: ClauseId;
  /** The provider broke what is documented, or the client sent a request that deviates from it. */
  readonly about: 'provider' | 'client';
  /**
   * `missing`: no value where one is due; `unexpected`: one where none is; `type`: of another JSON type; `format`: text in
   * another form; `repeated`: what differs from all others; `value`: all else.
   */
  readonly kind:
    | 'missing'
    | 'unexpected'
    | 'type'
    | 'format'
    | 'value'
    | 'status'
    | 'count'
    | 'order'
    | 'host'
    | 'repeated';
  /** JSON Pointer into the exchange or message that was judged, or into what a scenario played. */
  readonly pointer: string;
  /** What differs, where it is not the field at the pointer. */
  readonly subject?: string | undefined;
  readonly expected?: string | undefined;
  /** The value at the pointer, or its kind and size where it may be secret or personal (foundText); or a status, count or host. */
  readonly found?: string | undefined;
  /** Of a time in a further format: a regular expression for it, without its digits. */
  readonly format?: string | undefined;
  /** Which exchange of its case has it; without it, the last one that can break the clause. */
  readonly exchange?: number;
  /** Of its record; null where it is not documented. */
  readonly operation?: string | null;
  /** The record that it is compared with, where one alone shows nothing. */
  readonly earlier?: RecordSource | undefined;
}

/**
 * A finding whose clause is known from its check; of a value unless it says otherwise. What is found is the value at the
 * pointer, or what the check says: a status, a count, a host.
 */
export type Breach = Pick<Finding, 'pointer'> & Partial<Omit<Finding, 'clause' | 'pointer'>>;

/** Of a value, and by the provider, unless the breach says otherwise. */
export function findingOf(clause: ClauseId, breach: Breach): Finding {
  return { clause, about: 'provider', kind: 'value', ...breach };
}

/** A finding with its words, as results and the published entries have it. */
export type WordedFinding = Finding & { readonly message: string };

export function worded<Data extends Finding>(finding: Data): Data & { readonly message: string } {
  return { ...finding, message: findingText(finding) };
}

/** `id: expected a UUID, got text of 5 characters`; `expected 201, got 200` of a status; `id is missing`. */
export function findingText({
  kind,
  pointer,
  subject = placeName(pointer),
  expected,
  found,
}: Pick<Finding, 'kind' | 'pointer' | 'subject' | 'expected' | 'found'>): string {
  const got = found === undefined ? '' : `, got ${found}`;
  const due = expected === undefined ? '' : `expected ${expected}${got}`;
  if (kind === 'missing') return [`${subject} is missing`.trim(), due].filter(Boolean).join('; ');
  return [subject, due].filter(Boolean).join(': ');
}

/** `/response/body/errors/0/code` as `errors[0].code`. Empty for a status. */
export function placeName(pointer: string): string {
  if (pointer === '/response/status') return '';
  const [, header] = /\/headers\/(.+)$/.exec(pointer) ?? [];
  if (header !== undefined) return `the ${header} header`;
  const path = pointer.replace(/^\/(request|response)(?=\/)|^\/steps\/\d+\/received\/\d+\/message(?=\/)/, '');
  const fields = path.replace(/^\/body\//, '/');
  if (fields === '/body') return pointer.startsWith('/request') ? 'the request body' : 'the body';
  const name = fields
    .slice(1)
    .replace(/(?:^|\/)(\d+|\*)(?=\/|$)/g, (_, at) => `[${at === '*' ? '' : at}]`)
    .replaceAll('/', '.');
  return name === '' ? 'the message' : name;
}

const TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d[\d:.+Z-]*$/;

/**
 * The value at the pointer as a finding may show it: kind and size of what is secret, personal or not documented, and of each
 * text of a message but a time; the kind alone of a credential. The only place that decides this: `expected` holds no value of
 * the exchange but a count. `nodes` are those of the schemas on the way to the value; undefined where it is not documented.
 * Undefined where there is no value.
 */
export function foundText(
  value: unknown,
  kind: Finding['kind'],
  nodes: readonly SchemaNode[] | undefined,
  isOfMessage = false,
): string | undefined {
  if (value === undefined || kind === 'missing') return undefined;
  if (kind === 'type' || nodes?.some(({ format }) => format === 'password')) return kindOf(value);
  const isTextOfMessage = isOfMessage && typeof value === 'string' && !TIME.test(value);
  return show(value, nodes === undefined || isTextOfMessage || isSensitive(nodes));
}

/**
 * The finding with what is found at its pointer in the value that was judged, which `place` describes; one that says what is
 * found stays as it is. `details` is the place of the decrypted details of a message.
 */
export function withFound(
  finding: Finding,
  value: unknown,
  place: SchemaPlace | undefined,
  {
    isOfMessage,
    details,
  }: { readonly isOfMessage?: boolean; readonly details?: SchemaPlace | undefined } = {},
): Finding {
  const { pointer, kind } = finding;
  if (finding.found !== undefined) return finding;
  const nodes = nodesAt(place, pointer, details);
  return { ...finding, found: foundText(valueAt(value, pointer).value, kind, nodes, isOfMessage) };
}
