/** Finds the V1 flows and the Web Form V2 requests in a recording: imports, creates with their submissions, web forms. */

import { operations } from '../../contracts/generated/operations.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import type { RecordSource } from '../../contracts/src/base/finding.ts';
import {
  type FlowKind,
  type FlowOperation,
  flowCalls,
  flowOperations,
  flows,
  type RequestKind,
  type Version,
} from '../../contracts/src/base/flows.ts';
import { isNumber, isObject, member, withoutNulls } from '../../contracts/src/base/json-value.ts';
import { jsonOf } from '../../contracts/src/judge/exchange.ts';
import { isSuccess, type OperationId, responseClass } from '../../contracts/src/judge/operation.ts';
import { idText } from '../../contracts/src/judge/rule-facts.ts';
import {
  type BodyEvidence,
  type CallEvidence,
  evidenceOf,
} from '../../contracts/src/recordings/read-evidence.ts';
import { BrokenRecord } from '../../contracts/src/recordings/recorded-parts.ts';
import { hostOf } from '../base/call-text.ts';
import { recordedTime } from './recorded-time.ts';
import type { FoundRecord } from './recording.ts';

/** A recorded call of a flow, or the body of its request alone. */
export interface RecordedFlowCall {
  readonly operation: FlowOperation;
  readonly version: Version;
  readonly kind: RequestKind;
  readonly source: RecordSource;
  /** The host; undefined for a body alone and for a path. */
  readonly host?: string | undefined;
  /** The time in milliseconds since 1970, if recorded. */
  readonly time?: number | undefined;
  /** The body of the request; undefined if not recorded or not a JSON object. */
  readonly body: object | undefined;
  /** Why the body was not recorded. */
  readonly gap?: string | undefined;
  /** The status; undefined for a body alone and for a call without a response. */
  readonly status?: number | undefined;
  /** Set if the provider sent no response, rather than none being recorded. */
  readonly isUnanswered?: boolean;
  /** The Authorization header, if recorded. */
  readonly caller?: string | undefined;
  /** Host and id of the created or submitted payment, if recorded. */
  readonly payment?: string | undefined;
  /** The hash of the seed from which `record --redact` made up its personal values. */
  readonly seed?: string | undefined;
}

/** An import, a payment that V1 creates, or a V2 request. */
export type RecordedFlow = RecordedFlowCall & {
  readonly kind: FlowKind;
  /** The first submission of a V1 payment. */
  readonly submission?: RecordedFlowCall;
};

/** Reads a record: a call of a flow, an undocumented call, or an error; undefined for any other record. */
export function recordedFlowCall(
  found: Pick<FoundRecord, 'read'>,
  source: RecordSource,
): RecordedFlowCall | CallEvidence | BrokenRecord | undefined {
  const evidence = evidenceOf(found.read);
  if (evidence instanceof BrokenRecord) return evidence;
  if (evidence.kind === 'message') return undefined;
  const operation = flowOperationOf(evidence);
  if (operation === undefined)
    return evidence.kind === 'call' && evidence.operation === null ? evidence : undefined;
  const call = { operation, ...flowCalls[operation], source };
  if (evidence.kind === 'body') return { ...call, body: evidence.record as object };
  const { request, response, record, gaps } = evidence;
  const json = jsonOf(request.body);
  const seed = member(record, 'seed');
  const payment = paymentOf(operation, evidence);
  const host = hostOf(request.url);
  return {
    ...call,
    host,
    time: recordedTime(record).time,
    body: isObject(json) ? json : undefined,
    gap: gaps?.['/request/body'],
    status: response?.status,
    isUnanswered: response === undefined && member(record, 'response') !== undefined,
    caller: request.headers['authorization'],
    seed: typeof seed === 'string' ? seed : undefined,
    payment: payment === undefined ? undefined : `${host ?? ''} ${payment}`,
  };
}

/** Whether it is a V2 request or the first call of a V1 flow. */
export function isFlow(call: RecordedFlowCall): call is RecordedFlow {
  return isFlowKind(call.kind);
}

/** Why a flow without a JSON object as its request body cannot be read. */
export function whyBodiless({ gap }: RecordedFlowCall): string {
  return gap ?? 'the request body is not a JSON object';
}

/** Whether the call succeeded or its response is unknown: then its request is part of a migration. */
export function isTaken({ operation, status }: RecordedFlowCall): boolean {
  const found = responseClass(operation, status);
  return found === 'success' || found === 'none';
}

function flowOperationOf(evidence: CallEvidence | BodyEvidence): FlowOperation | undefined {
  return flowOperations.find((each) => {
    if (evidence.kind === 'call') return each === evidence.operation;
    const { version, kind } = flowCalls[each];
    return version === evidence.version && kind === evidence.of;
  });
}

/** Web Form V2 calls by host: created forms, and responses with 404. */
export type V2Hosts = Record<string, { created: number; notFound: number }>;

export function addV2Call(
  hosts: V2Hosts,
  operation: OperationId,
  host: string | undefined,
  status = 0,
): void {
  if (host === undefined || operations[operation].document === 'access') return;
  const counts = hosts[host] ?? { created: 0, notFound: 0 };
  hosts[host] = counts;
  if (isSuccess(operation, status)) counts.created++;
  if (status === 404) counts.notFound++;
}

/** A host that creates web forms, and those that only respond with 404; undefined if no host creates any. */
export function hostsWithoutForms(hosts: V2Hosts): { creating: string; others: string[] } | undefined {
  const creating = Object.keys(hosts).find((host) => hosts[host]?.created);
  if (creating === undefined) return undefined;
  const others = Object.entries(hosts).filter(([, { created, notFound }]) => created === 0 && notFound > 0);
  return { creating, others: others.map(([host]) => host) };
}

/** The payment id with all digits: two ids beyond 2^53 may be one float. */
function paymentOf(operation: FlowOperation, call: CallEvidence): string | undefined {
  const { request, response } = call;
  const isCreate = operation === 'createMoneyTransferV1';
  if (!isCreate && operation !== 'submitPaymentV1') return undefined;
  if (isCreate && !(response && isSuccess(operation, response.status))) return undefined;
  const id = isCreate ? member(jsonOf(response?.body), 'id') : member(jsonOf(request.body), 'paymentId');
  return typeof id === 'string' || isNumber(id) ? idText(id) : undefined;
}

/** The longest time until a repetition, in milliseconds. */
const A_DAY = 24 * 60 * 60 * 1000;

/** Finds first calls of flows that got no response and were sent again with equal content: one import or payment, not two. */
export class Repetitions {
  readonly #unanswered = new Map<string, RecordedFlowCall>();
  readonly #onRepeated: (first: RecordedFlowCall, second: RecordedFlowCall) => void;

  constructor(onRepeated: (first: RecordedFlowCall, second: RecordedFlowCall) => void) {
    this.#onRepeated = onRepeated;
  }

  /** Returns the calls that count from now on. One without a response waits for its repetition, or for the end. */
  add(call: RecordedFlowCall): readonly RecordedFlowCall[] {
    const isWaiting = call.isUnanswered === true && this.#unanswered.size < MOST_FOLLOWED;
    if (!isFlow(call) || (!isWaiting && this.#unanswered.size === 0)) return [call];
    if (call.body === undefined) return [call];
    const key = writeJson([call.operation, call.host, call.caller, withoutNulls(call.body)]);
    const first = this.#unanswered.get(key);
    this.#unanswered.delete(key);
    const isRepeated = first && Math.abs((call.time ?? 0) - (first.time ?? call.time ?? 0)) <= A_DAY;
    if (isRepeated) this.#onRepeated(first, call);
    if (isWaiting) this.#unanswered.set(key, call);
    return [...(first && !isRepeated ? [first] : []), ...(isWaiting ? [] : [call])];
  }

  /** Returns the waiting calls, which were not sent again. */
  end(): readonly RecordedFlowCall[] {
    const left = [...this.#unanswered.values()];
    this.#unanswered.clear();
    return left;
  }
}

/** The most payments that are followed. */
export const MOST_FOLLOWED = 250_000;

/** The calls of one payment; `forms` are submissions that got 451. */
interface PaymentCalls {
  creates: number;
  submissions: number;
  forms: number;
  firstSubmission?: RecordSource;
}

/** Pairs V1 creates and submissions by host and payment id, in any order. */
export class V1Payments {
  readonly #payments = new Map<string, PaymentCalls>();
  #unpaired = 0;
  #notFollowed = 0;

  /** Adds a V1 call that was not refused; calls of other flows are ignored. */
  add({ version, kind, payment, status, source }: RecordedFlowCall): void {
    if (version === 'V2' || (kind !== 'payment' && kind !== 'submit')) return;
    if (kind === 'payment' && payment === undefined) {
      this.#unpaired++;
      return;
    }
    // A submission without an id counts as a payment of its own.
    const key = payment ?? `${source.file} ${source.index}`;
    const known = this.#payments.get(key);
    if (!known && this.#payments.size >= MOST_FOLLOWED) {
      this.#notFollowed++;
      return;
    }
    const calls: PaymentCalls = known ?? { creates: 0, submissions: 0, forms: 0 };
    this.#payments.set(key, calls);
    if (kind === 'payment') calls.creates++;
    else {
      calls.submissions++;
      if (status === 451) calls.forms++;
      calls.firstSubmission ??= source;
    }
  }

  /** The first submission of each payment whose create is not in the recording. */
  orphans(): RecordSource[] {
    return [...this.#payments.values()].flatMap(({ creates, firstSubmission }) =>
      creates === 0 && firstSubmission ? [firstSubmission] : [],
    );
  }

  /** Counts payments by outcome. An id that is created again is another payment. */
  counts() {
    const sum = { form: 0, noForm: 0, submitted: 0, notSubmitted: 0, withoutCreate: 0 };
    for (const { creates, submissions, forms } of this.#payments.values()) {
      const payments = Math.max(creates, 1);
      const withForm = Math.min(forms, payments);
      const submitted = Math.min(creates, submissions);
      sum.form += withForm;
      sum.noForm += payments - withForm;
      sum.submitted += submitted;
      sum.notSubmitted += creates - submitted;
      if (creates === 0) sum.withoutCreate += submissions;
    }
    /** `unpaired` are creates without a recorded id; `notFollowed` are calls of payments over the limit. */
    return { ...sum, unpaired: this.#unpaired, notFollowed: this.#notFollowed };
  }
}

/** Whether it is the first request of its flow, which a V2 request replaces. */
export function isFlowKind(request: RequestKind): request is FlowKind {
  return request in flows;
}
