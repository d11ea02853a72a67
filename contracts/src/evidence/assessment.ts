/** Counts what a recording still sends to V1 and what it already sends to V2. */
import { isObject } from '../base/json-value.ts';
import { textHash } from '../base/text-hash.ts';
import { isSuccess } from '../judge/operation.ts';
import { contentOfV1, contentOfV2, contentText, pathOf } from '../migration/content.ts';
import { type FieldResult, mapRequest, sourceFields } from '../migration/mapping-engine.ts';
import {
  type FieldRow,
  type FlowKind,
  type MappingRow,
  type RequestKind,
  table,
  type Version,
} from '../migration/mapping-table.ts';
import { migrateImport, migratePayment, submitFields } from '../migration/migrate-request.ts';
import { FLOW_OPERATIONS, type FlowOperation, isTaken, type RecordedFlowCall } from './recorded-flows.ts';

export interface CallCounts {
  calls: number;
  /** By status; `unknown` where no answer was recorded. */
  readonly statuses: Record<string, number>;
  /** Without the payment that a create made or a submission names: they cannot be paired. */
  unpaired: number;
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

/** The counts of one or several recordings, without a value of any field. */
export interface Assessment {
  records: number;
  /** Records and files that cannot be read. */
  broken: number;
  /** V1 requests without a JSON object as their body: what becomes of them is unknown. */
  bodiless: number;
  readonly calls: Partial<Record<FlowOperation, CallCounts>>;
  /** By row of the migration table: `payment moneyTransfers[].amount`, `451#date`. */
  readonly fields: Record<string, FieldUse>;
  /** By request or answer and JSON Pointer, `*` for any index: `payment /moneyTransfers/0/note`. */
  readonly undocumented: Record<string, number>;
  readonly payments: ReturnType<typeof paymentFlows>;
  /** V1 imports or payments beside the V2 requests of the same content. */
  readonly replaced: Readonly<Record<FlowKind, ReturnType<typeof replacedRequests>>>;
}

/** Payments and contents that are followed, and names of undocumented fields. */
const MOST_FOLLOWED = 100_000;
const MOST_NAMES = 1000;

/** The counts of parts of a recording as those of the whole: of payments and contents, a part has all calls. */
export function addedAssessments([first, ...others]: readonly [Assessment, ...Assessment[]]): Assessment {
  return others.reduce((sum, each) => added(sum, each) as Assessment, first);
}

/** Numbers add up; `first` and `last` are times, null where they are unknown. */
function added(one: unknown, other: unknown, name?: string): unknown {
  if (typeof one === 'number' && typeof other === 'number') {
    if (name === 'first') return Math.min(one, other);
    return name === 'last' ? Math.max(one, other) : one + other;
  }
  if (!isObject(one) || !isObject(other)) return one ?? other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((each) => [each, added(one[each], other[each], each)]));
}

/** Calls of one payment; `forms` are submissions that were answered with 451. */
interface PaymentCalls {
  creates: number;
  submissions: number;
  forms: number;
}

/** Collects an assessment, call by call. */
export class Assessor {
  readonly #counts = { records: 0, broken: 0, bodiless: 0 };
  readonly #calls: Partial<Record<FlowOperation, CallCounts>> = {};
  readonly #fields: Record<string, FieldUse> = {};
  readonly #undocumented: Record<string, number> = {};
  readonly #most: number;
  /** By host and id of the payment. */
  readonly #payments = new Map<string, PaymentCalls>();
  /** Requests by the hash of their content. */
  readonly #contents = {
    import: new Map<number, Record<Version, number>>(),
    payment: new Map<number, Record<Version, number>>(),
  };

  /** `most` is how many payments and contents are followed. */
  constructor(most = MOST_FOLLOWED) {
    this.#most = most;
  }

  /** A record: a call of a flow, undefined for any other, `broken` for one that cannot be read, and for such a file. */
  add(call: RecordedFlowCall | 'broken' | undefined): void {
    this.#counts.records++;
    if (call === 'broken') this.#counts.broken++;
    else if (call !== undefined) {
      this.#countCall(call);
      this.#countPayment(call);
      if (FLOW_OPERATIONS[call.operation].version === 'V1') this.#countAnswer(call);
      if (isTaken(call.operation, call.status)) this.#countBody(call);
    }
  }

  assessment(): Assessment {
    return {
      ...this.#counts,
      calls: this.#calls,
      fields: this.#fields,
      undocumented: this.#undocumented,
      payments: paymentFlows(this.#payments.values()),
      replaced: {
        import: replacedRequests(this.#contents.import.values()),
        payment: replacedRequests(this.#contents.payment.values()),
      },
    };
  }

  #countCall({ operation, payment, status, time }: RecordedFlowCall): void {
    const { version, kind } = FLOW_OPERATIONS[operation];
    this.#calls[operation] ??= { calls: 0, statuses: {}, unpaired: 0, first: null, last: null };
    const counts = this.#calls[operation];
    counts.calls++;
    if (version === 'V1' && kind !== 'import' && payment === undefined) counts.unpaired++;
    addTo(counts.statuses, String(status ?? 'unknown'), 1);
    if (time === undefined) return;
    counts.first = Math.min(counts.first ?? time, time);
    counts.last = Math.max(counts.last ?? time, time);
  }

  #countPayment({ payment, operation, status }: RecordedFlowCall): void {
    if (payment === undefined) return;
    const none = { creates: 0, submissions: 0, forms: 0 };
    const counts = followed(this.#payments, payment, none, this.#most);
    if (!counts) return;
    if (operation === 'createMoneyTransferV1') counts.creates++;
    else counts.submissions++;
    if (operation === 'submitPaymentV1' && status === 451) counts.forms++;
  }

  #countAnswer({ operation, status = 0, answer, hasLocation }: RecordedFlowCall): void {
    const isCreate = operation === 'createMoneyTransferV1';
    const kind = isCreate ? isSuccess(operation, status) && '2XX' : status === 451 && '451';
    if (!kind) return;
    if (hasLocation) this.#use(LOCATION).calls++;
    if (isObject(answer)) this.#countFields(kind, mapRequest(ANSWERS[kind], answer).fields);
  }

  #countBody(call: RecordedFlowCall): void {
    const { version, kind } = FLOW_OPERATIONS[call.operation];
    const body = call.body();
    if (kind === 'submit') {
      if (body) this.#countFields(kind, submitFields(body));
    } else if (version === 'V2') {
      if (body) this.#countContent(kind, version, contentText(kind, contentOfV2(kind, body)));
    } else if (body) {
      const { fields } = (kind === 'import' ? migrateImport : migratePayment)(body);
      this.#countFields(kind, fields);
      // A value without a counterpart: no V2 request can have its content.
      const isCarried = fields.every((field) => field.verdict !== 'wrong-value');
      const content = contentText(kind, contentOfV1(kind, fields));
      this.#countContent(kind, version, isCarried ? content : `${content}\nnot carried`);
    } else this.#counts.bodiless++;
  }

  #countContent(kind: FlowKind, version: Version, content: string): void {
    const counts = followed(this.#contents[kind], textHash(content), { V1: 0, V2: 0 }, this.#most);
    if (counts) counts[version]++;
  }

  /** Counts the fields of one body, and the objects and lists that hold them. */
  #countFields(place: Place, fields: readonly FieldResult[]): void {
    const values: Record<string, number> = {};
    const holders = new Set<string>();
    for (const { row, from, value, verdict } of fields) {
      if (row === null) {
        this.#countUndocumented(`${place} ${shownPointer(from ?? '')}`);
        continue;
      }
      const name = rowName(row, place);
      addTo(values, name, Array.isArray(value) && value.length === 0 ? 0 : 1);
      if (verdict === 'wrong-value') this.#use(name).refused++;
      for (let holder = above(from ?? ''); holder !== '' && !holders.has(holder); holder = above(holder)) {
        holders.add(holder);
        const held = `${place} ${pathOf(holder)}`;
        if (OBJECTS.has(held)) addTo(values, held, 1);
      }
    }
    for (const [name, times] of Object.entries(values)) {
      const use = this.#use(name);
      use.calls++;
      use.values += times;
    }
  }

  #countUndocumented(name: string): void {
    const isFull = Object.keys(this.#undocumented).length >= MOST_NAMES;
    if (!isFull || name in this.#undocumented) addTo(this.#undocumented, name, 1);
  }

  #use(name: string): FieldUse {
    this.#fields[name] ??= { calls: 0, values: 0, refused: 0 };
    return this.#fields[name];
  }
}

/** The counts of a key; undefined for another key than the first `most`. */
function followed<Key, Counts>(counts: Map<Key, Counts>, key: Key, none: Counts, most: number) {
  const known = counts.get(key);
  if (known || counts.size >= most) return known;
  counts.set(key, none);
  return none;
}

/** V1 payments, by what became of their calls. */
function paymentFlows(payments: Iterable<PaymentCalls>) {
  const sum = {
    /** Creates of payments that are followed, and submissions. */
    creates: 0,
    submissions: 0,
    /** Payments of which a submission ended in 451, and those of which none did. */
    form: 0,
    noForm: 0,
    /** Creates with a submission. */
    submitted: 0,
    /** Submissions after the first one of a payment. */
    repeated: 0,
    /** Submissions whose create is not in the recording. */
    withoutCreate: 0,
  };
  for (const { creates, submissions, forms } of payments) {
    const flows = Math.max(creates, 1);
    sum.creates += creates;
    sum.submissions += submissions;
    sum.form += Math.min(forms, flows);
    sum.noForm += flows - Math.min(forms, flows);
    sum.submitted += Math.min(creates, submissions);
    if (creates === 0) sum.withoutCreate += submissions;
    else sum.repeated += Math.max(submissions - creates, 0);
  }
  return sum;
}

/** The requests of each version, and those whose content the other one has, too. */
function replacedRequests(contents: Iterable<Record<Version, number>>) {
  const sum = { v1: 0, v1Replaced: 0, v2: 0, v2Replacing: 0 };
  for (const { V1, V2 } of contents) {
    sum.v1 += V1;
    sum.v2 += V2;
    if (V1 === 0 || V2 === 0) continue;
    sum.v1Replaced += V1;
    sum.v2Replacing += V2;
  }
  return sum;
}

function addTo(counts: Record<string, number>, name: string, amount: number): void {
  counts[name] = (counts[name] ?? 0) + amount;
}

/** The body of a V1 request, or of a V1 answer with this status. */
type Place = RequestKind | '451' | '2XX';

/** The name of a row in the counts: `payment moneyTransfers[].amount`, `451#date`. */
export function rowName({ from, to }: MappingRow, place: Place): string {
  return `${place}${place === '451' || place === '2XX' ? '#' : ' '}${from ?? to}`;
}

/** The rows of the body of an answer, whose fields have no place of their own in V2. */
function answerFields(status: '451' | '2XX') {
  const rows = table.answers.flatMap((row): FieldRow[] => {
    const [of, path = ''] = row.from?.split('#') ?? [];
    if (of !== status || path.startsWith('header.')) return [];
    return [{ ...row, from: path, to: null, by: null, type: 'string', personal: true }];
  });
  return sourceFields(rows, 'V1 to V2');
}

const ANSWERS = { 451: answerFields('451'), '2XX': answerFields('2XX') };

const LOCATION = table.answers.find(({ from }) => from?.includes('header.'))?.from ?? '';

/** The names of rows of objects that hold others. */
const OBJECTS = new Set(
  (['import', 'payment'] as const).flatMap((kind) =>
    table[kind].flatMap((row) => (row.type === 'object' ? [rowName(row, kind)] : [])),
  ),
);

/** The JSON Pointer of what holds a place. */
function above(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** `*` for an index, and for a name that may be a value, such as an IBAN or an id. */
function shownPointer(pointer: string): string {
  const isName = (name: string) => /^[A-Za-z_$][\w$.-]{0,63}$/.test(name) && !/\d{4}/.test(name);
  return pointer.replace(/(?<=\/)[^/]*/g, (name) => (isName(name) ? name : '*'));
}
