/** Counts what a recording still sends to V1 and what it already sends to V2. */
import { forgetOthers, smallest } from '../base/smallest.ts';
import { textHash } from '../base/text-hash.ts';
import { table } from '../migration/mapping-table.ts';
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

/** The calls of one payment. */
interface PaymentCounts {
  creates: number;
  submissions: number;
  /** Submissions that were answered with 451. */
  forms: number;
}

/** The requests of one content that were not refused. */
interface ContentCounts {
  v1: number;
  v2: number;
}

/** The counts of one or several recordings, without a value of any field. */
export interface Assessment {
  readonly records: number;
  /** Records that cannot be read. */
  readonly broken: number;
  readonly calls: Readonly<Partial<Record<FlowOperation, CallCounts>>>;
  /** By row of the migration table: `payment moneyTransfers[].amount`, `451#date`. */
  readonly fields: Readonly<Record<string, FieldUse>>;
  /** By request or answer and JSON Pointer, `*` for any index: `payment /moneyTransfers/0/note`. */
  readonly undocumented: Readonly<Record<string, number>>;
  readonly payments: readonly Readonly<PaymentCounts>[];
  readonly contents: Readonly<Record<'import' | 'payment', readonly Readonly<ContentCounts>[]>>;
}

/** Payments that are followed, and contents of either kind. */
const MOST_KEYS = 300_000;
const MOST_NAMES = 1000;

type MutableCounts = { -readonly [Name in Exclude<keyof CallCounts, 'statuses'>]: CallCounts[Name] } & {
  readonly statuses: Map<string, number>;
};

/** Collects an assessment, call by call. */
export class Assessor {
  #records = 0;
  #broken = 0;
  readonly #calls = new Map<FlowOperation, MutableCounts>();
  readonly #undocumented = new Map<string, number>();
  readonly #fields = new FieldCounter((place) => {
    addTo(this.#undocumented, place, 1);
    forgetOthers(this.#undocumented, MOST_NAMES);
  });
  readonly #most: number;
  /** By the hash of host and id. */
  readonly #payments = new Map<number, PaymentCounts>();
  /** By the hash of the content. */
  readonly #contents = {
    import: new Map<number, ContentCounts>(),
    payment: new Map<number, ContentCounts>(),
  };

  /** `most` is how many payments and contents are kept. */
  constructor(most = MOST_KEYS) {
    this.#most = most;
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
      undocumented: Object.fromEntries(smallest(this.#undocumented, MOST_NAMES)),
      payments: this.#kept(this.#payments),
      contents: { import: this.#kept(this.#contents.import), payment: this.#kept(this.#contents.payment) },
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
    if (payment !== undefined) this.#countPayment(payment, call);
    if (version === 'V1') this.#countAnswer(call);
    if (body === undefined) return;
    if (version === 'V2') {
      if (isTaken(call)) this.#countContent(kind, this.#fields.fingerprint(kind, body), 'v2');
      return;
    }
    const content = this.#fields.countRequest(kind, body);
    if (kind !== 'submit' && isTaken(call)) this.#countContent(kind, content, 'v1');
  }

  #countPayment(payment: string, { operation, status }: RecordedFlowCall): void {
    const hash = textHash(payment);
    const counts = this.#payments.get(hash) ?? { creates: 0, submissions: 0, forms: 0 };
    this.#payments.set(hash, counts);
    if (operation === 'createMoneyTransferV1') counts.creates++;
    else counts.submissions++;
    if (operation === 'submitPaymentV1' && status === 451) counts.forms++;
    forgetOthers(this.#payments, this.#most);
  }

  #countContent(kind: 'import' | 'payment', hash: number, version: keyof ContentCounts): void {
    const contents = this.#contents[kind];
    const counts = contents.get(hash) ?? { v1: 0, v2: 0 };
    contents.set(hash, counts);
    counts[version]++;
    forgetOthers(contents, this.#most);
  }

  /** Of so many hashes at most: a fair sample. */
  #kept<Counts>(counts: ReadonlyMap<number, Counts>): Counts[] {
    return smallest(counts, this.#most).map(([, each]) => each);
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
