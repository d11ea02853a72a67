/** Counts what a recording still sends to V1 and what it already sends to V2. */
import { isObject } from '../base/json-value.ts';
import { textHash } from '../base/text-hash.ts';
import { isSuccess } from '../judge/operation.ts';
import { contentOfV1, contentOfV2, contentText, pathOf } from '../migration/content.ts';
import { type FieldResult, mapRequest, sourceFields } from '../migration/mapping-engine.ts';
import { type FieldRow, type MappingRow, type RequestKind, table } from '../migration/mapping-table.ts';
import { migrateImport, migratePayment, submitFields } from '../migration/migrate-request.ts';
import { FLOW_OPERATIONS, type FlowOperation, isTaken, type RecordedFlowCall } from './recorded-flows.ts';

export interface CallCounts {
  readonly calls: number;
  /** By status; `unknown` where no answer was recorded. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Without the payment that a create made or a submission names: they cannot be paired. */
  readonly unpaired: number;
  /** In milliseconds since 1970; null where no record says it. */
  readonly first: number | null;
  readonly last: number | null;
}

/** V1 payments, by what became of their calls. */
export interface PaymentFlows {
  /** Creates of payments that are followed, and submissions. */
  readonly creates: number;
  readonly submissions: number;
  /** Payments of which a submission ended in 451, and those of which none did. */
  readonly form: number;
  readonly noForm: number;
  /** Creates with a submission. */
  readonly submitted: number;
  /** Submissions after the first one of a payment. */
  readonly repeated: number;
  /** Submissions whose create is not in the recording. */
  readonly withoutCreate: number;
}

/** V1 imports or payments beside the V2 requests of the same content. */
export interface ReplacedRequests {
  readonly v1: number;
  /** V1 requests whose content a V2 request has, too. */
  readonly v1Replaced: number;
  readonly v2: number;
  /** V2 requests whose content a V1 request has. */
  readonly v2Replacing: number;
}

/** How often a field of the table is used. */
export interface FieldUse {
  /** Bodies that hold it. */
  readonly calls: number;
  /** Values: one for each item of a list. */
  readonly values: number;
  /** Values that V2 has no counterpart for. */
  readonly refused: number;
}

/** The counts of one or several recordings, without a value of any field. */
export interface Assessment {
  readonly records: number;
  /** Records and files that cannot be read. */
  readonly broken: number;
  /** V1 requests without a JSON object as their body: what becomes of them is unknown. */
  readonly bodiless: number;
  readonly calls: Readonly<Partial<Record<FlowOperation, CallCounts>>>;
  /** By row of the migration table: `payment moneyTransfers[].amount`, `451#date`. */
  readonly fields: Readonly<Record<string, FieldUse>>;
  /** By request or answer and JSON Pointer, `*` for any index: `payment /moneyTransfers/0/note`. */
  readonly undocumented: Readonly<Record<string, number>>;
  readonly payments: PaymentFlows;
  readonly replaced: Readonly<Record<'import' | 'payment', ReplacedRequests>>;
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

/** Parts of an assessment while they are counted. */
type Counted<Part> = Part extends object ? { -readonly [Name in keyof Part]: Counted<Part[Name]> } : Part;

/** Collects an assessment, call by call. */
export class Assessor {
  readonly #counts: Counted<Omit<Assessment, 'payments' | 'replaced'>> = {
    records: 0,
    broken: 0,
    bodiless: 0,
    calls: {},
    fields: {},
    undocumented: {},
  };
  readonly #most: number;
  /** Calls by host and id of the payment; `forms` are submissions that were answered with 451. */
  readonly #payments = new Map<string, { creates: number; submissions: number; forms: number }>();
  /** Requests by the hash of their content. */
  readonly #contents = {
    import: new Map<number, { v1: number; v2: number }>(),
    payment: new Map<number, { v1: number; v2: number }>(),
  };

  /** `most` is how many payments and contents are followed. */
  constructor(most = MOST_FOLLOWED) {
    this.#most = most;
  }

  /** A record: a call of a flow, undefined for any other, `broken` for one that cannot be read, and for such a file. */
  add(call: RecordedFlowCall | 'broken' | undefined): void {
    this.#counts.records++;
    if (call === 'broken') this.#counts.broken++;
    else if (call !== undefined) this.#addCall(call);
  }

  assessment(): Assessment {
    const replaced = { import: this.#replaced('import'), payment: this.#replaced('payment') };
    return { ...this.#counts, payments: this.#paymentFlows(), replaced };
  }

  #paymentFlows(): PaymentFlows {
    const sum = {
      creates: 0,
      submissions: 0,
      form: 0,
      noForm: 0,
      submitted: 0,
      repeated: 0,
      withoutCreate: 0,
    };
    for (const { creates, submissions, forms } of this.#payments.values()) {
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

  #replaced(kind: 'import' | 'payment'): ReplacedRequests {
    const sum = { v1: 0, v1Replaced: 0, v2: 0, v2Replacing: 0 };
    for (const { v1, v2 } of this.#contents[kind].values()) {
      sum.v1 += v1;
      sum.v2 += v2;
      if (v1 === 0 || v2 === 0) continue;
      sum.v1Replaced += v1;
      sum.v2Replacing += v2;
    }
    return sum;
  }

  #addCall(call: RecordedFlowCall): void {
    const { operation, body, payment, status, time } = call;
    const { version, kind } = FLOW_OPERATIONS[operation];
    const isPaired = version === 'V2' || kind === 'import' || payment !== undefined;
    const { calls } = this.#counts;
    calls[operation] ??= { calls: 0, statuses: {}, unpaired: 0, first: null, last: null };
    const counts = calls[operation];
    counts.calls++;
    if (!isPaired) counts.unpaired++;
    addTo(counts.statuses, String(status ?? 'unknown'), 1);
    if (time !== undefined) {
      counts.first = Math.min(counts.first ?? time, time);
      counts.last = Math.max(counts.last ?? time, time);
    }
    if (payment !== undefined) this.#countPayment(payment, call);
    if (version === 'V1') this.#countAnswer(call);
    if (!isTaken(operation, status)) return;
    if (body === undefined) {
      if (version === 'V1' && kind !== 'submit') this.#counts.bodiless++;
      return;
    }
    if (kind === 'submit') this.#countFields(kind, submitFields(body));
    else if (version === 'V2') this.#countContent(kind, contentText(kind, contentOfV2(kind, body)), 'v2');
    else {
      const { fields } = (kind === 'import' ? migrateImport : migratePayment)(body);
      this.#countFields(kind, fields);
      // A value without a counterpart: no V2 request can have its content.
      const isCarried = fields.every((field) => field.verdict !== 'wrong-value');
      const content = contentText(kind, contentOfV1(kind, fields));
      this.#countContent(kind, isCarried ? content : `${content}\nnot carried`, 'v1');
    }
  }

  #countPayment(payment: string, { operation, status }: RecordedFlowCall): void {
    const counts = this.#payments.get(payment) ?? { creates: 0, submissions: 0, forms: 0 };
    if (!this.#follows(this.#payments, payment)) return;
    this.#payments.set(payment, counts);
    if (operation === 'createMoneyTransferV1') counts.creates++;
    else counts.submissions++;
    if (operation === 'submitPaymentV1' && status === 451) counts.forms++;
  }

  #countContent(kind: 'import' | 'payment', content: string, version: 'v1' | 'v2'): void {
    const contents = this.#contents[kind];
    const hash = textHash(content);
    if (!this.#follows(contents, hash)) return;
    const counts = contents.get(hash) ?? { v1: 0, v2: 0 };
    contents.set(hash, counts);
    counts[version]++;
  }

  #follows<Key>(counts: ReadonlyMap<Key, unknown>, key: Key): boolean {
    return counts.has(key) || counts.size < this.#most;
  }

  #countAnswer({ operation, status = 0, answer, hasLocation }: RecordedFlowCall): void {
    const isCreate = operation === 'createMoneyTransferV1';
    const kind = isCreate ? isSuccess(operation, status) && '2XX' : status === 451 && '451';
    if (!kind) return;
    if (hasLocation) this.#use(LOCATION).calls++;
    if (isObject(answer)) this.#countFields(kind, mapRequest(ANSWERS[kind], answer).fields);
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
        const held = HOLDERS.get(`${place} ${pathOf(holder)}`);
        if (held !== undefined) addTo(values, held, 1);
      }
    }
    for (const [name, times] of Object.entries(values)) {
      const use = this.#use(name);
      use.calls++;
      use.values += times;
    }
  }

  #countUndocumented(name: string): void {
    const { undocumented } = this.#counts;
    if (name in undocumented || Object.keys(undocumented).length < MOST_NAMES) addTo(undocumented, name, 1);
  }

  #use(name: string): Counted<FieldUse> {
    const { fields } = this.#counts;
    fields[name] ??= { calls: 0, values: 0, refused: 0 };
    return fields[name];
  }
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
function answerRows(status: '451' | '2XX'): FieldRow[] {
  return table.answers.flatMap((row) => {
    const [of, path = ''] = row.from?.split('#') ?? [];
    if (of !== status || path.startsWith('header.')) return [];
    return { ...row, from: path, to: null, by: null, type: 'string', personal: true };
  });
}

const ANSWERS = {
  451: sourceFields(answerRows('451'), table.codes, 'V1 to V2'),
  '2XX': sourceFields(answerRows('2XX'), table.codes, 'V1 to V2'),
};

/** The rows of objects that hold others, by request and path. */
const HOLDERS = new Map(
  (['import', 'payment'] as const).flatMap((kind) =>
    table[kind].flatMap((row) => {
      const name = rowName(row, kind);
      return row.type === 'object' ? [[name, name]] : [];
    }),
  ),
);

/** The JSON Pointer of what holds a place. */
function above(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

const LOCATION = table.answers.find(({ from }) => from?.includes('header.'))?.from ?? '';

/** `*` for an index, and for a name that may be a value, such as an IBAN or an id. */
function shownPointer(pointer: string): string {
  const isName = (name: string) => /^[A-Za-z_$][\w$.-]{0,63}$/.test(name) && !/\d{4}/.test(name);
  return pointer.replace(/(?<=\/)[^/]*/g, (name) => (isName(name) ? name : '*'));
}
