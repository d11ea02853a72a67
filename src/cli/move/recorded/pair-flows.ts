/** Pairs the V1 flows of recordings with the V2 requests of the same content, and judges each pair. */
import { createHash } from 'node:crypto';
import { readJson, writeJson } from '../../../../contracts/src/base/exact-json.ts';
import {
  type ComparedField,
  comparedFields,
  isFailing,
} from '../../../../contracts/src/migration/compare-requests.ts';
import {
  type ContentValue,
  contentOfV1,
  contentOfV2,
  contentText,
} from '../../../../contracts/src/migration/content.ts';
import type { FieldResult } from '../../../../contracts/src/migration/mapping-engine.ts';
import type { RecordedFlow } from '../../../evidence/recorded-flows.ts';
import type { Decided } from '../decisions.ts';
import type { KnownFields } from '../known-fields.ts';
import { migrated } from '../request-files.ts';

/** A V1 flow or a V2 request. */
interface KeptFlow extends Pick<RecordedFlow, 'version' | 'kind' | 'source'> {
  /** In milliseconds since 1970; what has no time comes last, as it was read. */
  readonly time: number;
  /** The body of the request as JSON, and that of the submission of a V1 payment. */
  readonly json: string;
  readonly submission?: string | undefined;
}

interface FlowPair {
  readonly v1: KeptFlow;
  readonly v2: KeptFlow;
}

export interface RecordedPair extends FlowPair {
  readonly verdict: 'equivalent' | 'not-equivalent';
  /** Those that fail, are admitted or to be confirmed. */
  readonly fields: readonly ComparedField[];
}

export interface PairedFlows {
  /** In order of time of the V1 flow. */
  readonly pairs: readonly RecordedPair[];
  /** Those of V1 before those of V2. */
  readonly unpaired: readonly KeptFlow[];
}

/** Flows that are kept. */
const MOST_FLOWS = 250_000;
/** Flows of each version without an equal that are looked at for the nearest. */
const MOST_LEFT = 5000;
/** Flows that share a value and are looked at for one flow. */
const MOST_NEAR = 100;
/** Of the values of the larger request: so many are the same in a pair that is not equivalent. */
const LEAST_SHARE = 0.5;

export class RecordedPairs {
  readonly #decisions: Decided;
  readonly #known: KnownFields;
  /** By the digest of the content. */
  readonly #contents = new Map<string, KeptFlow[]>();
  /** How many V1 flows and V2 requests there are. */
  readonly seen = { V1: 0, V2: 0 };
  /** Flows beyond the limit, which are not compared. */
  ignored = 0;

  constructor(decisions: Decided, known: KnownFields) {
    this.#decisions = decisions;
    this.#known = known;
  }

  /** Returns false for a flow whose request is not recorded. */
  add({ version, kind, source, time = Number.MAX_VALUE, body: read, submission }: RecordedFlow): boolean {
    const body = read();
    if (!body) return false;
    this.seen[version]++;
    if (this.seen.V1 + this.seen.V2 > MOST_FLOWS) {
      this.ignored++;
      return true;
    }
    const submitted = submission?.body();
    const flow = {
      version,
      kind,
      source,
      time,
      json: writeJson(body),
      submission: submitted && writeJson(submitted),
    };
    const text = contentText(kind, this.#contentOf(flow));
    const key = createHash('sha256').update(text).digest('base64');
    const flows = this.#contents.get(key) ?? [];
    this.#contents.set(key, flows);
    flows.push(flow);
    return true;
  }

  /** First equal contents in order of time, then each of the others with the nearest. */
  pairs(): PairedFlows {
    const pairs: FlowPair[] = [];
    const left: KeptFlow[] = [];
    for (const flows of this.#contents.values()) {
      const [v1s, v2s] = byVersion(flows.sort(byTime));
      for (const v1 of v1s) {
        const v2 = v2s.shift();
        if (v2) pairs.push({ v1, v2 });
        else left.push(v1);
      }
      left.push(...v2s);
    }
    pairs.push(...this.#nearest(left));
    const paired = new Set(pairs.flatMap(({ v1, v2 }) => [v1, v2]));
    return {
      pairs: pairs.sort((a, b) => byTime(a.v1, b.v1)).map((pair) => this.#judged(pair)),
      unpaired: byVersion(left.filter((flow) => !paired.has(flow))).flat(),
    };
  }

  /** The flows that share most values, and of these the ones nearest in time, first. */
  #nearest(left: readonly KeptFlow[]): FlowPair[] {
    const [v1s, v2s] = byVersion(left);
    const read = (flows: readonly KeptFlow[]) =>
      flows.slice(0, MOST_LEFT).map((flow) => ({ flow, values: this.#contentOf(flow) }));
    const v2Values = read(v2s);
    const withValue = new Map<string, typeof v2Values>();
    for (const v2 of v2Values)
      for (const { text, isDistinctive } of v2.values)
        if (isDistinctive) withValue.set(text, [...(withValue.get(text) ?? []), v2].slice(0, MOST_NEAR));
    const candidates = read(v1s)
      .flatMap((v1) => {
        const near = new Set(v1.values.flatMap(({ text }) => withValue.get(text) ?? []));
        return [...near].map((v2) => ({ v1: v1.flow, v2: v2.flow, share: sharedPart(v1.values, v2.values) }));
      })
      .filter(({ v1, v2, share }) => v1.kind === v2.kind && share >= LEAST_SHARE)
      .sort((a, b) => b.share - a.share || timeBetween(a) - timeBetween(b));
    const taken = new Set<KeptFlow>();
    return candidates.filter(({ v1, v2 }) => {
      const isFree = !taken.has(v1) && !taken.has(v2);
      if (isFree) taken.add(v1).add(v2);
      return isFree;
    });
  }

  #judged({ v1, v2 }: FlowPair): RecordedPair {
    const all = comparedFields(this.#mapped(v1), bodyOf(v2), v1.kind, this.#decisions.allow);
    const fields = this.#known.marked(all, v1.kind).filter((field) => {
      return isFailing(field) || field.verdict === 'to-confirm' || field.verdict === 'admitted';
    });
    return { v1, v2, verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
  }

  #mapped(v1: KeptFlow): readonly FieldResult[] {
    const submission = v1.submission === undefined ? undefined : bodyOf({ json: v1.submission });
    return migrated(v1.kind, bodyOf(v1), this.#decisions, submission).fields;
  }

  #contentOf(flow: KeptFlow): ContentValue[] {
    if (flow.version === 'V2') return contentOfV2(flow.kind, bodyOf(flow));
    return contentOfV1(flow.kind, this.#mapped(flow));
  }
}

function bodyOf({ json }: Pick<KeptFlow, 'json'>): object {
  return readJson(json, { keepSource: true }).exact as object;
}

function byVersion(flows: readonly KeptFlow[]): [v1s: KeptFlow[], v2s: KeptFlow[]] {
  const of = (wanted: string) => flows.filter(({ version }) => version === wanted);
  return [of('V1'), of('V2')];
}

function byTime(a: KeptFlow, b: KeptFlow): number {
  return a.time - b.time;
}

function timeBetween({ v1, v2 }: FlowPair): number {
  return Math.abs(v1.time - v2.time);
}

/** Of the values of the larger request. */
function sharedPart(one: readonly ContentValue[], other: readonly ContentValue[]): number {
  const left = other.map(({ text }) => text);
  const shared = one.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return shared.length / Math.max(one.length, other.length);
}
