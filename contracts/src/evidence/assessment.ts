/** Counts what a recording still sends to V1 and what it already sends to V2, without a value of any field. */
import { isObject } from '../base/json-value.ts';
import type { FieldResult } from '../migration/mapping-engine.ts';
import type { MappingRow, RequestKind } from '../migration/mapping-table.ts';
import { migrateImport, migratePayment, submitFields } from '../migration/migrate-request.ts';
import { type FlowOperation, isTaken, type RecordedFlowCall, V1Payments } from './recorded-flows.ts';

export interface CallCounts {
  calls: number;
  /** By status; `unknown` where no answer was recorded. */
  readonly statuses: Record<string, number>;
  /** In milliseconds since 1970; null where no record says it. */
  first: number | null;
  last: number | null;
}

/** How often a field of the table is used. */
export interface FieldUse {
  /** Bodies that hold it. */
  calls: number;
  /** Values: one for each item of a list. */
  values: number;
  /** Values that V2 has no counterpart for. */
  refused: number;
}

/** Names of undocumented fields that are counted. */
const MOST_NAMES = 1000;

export class Assessment {
  records = 0;
  /** Records and files that cannot be read. */
  broken = 0;
  /** V1 requests without a JSON object as their body: what becomes of them is unknown. */
  bodiless = 0;
  readonly calls = new Map<FlowOperation, CallCounts>();
  readonly fields = new Map<MappingRow, FieldUse>();
  /** By request and JSON Pointer with `*` for any index: `import /note`. */
  readonly undocumented = new Map<string, number>();
  readonly payments = new V1Payments();

  /** A record: a call of a flow, undefined for any other, `broken` for one that cannot be read, and for such a file. */
  add(call: RecordedFlowCall | 'broken' | undefined): void {
    this.records++;
    if (call === 'broken') this.broken++;
    else if (call !== undefined) {
      this.#countCall(call);
      if (call.version === 'V1' && isTaken(call)) this.#countRequest(call);
    }
  }

  #countCall({ operation, status, time }: RecordedFlowCall): void {
    const counts = this.calls.get(operation) ?? { calls: 0, statuses: {}, first: null, last: null };
    this.calls.set(operation, counts);
    const name = String(status ?? 'unknown');
    counts.calls++;
    counts.statuses[name] = (counts.statuses[name] ?? 0) + 1;
    if (time === undefined) return;
    counts.first = Math.min(counts.first ?? time, time);
    counts.last = Math.max(counts.last ?? time, time);
  }

  #countRequest(call: RecordedFlowCall): void {
    const { kind, json } = call;
    if (kind !== 'import') this.payments.add(call);
    if (isObject(json)) this.#countFields(kind, fieldsOf(kind, json));
    else if (kind !== 'submit') this.bodiless++;
  }

  #countFields(kind: RequestKind, fields: readonly FieldResult[]): void {
    const inBody = new Set<MappingRow>();
    for (const { row, from, value, verdict } of fields) {
      if (row === null) {
        this.#countUndocumented(`${kind} ${shownPointer(from ?? '')}`);
        continue;
      }
      const use = this.fields.get(row) ?? { calls: 0, values: 0, refused: 0 };
      this.fields.set(row, use);
      if (!inBody.has(row)) use.calls++;
      inBody.add(row);
      if (!isEmptyList(value)) use.values++;
      if (verdict === 'wrong-value') use.refused++;
    }
  }

  #countUndocumented(name: string): void {
    const known = this.undocumented.get(name);
    if (known === undefined && this.undocumented.size >= MOST_NAMES) return;
    this.undocumented.set(name, (known ?? 0) + 1);
  }
}

function fieldsOf(kind: RequestKind, body: object): readonly FieldResult[] {
  if (kind === 'submit') return submitFields(body);
  return (kind === 'import' ? migrateImport : migratePayment)(body).fields;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** `*` for an index, and for a name that may be a value, such as an IBAN or an id. */
function shownPointer(pointer: string): string {
  const isName = (name: string) => /^[A-Za-z_$][\w$.-]{0,63}$/.test(name) && !/\d{4}/.test(name);
  return pointer.replace(/(?<=\/)[^/]*/g, (name) => (isName(name) ? name : '*'));
}
