/** Pairs the V1 flows of recordings with the V2 requests of the same content, and judges each pair. */
import { createHash } from 'node:crypto';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
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
import {
  migrateImport,
  migratePayment,
  paymentToV1,
} from '../../../contracts/src/migration/migrate-request.ts';

type Version = RecordedFlow['version'];

/** A V1 flow or a V2 request. */
interface PairedFlow extends Pick<RecordedFlow, 'kind' | 'submissions'> {
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
  readonly unpaired: Readonly<Record<Version, readonly PairedFlow[]>>;
}

/** Flows that are kept. */
const MOST_FLOWS = 500_000;
/** Characters of bodies that are kept to look for the nearest, one of each content that is not paired. */
const MOST_BODIES = 16_000_000;
/** Contents that share a value and are looked at for one flow. */
const MOST_NEAR = 100;
/** Of the values of the larger request: so many are the same in a pair that is not equivalent. */
const LEAST_SHARE = 0.5;

/** The flows of one content. */
interface Content {
  readonly kind: FlowKind;
  readonly V1: PairedFlow[];
  readonly V2: PairedFlow[];
  /** A body of the version that has more flows. */
  body?: string | undefined;
}

/** The flows of one content and version that have no equal, and what is looked at to find the nearest. */
interface LeftOver {
  readonly kind: FlowKind;
  readonly flows: PairedFlow[];
  readonly body: object;
  readonly values: readonly ContentValue[];
}

export class RecordedPairs {
  readonly #decisions: MigrationDecisions;
  /** By the digest of the content. */
  readonly #contents = new Map<string, Content>();
  #bodySize = 0;
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
    if (this.seen.V1 + this.seen.V2 >= MOST_FLOWS) this.ignored++;
    this.seen[version]++;
    if (this.ignored > 0) return true;
    const { values, own } = this.#read(version, kind, body);
    const content = this.#contentOf(kind, values);
    const { source, time = Number.MAX_VALUE } = call;
    content[version].push({ kind, source, submissions, time, own });
    this.#keepBody(content, version, body);
    return true;
  }

  /** First equal contents, what is equivalent before what is not, in order of time; then each of the others with the nearest. */
  pairs(): PairedFlows {
    const pairs: RecordedPair[] = [];
    const left = { V1: [] as LeftOver[], V2: [] as LeftOver[] };
    const unpaired = { V1: [] as PairedFlow[], V2: [] as PairedFlow[] };
    for (const content of this.#contents.values()) {
      const [v1s, v2s] = [content.V1.toSorted(byVerdictAndTime), content.V2.toSorted(byVerdictAndTime)];
      const both = Math.min(v1s.length, v2s.length);
      for (let at = 0; at < both; at++) {
        const [v1, v2] = [v1s[at] as PairedFlow, v2s[at] as PairedFlow];
        pairs.push(pairOf(v1, v2, [...v1.own, ...v2.own]));
      }
      const rest = { V1: v1s.slice(both), V2: v2s.slice(both) };
      for (const version of ['V1', 'V2'] as const) {
        const found = this.#leftOver(content, version, rest[version]);
        if (found) left[version].push(found);
        else unpaired[version].push(...rest[version]);
      }
    }
    pairs.push(...this.#nearest(left));
    pairs.sort((a, b) => a.v1.time - b.v1.time);
    for (const version of ['V1', 'V2'] as const)
      unpaired[version].push(...left[version].flatMap(({ flows }) => flows));
    return { pairs, unpaired };
  }

  #contentOf(kind: FlowKind, values: readonly ContentValue[]): Content {
    const key = createHash('sha256').update(contentText(kind, values)).digest('base64');
    const content = this.#contents.get(key) ?? { kind, V1: [], V2: [] };
    this.#contents.set(key, content);
    return content;
  }

  /** As long as the content has flows without a counterpart. */
  #keepBody(content: Content, version: Version, body: object): void {
    const [own, other] = [content[version].length, content[version === 'V1' ? 'V2' : 'V1'].length];
    if (own === other) {
      this.#bodySize -= content.body?.length ?? 0;
      content.body = undefined;
    } else if (own > other && content.body === undefined && this.#bodySize < MOST_BODIES) {
      content.body = writeJson(body);
      this.#bodySize += content.body.length;
    }
  }

  /** Undefined where no flow is left, or no body was kept to look for the nearest. */
  #leftOver({ kind, body: text }: Content, version: Version, flows: PairedFlow[]): LeftOver | undefined {
    if (flows.length === 0 || text === undefined) return undefined;
    const body = readJson(text, { keepSource: true }).exact as object;
    return { kind, flows, body, values: this.#read(version, kind, body).values };
  }

  /** Takes the flows that it pairs out of `left`. */
  #nearest({ V1, V2 }: Readonly<Record<Version, readonly LeftOver[]>>): RecordedPair[] {
    const found = new Map<string, LeftOver[]>();
    for (const v2 of V2)
      for (const { text, isDistinctive } of v2.values)
        if (isDistinctive) found.set(text, [...(found.get(text) ?? []), v2].slice(0, MOST_NEAR));
    const candidates = V1.flatMap((v1) => {
      const near = new Set(v1.values.flatMap(({ text }) => found.get(text) ?? []));
      return [...near].flatMap((v2) => {
        const share = sharedPart(v1.values, v2.values);
        return v1.kind === v2.kind && share >= LEAST_SHARE
          ? { v1, v2, share, apart: timeBetween(v1, v2) }
          : [];
      });
    });
    candidates.sort((a, b) => b.share - a.share || a.apart - b.apart);
    return candidates.flatMap(({ v1, v2 }) => {
      const both = Math.min(v1.flows.length, v2.flows.length);
      if (both === 0) return [];
      const fields = comparedFields(this.#mapped(v1.kind, v1.body), v2.body, v1.kind).filter(isNoted);
      const others = v2.flows.splice(0, both);
      return v1.flows.splice(0, both).map((flow, at) => pairOf(flow, others[at] as PairedFlow, fields));
    });
  }

  #mapped(kind: FlowKind, v1: object): readonly FieldResult[] {
    return (kind === 'import' ? migrateImport : migratePayment)(v1, this.#decisions).fields;
  }

  #read(version: Version, kind: FlowKind, body: object) {
    if (version === 'V2') return { values: contentOfV2(kind, body), own: this.#currencies(kind, body) };
    const fields = this.#mapped(kind, body);
    const stuck = fields.filter(({ to, verdict }) => to === null || verdict === 'wrong-value');
    return { values: contentOfV1(kind, fields), own: comparedFields(stuck, {}, kind).filter(isFailing) };
  }

  /** V1 has none, so they are judged by themselves: against the V1 request that the V2 request would replace. */
  #currencies(kind: FlowKind, v2: object): ComparedField[] {
    const v1 = kind === 'payment' ? paymentToV1(v2).v1 : undefined;
    return v1 ? comparedFields(this.#mapped(kind, v1), v2, kind).filter(isNoted) : [];
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

function timeBetween(v1: LeftOver, v2: LeftOver): number {
  const [one, other] = [v1, v2].map(({ flows: [first] }) => first?.time ?? Number.MAX_VALUE) as [
    number,
    number,
  ];
  const isKnown = one !== Number.MAX_VALUE && other !== Number.MAX_VALUE;
  return isKnown ? Math.abs(one - other) : Number.MAX_VALUE;
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
