/** Pairs the V1 flows of recordings with the V2 requests of the same content, and judges each pair. */
import { createHash } from 'node:crypto';
import type { RecordSource } from '../../../contracts/src/evidence/read-evidence.ts';
import type { RecordedFlow } from '../../../contracts/src/evidence/recorded-flows.ts';
import {
  type ComparedField,
  comparedFields,
  isFailing,
} from '../../../contracts/src/migration/compare-requests.ts';
import {
  type ContentValue,
  contentOfV1,
  contentOfV2,
  contentText,
} from '../../../contracts/src/migration/content.ts';
import type { FieldResult, MigrationDecisions } from '../../../contracts/src/migration/mapping-engine.ts';
import type { FlowKind } from '../../../contracts/src/migration/mapping-table.ts';
import { paymentToV1 } from '../../../contracts/src/migration/migrate-request.ts';
import { migrated } from '../request-files.ts';

/** A V1 flow or a V2 request. */
interface PairedFlow extends Pick<RecordedFlow, 'version' | 'kind' | 'submissions'> {
  readonly source: RecordSource;
  /** In milliseconds since 1970; what has no time comes last, as it was read. */
  readonly time: number;
  /** What fails, or is to be confirmed, whatever the counterpart holds. */
  readonly own: readonly ComparedField[];
}

export interface RecordedPair {
  readonly v1: PairedFlow;
  readonly v2: PairedFlow;
  readonly verdict: 'equivalent' | 'not-equivalent';
  /** Those that fail or are to be confirmed. */
  readonly fields: readonly ComparedField[];
}

export interface PairedFlows {
  /** In order of time of the V1 flow. */
  readonly pairs: readonly RecordedPair[];
  /** Those of V1 before those of V2. */
  readonly unpaired: readonly PairedFlow[];
}

/** Flows that are kept. */
const MOST_FLOWS = 500_000;
/** Bodies that are kept to look for the nearest, one of each content that has flows without a counterpart. */
const MOST_BODIES = 50_000;
/** Flows that share a value and are looked at for one flow. */
const MOST_NEAR = 100;
/** Of the values of the larger request: so many are the same in a pair that is not equivalent. */
const LEAST_SHARE = 0.5;

/** The flows of one content. */
interface Content {
  readonly flows: PairedFlow[];
  /** V1 flows that have no counterpart; below zero V2 requests. */
  surplus: number;
  /** Of a flow without a counterpart. */
  body?: object | undefined;
}

/** A flow that has no equal, with a body of its content where one was kept. */
interface LeftOver {
  readonly flow: PairedFlow;
  readonly body: object | undefined;
}

/** A request, read by its kind and version. */
interface RequestBody extends Pick<RecordedFlow, 'version' | 'kind'> {
  readonly body: object;
}

export class RecordedPairs {
  readonly #decisions: MigrationDecisions;
  /** By the digest of the content. */
  readonly #contents = new Map<string, Content>();
  #bodies = 0;
  /** How many V1 flows and V2 requests there are. */
  readonly seen = { V1: 0, V2: 0 };
  /** Flows beyond the limit, which are not compared. */
  ignored = 0;

  constructor(decisions: MigrationDecisions) {
    this.#decisions = decisions;
  }

  /** Returns false for a flow whose request is not recorded. */
  add({ version, kind, call, submissions }: RecordedFlow): boolean {
    const body = call.body({ keepSource: true });
    if (!body) return false;
    this.seen[version]++;
    if (this.seen.V1 + this.seen.V2 > MOST_FLOWS) {
      this.ignored++;
      return true;
    }
    const { source, time = Number.MAX_VALUE } = call;
    const { values, own } = this.#read({ version, kind, body });
    const key = createHash('sha256').update(contentText(kind, values)).digest('base64');
    const content = this.#contents.get(key) ?? { flows: [], surplus: 0 };
    this.#contents.set(key, content);
    content.flows.push({ version, kind, submissions, source, time, own });
    content.surplus += version === 'V1' ? 1 : -1;
    this.#keepBody(content, version, body);
    return true;
  }

  /** As long as the content has flows without a counterpart, one of those. */
  #keepBody(content: Content, version: RecordedFlow['version'], body: object): void {
    if (content.surplus === 0 && content.body) {
      content.body = undefined;
      this.#bodies--;
    }
    const isSurplus = version === 'V1' ? content.surplus > 0 : content.surplus < 0;
    if (!isSurplus || content.body || this.#bodies >= MOST_BODIES) return;
    content.body = body;
    this.#bodies++;
  }

  /** First equal contents, what is equivalent before what is not, in order of time; then each of the others with the nearest. */
  pairs(): PairedFlows {
    const pairs: RecordedPair[] = [];
    const left: LeftOver[] = [];
    for (const { flows, body } of this.#contents.values()) {
      flows.sort(byVerdictAndTime);
      const v2s = flows.filter(({ version }) => version === 'V2');
      for (const v1 of flows.filter(({ version }) => version === 'V1')) {
        const v2 = v2s.shift();
        if (v2) pairs.push(pairOf(v1, v2, [...v1.own, ...v2.own]));
        else left.push({ flow: v1, body });
      }
      for (const flow of v2s) left.push({ flow, body });
    }
    const near = this.#nearest(left);
    const taken = new Set(near.flatMap(({ v1, v2 }) => [v1, v2]));
    const unpaired = left.flatMap(({ flow }) => (taken.has(flow) ? [] : flow));
    return {
      pairs: [...pairs, ...near].sort((a, b) => a.v1.time - b.v1.time),
      unpaired: unpaired.sort((a, b) => (a.version < b.version ? -1 : Number(a.version > b.version))),
    };
  }

  #nearest(left: readonly LeftOver[]): RecordedPair[] {
    const read = left.flatMap(({ flow, body }) =>
      body ? { flow, body, values: this.#read({ ...flow, body }).values } : [],
    );
    const found = new Map<string, typeof read>();
    for (const v2 of read.filter(({ flow }) => flow.version === 'V2'))
      for (const { text, isDistinctive } of v2.values)
        if (isDistinctive) found.set(text, [...(found.get(text) ?? []), v2].slice(0, MOST_NEAR));
    const candidates = read
      .filter(({ flow }) => flow.version === 'V1')
      .flatMap((v1) => {
        const near = new Set(v1.values.flatMap(({ text }) => found.get(text) ?? []));
        return [...near].map((v2) => ({
          ...{ v1, v2, share: sharedPart(v1.values, v2.values) },
          apart: timeBetween(v1.flow, v2.flow),
        }));
      })
      .filter(({ v1, v2, share }) => v1.flow.kind === v2.flow.kind && share >= LEAST_SHARE)
      .sort((a, b) => b.share - a.share || a.apart - b.apart);
    const taken = new Set<PairedFlow>();
    return candidates.flatMap(({ v1, v2 }) => {
      if (taken.has(v1.flow) || taken.has(v2.flow)) return [];
      taken.add(v1.flow).add(v2.flow);
      const { kind } = v1.flow;
      const fields = comparedFields(this.#mapped({ kind, body: v1.body }), v2.body, kind).filter(isNoted);
      return pairOf(v1.flow, v2.flow, fields);
    });
  }

  #mapped({ kind, body }: Pick<RequestBody, 'kind' | 'body'>): readonly FieldResult[] {
    return migrated(kind, body, this.#decisions).fields;
  }

  #read({ version, kind, body }: RequestBody) {
    if (version === 'V2') return { values: contentOfV2(kind, body), own: this.#currencies(kind, body) };
    const fields = this.#mapped({ kind, body });
    const stuck = fields.filter(({ to, verdict }) => to === null || verdict === 'wrong-value');
    return { values: contentOfV1(kind, fields), own: comparedFields(stuck, {}, kind).filter(isFailing) };
  }

  /** V1 has none, so they are judged by themselves: against the V1 request that the V2 request would replace. */
  #currencies(kind: FlowKind, v2: object): ComparedField[] {
    const body = kind === 'payment' ? paymentToV1(v2).v1 : undefined;
    return body ? comparedFields(this.#mapped({ kind, body }), v2, kind).filter(isNoted) : [];
  }
}

function pairOf(v1: PairedFlow, v2: PairedFlow, fields: readonly ComparedField[]): RecordedPair {
  return { v1, v2, verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
}

function isNoted(field: ComparedField): boolean {
  return isFailing(field) || field.verdict === 'to-confirm';
}

function byVerdictAndTime(a: PairedFlow, b: PairedFlow): number {
  return Number(a.own.some(isFailing)) - Number(b.own.some(isFailing)) || a.time - b.time;
}

function timeBetween(v1: PairedFlow, v2: PairedFlow): number {
  const isKnown = v1.time !== Number.MAX_VALUE && v2.time !== Number.MAX_VALUE;
  return isKnown ? Math.abs(v1.time - v2.time) : Number.MAX_VALUE;
}

function sharedPart(one: readonly ContentValue[], other: readonly ContentValue[]): number {
  const left = other.map(({ text }) => text);
  const shared = one.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return shared.length / Math.max(one.length, other.length);
}
