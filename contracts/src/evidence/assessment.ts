/** Counts what a recording still sends to V1 and what it already sends to V2, without a value of any field. */
import { isObject } from '../base/json-value.ts';
import { responseClass } from '../judge/operation.ts';
import { otherVersionFindings } from '../judge/other-version.ts';
import type { FieldResult } from '../migration/mapping-engine.ts';
import type { MappingRow, RequestKind, Version } from '../migration/mapping-table.ts';
import {
  importToV1,
  migrateImport,
  migratePayment,
  paymentToV1,
  submitFields,
} from '../migration/migrate-request.ts';
import type { CallEvidence } from './read-evidence.ts';
import { type FlowOperation, isTaken, type RecordedFlowCall, V1Payments } from './recorded-flows.ts';
import { addUndocumented, type UndocumentedCalls } from './undocumented-calls.ts';

export interface CallCounts {
  calls: number;
  /** By status; `unknown` where no answer was recorded. */
  readonly statuses: Record<string, number>;
  /** In milliseconds since 1970; null where no record says it. */
  first: number | null;
  last: number | null;
}

/** How often a field of the table is used. */
interface FieldUse {
  /** Bodies that hold it. */
  calls: number;
  /** Values: one for each item of a list. */
  values: number;
  /** Values that V2 has no counterpart for. */
  refused: number;
}

/** What a recording holds, in counts alone: those of its parts, cut by user, add up to those of the whole. */
export interface AssessmentCounts {
  records: number;
  /** Records and files that cannot be read. */
  broken: number;
  /** V1 requests without a JSON object as their body: what becomes of them is unknown. */
  bodiless: number;
  readonly calls: Partial<Record<FlowOperation, CallCounts>>;
  /** By `useName`. */
  readonly fields: Record<string, FieldUse>;
  /** By request and JSON Pointer with `*` for any index: `import /note`. */
  readonly undocumented: Record<string, number>;
  /** Values that V2 has no counterpart for, by request, field and value: `import accountTypes[] Pocket`. */
  readonly refusedValues: Record<string, number>;
  /** Orders that name a currency of their own, which V1 does not document, by currency. */
  readonly currencies: Record<string, number>;
  /** Payments that name their sender by accountId alone. */
  withoutIban: number;
  /** Undocumented fields of V2 requests: `import /callbacks`. */
  readonly undocumentedV2: Record<string, number>;
  /** What requests of a version spell as the other one does, refused ones too: `import: bankId is the V1 name of bank.id`. */
  readonly otherSpelling: Record<Version, Record<string, number>>;
  /** Numbers that were sent as text, refused requests too: `V1 import bankId`. */
  readonly numbersAsText: Record<string, number>;
  /** Web Form V2 calls by host: those that created a form, and those that were answered with 404. */
  readonly v2Hosts: Record<string, { created: number; notFound: number }>;
  readonly undocumentedCalls: UndocumentedCalls;
  readonly payments: ReturnType<V1Payments['counts']>;
}

/** Names a row of the table among the requests: `payment iban`, and for an added field its V2 place. */
export function useName(kind: RequestKind, { from, to }: MappingRow): string {
  return `${kind} ${from ?? to}`;
}

/** The counts of all parts of a recording together. */
export function addedCounts(parts: readonly AssessmentCounts[]): AssessmentCounts {
  return parts.reduce((sum, part) => added(sum, part), new Assessment().counts());
}

type Counts = number | null | { readonly [name: string]: Counts };

/** Sums number by number; of the times `first` and `last` the earlier and the later one. */
function added<Of extends object>(one: Of, other: Of): Of {
  const sum: Record<string, Counts> = { ...(one as Record<string, Counts>) };
  for (const [name, value] of Object.entries(other as Record<string, Counts>)) {
    const known = sum[name] ?? null;
    if (known === null || value === null) sum[name] = known ?? value;
    else if (typeof known === 'object') sum[name] = added(known, value as object) as Counts;
    else if (name === 'first') sum[name] = Math.min(known, value as number);
    else if (name === 'last') sum[name] = Math.max(known, value as number);
    else sum[name] = known + (value as number);
  }
  return sum as Of;
}

/** Names of undocumented fields that are counted. */
const MOST_NAMES = 1000;

export class Assessment {
  readonly #counts = {
    records: 0,
    broken: 0,
    bodiless: 0,
    withoutIban: 0,
    calls: {} as AssessmentCounts['calls'],
    fields: {} as AssessmentCounts['fields'],
    undocumented: {} as AssessmentCounts['undocumented'],
    refusedValues: {} as AssessmentCounts['refusedValues'],
    currencies: {} as AssessmentCounts['currencies'],
    undocumentedV2: {} as AssessmentCounts['undocumentedV2'],
    otherSpelling: { V1: {}, V2: {} } as AssessmentCounts['otherSpelling'],
    numbersAsText: {} as AssessmentCounts['numbersAsText'],
    v2Hosts: {} as AssessmentCounts['v2Hosts'],
    undocumentedCalls: {} as UndocumentedCalls,
  };
  readonly #payments = new V1Payments();
  readonly #onRequest: (fields: readonly FieldResult[]) => void;

  /** `onRequest` gets what becomes of the fields of each V1 request. */
  constructor(onRequest: (fields: readonly FieldResult[]) => void = () => {}) {
    this.#onRequest = onRequest;
  }

  counts(): AssessmentCounts {
    return { ...this.#counts, payments: this.#payments.counts() };
  }

  /**
   * A record: a call of a flow, one that is not documented, undefined for any other, `broken` for one that cannot be read, and
   * for such a file.
   */
  add(call: RecordedFlowCall | CallEvidence | 'broken' | undefined): void {
    this.#counts.records++;
    if (call === 'broken') this.#counts.broken++;
    else if (call?.kind === 'call') addUndocumented(this.#counts.undocumentedCalls, call);
    else if (call !== undefined) {
      this.#countCall(call);
      const fields = fieldsOf(call);
      if (call.version === 'V1') this.#onRequest(fields);
      const spelled = this.#countSpelling(call, fields);
      if (!isTaken(call)) return;
      if (call.version === 'V1') this.#countRequest(call, fields);
      else
        for (const { row, from } of fields)
          if (row === null && !spelled.has(from))
            countName(this.#counts.undocumentedV2, `${call.kind} ${shownPointer(from ?? '')}`);
    }
  }

  /** Returns the pointers of what is spelled as the other version does. */
  #countSpelling(
    { operation, version, kind, json, host, status }: RecordedFlowCall,
    fields: readonly FieldResult[],
  ): ReadonlySet<string | null> {
    const { otherSpelling, numbersAsText, v2Hosts } = this.#counts;
    for (const { row, value, verdict } of fields)
      if (row?.type === 'number' && typeof value === 'string' && verdict !== 'wrong-value')
        countName(numbersAsText, `${version} ${kind} ${version === 'V1' ? row.from : row.to}`);
    if (version === 'V2' && host !== undefined) {
      const counts = v2Hosts[host] ?? { created: 0, notFound: 0 };
      v2Hosts[host] = counts;
      if (responseClass(operation, status) === 'success') counts.created++;
      if (status === 404) counts.notFound++;
    }
    const found = otherVersionFindings(operation, json, '');
    for (const { message } of found)
      countName(otherSpelling[version], `${kind}: ${message.replace(/\[\d+\]/, '[]')}`);
    return new Set(found.map(({ pointer }) => pointer));
  }

  #countCall({ operation, status, time }: RecordedFlowCall): void {
    const counts = this.#counts.calls[operation] ?? { calls: 0, statuses: {}, first: null, last: null };
    this.#counts.calls[operation] = counts;
    const name = String(status ?? 'unknown');
    counts.calls++;
    counts.statuses[name] = (counts.statuses[name] ?? 0) + 1;
    if (time === undefined) return;
    counts.first = Math.min(counts.first ?? time, time);
    counts.last = Math.max(counts.last ?? time, time);
  }

  #countRequest(call: RecordedFlowCall, fields: readonly FieldResult[]): void {
    const { kind, json } = call;
    if (kind !== 'import') this.#payments.add(call);
    if (isObject(json)) this.#countFields(kind, fields);
    else if (kind !== 'submit') this.#counts.bodiless++;
  }

  #countFields(kind: RequestKind, fields: readonly FieldResult[]): void {
    const inBody = new Set<MappingRow>();
    for (const { row, from, value, verdict } of fields) {
      if (row === null) {
        countName(this.#counts.undocumented, `${kind} ${shownPointer(from ?? '')}`);
        continue;
      }
      if (from === '/accountId') {
        this.#counts.withoutIban++;
        continue;
      }
      if (from !== null && row.from === null) {
        countName(this.#counts.currencies, verdict === 'wrong-value' ? 'another value' : String(value));
        continue;
      }
      const name = useName(kind, row);
      const use = this.#counts.fields[name] ?? { calls: 0, values: 0, refused: 0 };
      this.#counts.fields[name] = use;
      if (!inBody.has(row)) use.calls++;
      inBody.add(row);
      if (!isEmptyList(value)) use.values++;
      if (verdict !== 'wrong-value') continue;
      use.refused++;
      const isWord = !row.personal && typeof value === 'string' && isName(value);
      if (isWord) countName(this.#counts.refusedValues, `${name} ${value}`);
    }
  }
}

function countName(counts: Record<string, number>, name: string): void {
  const known = counts[name];
  if (known === undefined && Object.keys(counts).length >= MOST_NAMES) return;
  counts[name] = (known ?? 0) + 1;
}

/** What becomes of each field in the other version; none of a body that is no object. */
function fieldsOf({ version, kind, json }: RecordedFlowCall): readonly FieldResult[] {
  if (!isObject(json)) return [];
  if (kind === 'submit') return submitFields(json);
  if (version === 'V2') return (kind === 'import' ? importToV1 : paymentToV1)(json).fields;
  return (kind === 'import' ? migrateImport : migratePayment)(json).fields;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$.-]{0,63}$/.test(text) && !/\d{4}/.test(text);
}

/** `*` for an index, and for a name that may be a value, such as an IBAN or an id. */
function shownPointer(pointer: string): string {
  return pointer.replace(/(?<=\/)[^/]*/g, (name) => (isName(name) ? name : '*'));
}
