/** What breaks a clause, as data; only this file makes words of it. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { valueAt } from './json-value.ts';
import { isSensitive } from './redact.ts';
import type { SchemaNode } from './schema.ts';
import { nodesAt, type SchemaPlace } from './schema-place.ts';
import { kindOf, show } from './text.ts';

/** Where a record was found. */
export interface RecordSource {
  readonly file: string;
  /** The index of the record in its file, from 0. */
  readonly index: number;
  /** The line in an NDJSON file, from 1. */
  readonly line?: number | undefined;
}

/** A finding in a recording names the record; a finding in a case names the exchange. */
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
  /** What differs, where that is not the field at the pointer. */
  readonly subject?: string | undefined;
  readonly expected?: string | undefined;
  /** The value at the pointer, or its kind and size where it may be secret or personal (foundText); or a status, count or host. */
  readonly found?: string | undefined;
  /** For a time in a further format: a regular expression for that format, without the digits. */
  readonly format?: string | undefined;
  /** The number of the exchange in its case; without it, the last one that can break the clause. */
  readonly exchange?: number;
  /** The operation of the record; null where it is not documented. */
  readonly operation?: string | null;
  /** The earlier record that it is compared with, where one record alone shows nothing. */
  readonly earlier?: RecordSource | undefined;
}

/**
 * A finding without the clause, which its check knows. `found` is the value at the pointer unless the check gives a status, a
 * count or a host.
 */
export type Breach = Pick<Finding, 'pointer'> & Partial<Omit<Finding, 'clause' | 'pointer'>>;

/** The finding is about a value, and about the provider, unless the breach says otherwise. */
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

/** Writes `/response/body/errors/0/code` as `errors[0].code`; empty for a status. */
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
 * The value at the pointer as a finding may show it: only kind and size where it is secret, personal, not documented, or a
 * text of a message other than a time; only the kind of a credential. Nothing else decides this: `expected` holds no value of
 * the exchange but a count. `nodes` are the schemas from the root to the value; undefined for a field that is not documented.
 * Returns undefined where there is no value.
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
 * Fills in `found` from the judged value, unless the finding has one. `place` is the schema of that value, `details` that of
 * the decrypted details of a message.
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
