/** Counts what a recording still sends to V1 and what it already sends to V2, without a value of any field. */

import { isNumberAsText } from '../../contracts/src/base/decimal.ts';
import { findingText } from '../../contracts/src/base/finding.ts';
import type { RequestKind } from '../../contracts/src/base/flows.ts';
import { anyItem, nullsIn } from '../../contracts/src/base/json-value.ts';
import { placeOf, type SchemaPlace, visitPlaces } from '../../contracts/src/base/schema-place.ts';
import { requestSchema } from '../../contracts/src/judge/operation.ts';
import { otherVersionFindings } from '../../contracts/src/judge/other-version.ts';
import { mappingPath } from '../../contracts/src/migration/content.ts';
import { type FieldResult, mapRequest } from '../../contracts/src/migration/mapping-engine.ts';
import type { MappingRow } from '../../contracts/src/migration/mapping-table.ts';
import { migrateFlow } from '../../contracts/src/migration/migrate-request.ts';
import { BrokenRecord } from '../../contracts/src/recordings/recorded-parts.ts';
import {
  addV2Call,
  isFlowKind,
  isTaken,
  type RecordedFlowCall,
  Repetitions,
  type recordedFlowCall,
  V1Payments,
  type V2Hosts,
} from './recorded-flows.ts';
import { addUndocumented, byName, countName, type UndocumentedCalls } from './undocumented-calls.ts';

/** The counts of a recording. The counts of its parts, cut by user, add up to those of the whole. */
export type AssessmentCounts = ReturnType<Assessment['counts']>;

function noCounts() {
  return {
    records: 0,
    /** Records and files that cannot be read. */
    broken: 0,
    /** Calls that got no response and were sent again: their content counts once. */
    repeated: 0,
    /** V1 requests whose body is not a JSON object, so that it cannot be migrated. */
    bodiless: 0,
    /** Fields of V1 requests that were null and are left out, by request and JSON Pointer: `payment /executionDate`. */
    nulls: byName<number>(),
    /** Payments that name their sender by accountId alone. */
    withoutIban: 0,
    /** The calls of each operation. */
    calls: byName<CallCounts>(),
    /** The uses of a field, by `useName`: bodies with it, its values (one per list item), and values without V2 counterpart. */
    fields: byName<{ calls: number; values: number; refused: number }>(),
    /** Undocumented fields by request and JSON Pointer with `*` for any index: `import /note`. */
    undocumented: byName<number>(),
    /** Values without a V2 counterpart, by request, field and value: `import accountTypes[] Pocket`. */
    refusedValues: byName<number>(),
    /** Orders with a currency, which V1 does not document, by currency. */
    currencies: byName<number>(),
    /** Undocumented fields of V2 requests: `import /callbacks`. */
    undocumentedV2: byName<number>(),
    /** Spellings of the other version, even if refused: `import: bankId: expected its V2 name bank.id, got its V1 name`. */
    otherSpelling: { V1: byName<number>(), V2: byName<number>() },
    /** Numbers sent as text, in refused requests too: `V1 import bankId`. */
    numbersAsText: byName<number>(),
    v2Hosts: byName() as V2Hosts,
    undocumentedCalls: byName() as UndocumentedCalls,
  };
}

interface CallCounts {
  calls: number;
  /** The number of calls by status; `unknown` if no response was recorded. */
  readonly statuses: Record<string, number>;
  /** The time of the first call in milliseconds since 1970; null if no record has a time. */
  first: number | null;
  last: number | null;
}

/** The name of a row with its request: `payment iban`; for an added field with its V2 path. */
export function useName(kind: RequestKind, { from, to }: MappingRow): string {
  return `${kind} ${from ?? to}`;
}

/** Adds up the counts of the parts of a recording. */
export function addedCounts(parts: readonly AssessmentCounts[]): AssessmentCounts {
  return parts.reduce((sum, part) => added(sum, part), new Assessment().counts());
}

type Counts = number | null | { readonly [name: string]: Counts };

/** Adds all numbers, but keeps the earlier `first` and the later `last`. */
export function added<Of extends object>(one: Of, other: Of): Of {
  const sum: Record<string, Counts> = Object.assign(Object.create(null), one);
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

export class Assessment {
  readonly #counts = noCounts();
  readonly #payments = new V1Payments();
  readonly #repetitions = new Repetitions(() => this.#counts.repeated++);
  readonly #onRequest: (fields: readonly FieldResult[]) => void;

  /** `onRequest` gets the mapped fields of each V1 request. */
  constructor(onRequest: (fields: readonly FieldResult[]) => void = () => {}) {
    this.#onRequest = onRequest;
  }

  counts() {
    for (const call of this.#repetitions.end()) this.#countTaken(call);
    return { ...this.#counts, payments: this.#payments.counts() };
  }

  /** Adds a record, or the error of an unreadable record or file. */
  add(call: ReturnType<typeof recordedFlowCall>): void {
    this.#counts.records++;
    if (call instanceof BrokenRecord) this.#counts.broken++;
    else if (call?.kind === 'call') addUndocumented(this.#counts.undocumentedCalls, call);
    else if (call !== undefined) {
      this.#countCall(call);
      this.#countSpelling(call);
      if (call.version === 'V2') return;
      const fields = mappedFields(call);
      this.#onRequest(fields);
      if (!isTaken(call)) return;
      for (const taken of this.#repetitions.add(call))
        this.#countTaken(taken, taken === call ? fields : undefined);
    }
  }

  /** Counts numbers as text, spellings of the other version, and other fields that V2 does not document. */
  #countSpelling(call: RecordedFlowCall): void {
    const { operation, version, kind, body } = call;
    const { otherSpelling, numbersAsText, undocumentedV2 } = this.#counts;
    const found = otherVersionFindings(operation, body, '');
    for (const each of found) {
      const words = findingText({ ...each, pointer: anyItem(each.pointer) });
      countName(otherSpelling[version], `${kind}: ${words}`);
    }
    const schema = requestSchema(operation)?.schema;
    if (!schema || !body) return;
    const unlisted: string[] = [];
    const seen = ({ nodes, pointer }: SchemaPlace, value: unknown) => {
      const isNumber = nodes.some(({ type }) => type === 'number');
      if (isNumber && isNumberAsText(value))
        countName(numbersAsText, `${version} ${kind} ${mappingPath(pointer)}`);
    };
    visitPlaces(placeOf(schema), body, seen, (pointer) => unlisted.push(pointer));
    if (version === 'V1' || !isTaken(call)) return;
    const spelled = new Set(found.map(({ pointer }) => anyItem(pointer)));
    for (const pointer of unlisted)
      if (!spelled.has(pointer)) countName(undocumentedV2, `${kind} ${shownPointer(pointer)}`);
  }

  #countCall({ operation, host, status, time }: RecordedFlowCall): void {
    addV2Call(this.#counts.v2Hosts, operation, host, status);
    const counts = this.#counts.calls[operation] ?? { calls: 0, statuses: byName(), first: null, last: null };
    this.#counts.calls[operation] = counts;
    const name = String(status ?? 'unknown');
    counts.calls++;
    counts.statuses[name] = (counts.statuses[name] ?? 0) + 1;
    if (time === undefined) return;
    counts.first = Math.min(counts.first ?? time, time);
    counts.last = Math.max(counts.last ?? time, time);
  }

  #countTaken(call: RecordedFlowCall, fields = mappedFields(call)): void {
    const { kind, body } = call;
    this.#payments.add(call);
    for (const pointer of nullsLeftOut([body], fields))
      countName(this.#counts.nulls, `${kind} ${shownPointer(pointer)}`);
    if (body) this.#countFields(kind, fields);
    else if (isFlowKind(kind)) this.#counts.bodiless++;
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
      const isWord = !row.personal && typeof value === 'string' && isName(value) && value !== 'null';
      if (isWord || value === null) countName(this.#counts.refusedValues, `${name} ${value}`);
    }
  }
}

/** The mapped fields of a V1 request; empty for a body that is not an object. */
function mappedFields({ kind, body }: RecordedFlowCall): readonly FieldResult[] {
  if (!body) return [];
  return isFlowKind(kind) ? migrateFlow(kind, {}, body).fields : mapRequest(kind, body);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$.-]{0,63}$/.test(text) && !/\d{4}/.test(text);
}

/** The pointer with `*` for each index, and for each name that may be a value, such as an IBAN or an id. */
function shownPointer(pointer: string): string {
  return pointer.replace(/(?<=\/)[^/]*/g, (name) => (isName(name) ? name : '*'));
}

/** The null members left out of requests, by JSON Pointer with `*` for any index, without those decided in `fields`. */
export function nullsLeftOut(bodies: readonly unknown[], fields: readonly FieldResult[] = []): string[] {
  const decided = fields.flatMap(({ from, value }) => (value === null ? anyItem(from ?? '') : []));
  return bodies
    .flatMap((body) => nullsIn(body))
    .filter((pointer) => {
      const at = decided.indexOf(pointer);
      if (at >= 0) decided.splice(at, 1);
      return at < 0;
    });
}
