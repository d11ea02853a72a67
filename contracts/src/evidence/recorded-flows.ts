/** Finds the V1 flows and the Web Form V2 requests in a recording: imports, creates with their submissions, web forms. */
import { readJson, writeJson } from '../base/exact-json.ts';
import { isNumber, member } from '../base/json-value.ts';
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

/** A request of a flow: of a recorded call, or a bare body. */
interface RecordedFlowRequest {
  readonly operation: FlowOperation;
  readonly source: RecordSource;
  /** In milliseconds since 1970, where the record says it. */
  readonly time?: number;
  /** Of its address, with the port; undefined for a bare body and for a path alone. */
  readonly host?: string;
  /** Undefined for a bare body and for a call without an answer. */
  readonly status?: number;
  /** Host and id of the payment that a create made or a submission names, where both are recorded. */
  readonly payment?: string;
  /** The body with the digits of every number; undefined where it was not recorded or is no object. */
  readonly exactBody: () => object | undefined;
}

/** A recorded call with its answer as JSON.parse gives it. */
export interface RecordedFlowCall extends RecordedFlowRequest {
  /** The body of the request; its numbers are exact, though not as they were written. Undefined as `exactBody`. */
  readonly body?: object | undefined;
  readonly answer?: unknown;
  /** A 451 with a location header. */
  readonly hasLocation?: boolean;
  /** The hash of the seed from which `record --redact` made up its personal values. */
  readonly seed?: string;
}

/**
 * The call of a flow that a record is; undefined for any other record, and for a body whose fields are those of several
 * requests. Throws BrokenRecord.
 */
export function recordedFlowCall(found: FoundRecord, source: RecordSource): RecordedFlowCall | undefined {
  const record = found.read();
  const evidence = readEvidence(record);
  if (evidence.kind === 'body') return bareCall(evidence, found, source);
  if (evidence.kind === 'message') return undefined;
  const { operation, time, request, response } = evidence;
  if (operation === null || !isFlowOperation(operation)) return undefined;
  const host = hostOf(request.url);
  const payment = paymentOf(operation, evidence);
  const answer = jsonOf(response?.body);
  const isJson = jsonOf(request.body) !== undefined;
  const seed = member(record.value, 'seed');
  const keepSource = { keepSource: true };
  return {
    operation,
    source,
    exactBody: () => (isJson ? exactBody(found.read(keepSource), 'request', keepSource) : undefined),
    body: isJson ? exactBody(record, 'request') : undefined,
    ...(time !== undefined && { time }),
    ...(host !== undefined && { host }),
    ...(response && { status: response.status }),
    ...(answer !== undefined && { answer }),
    ...(response?.status === 451 && { hasLocation: 'location' in response.headers }),
    ...(typeof seed === 'string' && { seed }),
    ...(payment !== undefined && { payment: `${host ?? ''} ${payment}` }),
  };
}

function isFlowOperation(operation: string): operation is FlowOperation {
  return Object.hasOwn(FLOW_OPERATIONS, operation);
}

/** Whether the call succeeded, or whether that was not recorded: its request is content of a migration then. */
export function isTaken(operation: FlowOperation, status: number | undefined): boolean {
  const found = responseClass(operation, status);
  return found === 'success' || found === 'none';
}

function bareCall(
  { version, of, record }: BodyEvidence,
  found: FoundRecord,
  source: RecordSource,
): RecordedFlowCall | undefined {
  const operation = Object.entries(FLOW_OPERATIONS).find(
    ([, flow]) => flow.version === version && flow.kind === of,
  )?.[0];
  if (operation === undefined) return undefined;
  return {
    operation: operation as FlowOperation,
    source,
    body: record.exact as object,
    exactBody: () => found.read({ keepSource: true }).exact as object,
  };
}

/** The id in its exact digits: two ids beyond 2^53 may be one float. */
function paymentOf(
  operation: FlowOperation,
  { request, response, record }: CallEvidence,
): string | undefined {
  const isCreate = operation === 'createMoneyTransferV1';
  if (!isCreate && operation !== 'submitPaymentV1') return undefined;
  if (isCreate && !(response && isSuccess(operation, response.status))) return undefined;
  const id = isCreate ? member(jsonOf(response?.body), 'id') : member(jsonOf(request.body), 'paymentId');
  if (typeof id === 'string') return id;
  if (!isNumber(id)) return undefined;
  if (Number.isSafeInteger(id)) return String(id);
  return String(
    isCreate
      ? member(exactBody(record, 'response'), 'id')
      : member(exactBody(record, 'request'), 'paymentId'),
  );
}

/** A V1 flow, or a V2 request. */
export interface RecordedFlow {
  readonly version: Version;
  readonly kind: FlowKind;
  readonly call: RecordedFlowRequest;
  /** Of a V1 payment; several where it was submitted again. */
  readonly submissions: readonly RecordSource[];
}

/** Payments that wait for further submissions, and bytes of their bodies; the oldest is handed on when there are more. */
const [MOST_OPEN, LARGEST_OPEN] = [20_000, 16_000_000];

interface OpenPayment {
  create?: RecordedFlowRequest;
  readonly submissions: RecordSource[];
  size: number;
}

/**
 * Pairs V1 creates with their submissions by host and payment id, in whichever order they come, and calls `seen` with each
 * flow: an import and a V2 request at once, a payment when 20,000 younger ones are open, or by `closeOldest`. A submission
 * whose create is not recorded is an orphan.
 */
export class RecordedFlows {
  readonly #seen: (flow: RecordedFlow) => void;
  readonly #orphan: (submission: RecordSource) => void;
  readonly #open = new Map<string, OpenPayment>();
  readonly #most: { readonly open: number; readonly size: number };
  #size = 0;

  constructor(
    seen: (flow: RecordedFlow) => void,
    orphan: (submission: RecordSource) => void,
    most: { readonly open: number; readonly size: number } = { open: MOST_OPEN, size: LARGEST_OPEN },
  ) {
    this.#seen = seen;
    this.#orphan = orphan;
    this.#most = most;
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
    if (!isCreate) open.submissions.push(call.source);
    else {
      const { request, size } = heldRequest(call);
      open.create = request;
      open.size = size;
      this.#size += size;
    }
    while (this.#open.size > 1 && (this.#open.size > this.#most.open || this.#size > this.#most.size))
      this.closeOldest();
  }

  #close(payment: string): void {
    const { create, submissions, size } = this.#open.get(payment) as OpenPayment;
    this.#open.delete(payment);
    this.#size -= size;
    if (create) this.#seen({ version: 'V1', kind: 'payment', call: create, submissions });
    else for (const submission of submissions) this.#orphan(submission);
  }
}

/** The request without all else of its record, which may hold a whole file. Bytes take less memory than the tree, or a text. */
function heldRequest({ body, answer, hasLocation, seed, ...request }: RecordedFlowCall) {
  const exact = request.exactBody();
  const bytes = exact && new TextEncoder().encode(writeJson(exact));
  const exactBody = () =>
    bytes && (readJson(new TextDecoder().decode(bytes), { keepSource: true }).exact as object);
  return { request: { ...request, exactBody }, size: bytes?.length ?? 0 };
}
