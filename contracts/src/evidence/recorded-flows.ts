/** Finds the V1 flows and the Web Form V2 requests in a recording: imports, creates with their submissions, web forms. */
import { readJson, writeJson } from '../base/exact-json.ts';
import { isNumber, member, valueText } from '../base/json-value.ts';
import { jsonOf } from '../judge/exchange.ts';
import { isSuccess, responseClass } from '../judge/operation.ts';
import type { FlowKind, RequestKind, Version } from '../migration/mapping-table.ts';
import {
  type BodyEvidence,
  type CallEvidence,
  exactBody,
  hostOf,
  type RecordSource,
  readEvidence,
} from './read-evidence.ts';
import type { FoundRecord } from './recording.ts';

/** The calls of both flows: what each is a request for, and of which version. */
export const FLOW_OPERATIONS = {
  importBankConnectionV1: { version: 'V1', kind: 'import' },
  createMoneyTransferV1: { version: 'V1', kind: 'payment' },
  submitPaymentV1: { version: 'V1', kind: 'submit' },
  createBankConnectionImport: { version: 'V2', kind: 'import' },
  createStandalonePayment: { version: 'V2', kind: 'payment' },
} as const satisfies Readonly<Record<string, { version: Version; kind: RequestKind }>>;

export type FlowOperation = keyof typeof FLOW_OPERATIONS;

export const flowOperations = Object.keys(FLOW_OPERATIONS) as FlowOperation[];

/** A request of a flow: of a recorded call, or a bare body. */
interface RecordedFlowRequest {
  readonly source: RecordSource;
  /** In milliseconds since 1970, where the record says it. */
  readonly time?: number | undefined;
  /**
   * The body with the value of every number, and with `keepSource` as each was written. Undefined where it was not recorded
   * or is no object.
   */
  readonly body: (options?: { readonly keepSource: true }) => object | undefined;
}

/** A recorded call with its response, or a bare body. */
export interface RecordedFlowCall extends RecordedFlowRequest {
  readonly operation: FlowOperation;
  /** Undefined for a bare body and for a call without a response. */
  readonly status?: number | undefined;
  /** Host and id of the payment that a create made or a submission names, where both are recorded. */
  readonly payment?: string | undefined;
  /** Of the response, as JSON.parse gives it. */
  readonly answer?: unknown;
  /** A 451 with a location header. */
  readonly hasLocation?: boolean;
  /** The hash of the seed from which `record --redact` made up its personal values. */
  readonly seed?: string | undefined;
}

/**
 * The call of a flow that a record is; undefined for any other record, and for a body whose fields are those of several
 * requests. Throws BrokenRecord.
 */
export function recordedFlowCall(found: FoundRecord, source: RecordSource): RecordedFlowCall | undefined {
  const record = found.read();
  const evidence = readEvidence(record);
  if (evidence.kind === 'message') return undefined;
  const operation = operationOf(evidence);
  if (operation === undefined) return undefined;
  const read = (options?: { readonly keepSource: true }) => (options ? found.read(options) : record);
  if (evidence.kind === 'body')
    return { operation, source, body: (options) => read(options).exact as object };
  const { time, request, response } = evidence;
  const isJson = jsonOf(request.body) !== undefined;
  const seed = member(record.value, 'seed');
  const payment = paymentOf(operation, evidence);
  return {
    operation,
    source,
    time,
    body: (options) => (isJson ? exactBody(read(options), 'request', options) : undefined),
    status: response?.status,
    answer: jsonOf(response?.body),
    hasLocation: response?.status === 451 && 'location' in response.headers,
    seed: typeof seed === 'string' ? seed : undefined,
    payment: payment === undefined ? undefined : `${hostOf(request.url) ?? ''} ${payment}`,
  };
}

/** Whether the call succeeded, or whether that was not recorded: its request is content of a migration then. */
export function isTaken(operation: FlowOperation, status: number | undefined): boolean {
  const found = responseClass(operation, status);
  return found === 'success' || found === 'none';
}

function operationOf(evidence: CallEvidence | BodyEvidence): FlowOperation | undefined {
  return flowOperations.find((each) => {
    if (evidence.kind === 'call') return each === evidence.operation;
    const { version, kind } = FLOW_OPERATIONS[each];
    return version === evidence.version && kind === evidence.of;
  });
}

/** The id in its exact digits: two ids beyond 2^53 may be one float. */
function paymentOf(operation: FlowOperation, call: CallEvidence): string | undefined {
  const { request, response, record } = call;
  const isCreate = operation === 'createMoneyTransferV1';
  if (!isCreate && operation !== 'submitPaymentV1') return undefined;
  if (isCreate && !(response && isSuccess(operation, response.status))) return undefined;
  const [side, name] = isCreate ? (['response', 'id'] as const) : (['request', 'paymentId'] as const);
  const id = member(jsonOf((isCreate ? response : request)?.body), name);
  if (typeof id === 'string') return id;
  if (!isNumber(id)) return undefined;
  return valueText(Number.isSafeInteger(id) ? id : member(exactBody(record, side), name));
}

/** A V1 flow, or a V2 request. */
export interface RecordedFlow {
  readonly version: Version;
  readonly kind: FlowKind;
  readonly call: RecordedFlowRequest;
  /** Of a V1 payment; several where it was submitted again. */
  readonly submissions: readonly RecordSource[];
}

/** Characters of payments that wait for further submissions; the oldest is handed on when there are more. */
const LARGEST_OPEN = 16_000_000;
/** Of a payment beside its body, about. */
const SIZE_OF_ONE = 800;

interface OpenPayment {
  create?: RecordedFlowRequest;
  readonly submissions: RecordSource[];
  size: number;
}

/**
 * Pairs V1 creates with their submissions by host and payment id, in whichever order they come, and calls `seen` with each
 * flow: an import and a V2 request at once, a payment when too many younger ones are open, or by `closeOldest`. A submission
 * whose create is not recorded is an orphan.
 */
export class RecordedFlows {
  readonly #seen: (flow: RecordedFlow) => void;
  readonly #orphan: (submission: RecordSource) => void;
  readonly #open = new Map<string, OpenPayment>();
  readonly #largest: number;
  #size = 0;

  constructor(
    seen: (flow: RecordedFlow) => void,
    orphan: (submission: RecordSource) => void,
    largest = LARGEST_OPEN,
  ) {
    this.#seen = seen;
    this.#orphan = orphan;
    this.#largest = largest;
  }

  add(call: RecordedFlowCall): void {
    const { version, kind } = FLOW_OPERATIONS[call.operation];
    if (call.payment !== undefined) this.#addPayment(call.payment, call);
    else if (kind === 'submit') this.#orphan(call.source);
    else this.#seen({ version, kind, call, submissions: [] });
  }

  /** Hands on the open payment that was seen first; false where none is open. At the end of the recording all are due. */
  closeOldest(): boolean {
    const [oldest] = this.#open.keys();
    if (oldest !== undefined) this.#close(oldest);
    return oldest !== undefined;
  }

  #addPayment(payment: string, call: RecordedFlowCall): void {
    const isCreate = call.operation === 'createMoneyTransferV1';
    // The id of another payment already: the service began to count again.
    if (isCreate && this.#open.get(payment)?.create) this.#close(payment);
    const open = this.#open.get(payment) ?? { submissions: [], size: 0 };
    this.#open.set(payment, open);
    let size = SIZE_OF_ONE;
    if (isCreate) {
      // Without all else of its record, which may hold a whole file.
      const body = call.body(KEEP);
      const text = body && writeJson(body);
      size += text?.length ?? 0;
      const { source, time } = call;
      open.create = { source, time, body: () => (text ? (readJson(text, KEEP).exact as object) : undefined) };
    } else open.submissions.push(call.source);
    open.size += size;
    this.#size += size;
    while (this.#open.size > 1 && this.#size > this.#largest) this.closeOldest();
  }

  #close(payment: string): void {
    const { create, submissions, size } = this.#open.get(payment) as OpenPayment;
    this.#open.delete(payment);
    this.#size -= size;
    if (create) this.#seen({ version: 'V1', kind: 'payment', call: create, submissions });
    else for (const submission of submissions) this.#orphan(submission);
  }
}

const KEEP = { keepSource: true } as const;
