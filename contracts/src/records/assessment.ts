/** Counts what a recording still sends to V1 and what it already sends to V2. */
import { textHash } from '../base/text-hash.ts';
import { table } from '../migration/mapping-table.ts';
import { HashCounts, type HashedCounts, NameCounts } from './bounded-counts.ts';
import { FieldCounter, type FieldUse, rowName } from './field-use.ts';
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

/**
 * The counts of one or several recordings, without a value of any field; `payments` and `contents` have hashes of 53 bits in
 * the place of what they count, in the order of their hashes.
 */
export interface Assessment {
  readonly records: number;
  /** Records that cannot be read. */
  readonly broken: number;
  readonly calls: Readonly<Partial<Record<FlowOperation, CallCounts>>>;
  /** By row of the migration table: `payment moneyTransfers[].amount`, `451#date`. */
  readonly fields: Readonly<Record<string, FieldUse>>;
  /** By request or answer and JSON Pointer, `*` for any index: `payment /moneyTransfers/0/note`. */
  readonly undocumented: Readonly<Record<string, number>>;
  /** By host and id: creates, submissions, and submissions answered with 451, as one number (unpackPayment). */
  readonly payments: HashedCounts;
  /** By content: V1 and V2 requests that were not refused, as one number (unpackContent). */
  readonly contents: Readonly<Record<'import' | 'payment', HashedCounts>>;
}

/** Payments that are followed, and contents of either kind. */
const MOST_KEYS = 300_000;
const MOST_NAMES = 1000;

const OF_PAYMENT = 2 ** 17;
const OF_CONTENT = 2 ** 26;

export function unpackPayment(count: number): { creates: number; submissions: number; forms: number } {
  const submissions = Math.floor(count / OF_PAYMENT) % OF_PAYMENT;
  return { creates: count % OF_PAYMENT, submissions, forms: Math.floor(count / OF_PAYMENT ** 2) };
}

export function unpackContent(count: number): { v1: number; v2: number } {
  return { v1: count % OF_CONTENT, v2: Math.floor(count / OF_CONTENT) };
}

type MutableCounts = { -readonly [Name in Exclude<keyof CallCounts, 'statuses'>]: CallCounts[Name] } & {
  readonly statuses: Map<string, number>;
};

/** Collects an assessment, call by call. */
export class Assessor {
  #records = 0;
  #broken = 0;
  readonly #calls = new Map<FlowOperation, MutableCounts>();
  readonly #undocumented = new NameCounts(MOST_NAMES);
  readonly #fields = new FieldCounter((place) => this.#undocumented.add(place));
  readonly #payments: HashCounts;
  readonly #contents: Readonly<Record<'import' | 'payment', HashCounts>>;

  /** `most` is how many payments and contents are kept. */
  constructor(most = MOST_KEYS) {
    this.#payments = new HashCounts(most);
    this.#contents = { import: new HashCounts(most), payment: new HashCounts(most) };
  }

  /** A record: a call of a flow, undefined for any other, `broken` for one that cannot be read. */
  add(call: RecordedFlowCall | 'broken' | undefined): void {
    this.#records++;
    if (call === 'broken') this.#broken++;
    else if (call !== undefined) this.#addCall(call);
  }

  assessment(): Assessment {
    const calls = Object.keys(FLOW_OPERATIONS).flatMap((operation) => {
      const counts = this.#calls.get(operation as FlowOperation);
      // Names that look like numbers are in their order, whichever came first.
      return counts ? [[operation, { ...counts, statuses: Object.fromEntries(counts.statuses) }]] : [];
    });
    return {
      records: this.#records,
      broken: this.#broken,
      calls: Object.fromEntries(calls),
      fields: this.#fields.uses(),
      undocumented: this.#undocumented.all(),
      payments: this.#payments.all(),
      contents: { import: this.#contents.import.all(), payment: this.#contents.payment.all() },
    };
  }

  #addCall(call: RecordedFlowCall): void {
    const { operation, body, payment, status, time = null } = call;
    const { version, kind } = FLOW_OPERATIONS[operation];
    const isPaired = version === 'V2' || kind === 'import' || payment !== undefined;
    const counts = this.#counts(operation);
    counts.calls++;
    if (!isPaired) counts.unpaired++;
    addTo(counts.statuses, String(status ?? 'unknown'), 1);
    addTime(counts, time);
    if (payment !== undefined) this.#payments.add(textHash(payment), ofPayment(call));
    if (version === 'V1') this.#countAnswer(call);
    if (body === undefined) return;
    if (version === 'V2') {
      if (isTaken(call)) this.#contents[kind].add(this.#fields.fingerprint(kind, body), OF_CONTENT);
      return;
    }
    const content = this.#fields.countRequest(kind, body);
    if (kind !== 'submit' && isTaken(call)) this.#contents[kind].add(content);
  }

  #countAnswer({ operation, status = 0, answer, hasLocation }: RecordedFlowCall): void {
    const isCreate = operation === 'createMoneyTransferV1';
    const kind = isCreate ? status >= 200 && status < 300 && '2XX' : status === 451 && '451';
    if (!kind) return;
    if (hasLocation) this.#fields.countRow(LOCATION);
    if (typeof answer === 'object' && answer !== null) this.#fields.countAnswer(kind, answer);
  }

  #counts(operation: FlowOperation): MutableCounts {
    let counts = this.#calls.get(operation);
    if (!counts) {
      counts = { calls: 0, statuses: new Map(), unpaired: 0, first: null, last: null };
      this.#calls.set(operation, counts);
    }
    return counts;
  }
}

function addTo(counts: Map<string, number>, name: string, amount: number): void {
  counts.set(name, (counts.get(name) ?? 0) + amount);
}

function addTime(counts: MutableCounts, time: number | null): void {
  if (time === null) return;
  if (counts.first === null || time < counts.first) counts.first = time;
  if (counts.last === null || time > counts.last) counts.last = time;
}

const LOCATION =
  table.answers.filter(({ from }) => from?.includes('header.')).map((row) => rowName(row))[0] ?? '';

function ofPayment({ operation, status }: RecordedFlowCall): number {
  if (operation === 'createMoneyTransferV1') return 1;
  return OF_PAYMENT + (status === 451 ? OF_PAYMENT ** 2 : 0);
}
