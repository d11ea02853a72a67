/** Pairs the V1 flows of recordings with the V2 requests of the same content, and judges each pair. */
import { toBig } from '../../../contracts/src/base/decimal.ts';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isNumber, isObject, pointerToken } from '../../../contracts/src/base/json-value.ts';
import { hashHalves } from '../../../contracts/src/base/text-hash.ts';
import {
  type ComparedField,
  comparedFields,
  isFailing,
} from '../../../contracts/src/migration/compare-requests.ts';
import { isAnyOrder } from '../../../contracts/src/migration/converters.ts';
import type { FieldResult, MigrationDecisions } from '../../../contracts/src/migration/mapping-engine.ts';
import { table } from '../../../contracts/src/migration/mapping-table.ts';
import {
  migrateImport,
  migratePayment,
  paymentHomeToV1,
} from '../../../contracts/src/migration/migrate-request.ts';
import type { RecordSource } from '../../../contracts/src/records/recorded-flows.ts';
import type { FoundFlow } from './read-flows.ts';

export const VERSIONS = ['V1', 'V2'] as const;
type Kind = FoundFlow['kind'];
type Version = FoundFlow['version'];

/** A flow without its request. */
interface PairedFlow extends Pick<FoundFlow, 'kind' | 'submissions'> {
  readonly source: RecordSource;
  /** What has no time comes last, as it was read. */
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

/** Flows that are kept, about 450 bytes each. */
const MOST_FLOWS = 500_000;
/** Bytes of bodies that are kept to look for the nearest, one of each content that is not paired. */
const MOST_BODIES = 16_000_000;
/** Contents that share a value and are looked at for one flow. */
const MOST_NEAR = 100;
/** Of the values of the larger request: so many are the same in a pair that is not equivalent. */
const LEAST_SHARE = 0.5;

/** A value of a V2 request, and whether it can tell one request from another: no boolean and no word of a list. */
interface Leaf {
  readonly text: string;
  readonly tells: boolean;
}

/** The flows of one content. */
interface Content extends Record<Version, PairedFlow[]> {
  readonly kind: Kind;
  /** Of the version that there is more of. */
  body?: Uint8Array | undefined;
}

/** A content that has no equal, the flows that it leaves over, and what is looked at to find the nearest. */
interface Near {
  readonly kind: Kind;
  readonly flows: PairedFlow[];
  /** Of its first flow. */
  readonly time: number;
  readonly body: object;
  readonly leaves: readonly Leaf[];
}

export class RecordedPairs {
  readonly #decisions: MigrationDecisions;
  /** By their digest. */
  readonly #contents = new Map<string, Content>();
  #bodySize = 0;
  /** Equal lists are one: most requests have the same fields to be confirmed. */
  readonly #own = new Map<string, readonly ComparedField[]>();
  /** How many V1 flows and V2 requests there are. */
  readonly seen = { V1: 0, V2: 0 };
  /** Flows beyond the limit, which are not compared. */
  ignored = 0;

  constructor(decisions: MigrationDecisions) {
    this.#decisions = decisions;
  }

  /** Returns false for a flow whose request is not recorded. */
  add({ version, kind, call, submissions }: FoundFlow): boolean {
    const body = call.exactBody();
    if (!body) return false;
    if (this.seen.V1 + this.seen.V2 >= MOST_FLOWS) this.ignored++;
    else {
      const { leaves, own } = this.#read(version, kind, body);
      const key = digest(`${kind}\n${leaves.map(({ text }) => text).join('\n')}`);
      const content = this.#contents.get(key) ?? { kind, V1: [], V2: [] };
      this.#contents.set(key, content);
      const time = call.time ?? Number.MAX_VALUE;
      content[version].push({ kind, source: call.source, submissions, time, own: this.#shared(own) });
      this.#keepBody(content, version, body);
    }
    this.seen[version]++;
    return true;
  }

  /** First equal contents, in order of time; then of what is left each with the nearest. */
  pairs(): PairedFlows {
    const pairs: RecordedPair[] = [];
    const left = { V1: [] as PairedFlow[][], V2: [] as PairedFlow[][] };
    const near = { V1: [] as Near[], V2: [] as Near[] };
    for (const content of this.#contents.values()) {
      const [v1s, v2s] = VERSIONS.map((version) => content[version].sort((a, b) => a.time - b.time));
      const both = Math.min(content.V1.length, content.V2.length);
      for (let at = 0; at < both; at++) {
        const [v1, v2] = [v1s?.[at] as PairedFlow, v2s?.[at] as PairedFlow];
        pairs.push(pairOf(v1, v2, v1.own.length > 0 ? [...v1.own, ...v2.own] : v2.own));
      }
      const version = content.V1.length > both ? 'V1' : 'V2';
      const flows = content[version].slice(both);
      const [first] = flows;
      if (!first) continue;
      left[version].push(flows);
      if (!content.body) continue;
      const body = readJson(new TextDecoder().decode(content.body), { keepSource: true }).exact as object;
      const { leaves } = this.#read(version, content.kind, body);
      near[version].push({ kind: content.kind, flows, time: first.time, body, leaves });
    }
    for (const pair of this.#nearest(near)) pairs.push(pair);
    pairs.sort((a, b) => a.v1.time - b.v1.time);
    return { pairs, unpaired: { V1: left.V1.flat(), V2: left.V2.flat() } };
  }

  #shared(own: readonly ComparedField[]): readonly ComparedField[] {
    const text = JSON.stringify(own);
    const shared = this.#own.get(text) ?? own;
    this.#own.set(text, shared);
    return shared;
  }

  /** Keeps a body of a content as long as it has flows without a counterpart. */
  #keepBody(content: Content, version: Version, body: object): void {
    const surplus = content.V1.length - content.V2.length;
    if (surplus === 0) {
      this.#bodySize -= content.body?.length ?? 0;
      content.body = undefined;
    } else if (surplus > 0 === (version === 'V1') && !content.body && this.#bodySize < MOST_BODIES) {
      content.body = new TextEncoder().encode(writeJson(body));
      this.#bodySize += content.body.length;
    }
  }

  /** Takes the flows that it pairs out of those that are left. */
  #nearest({ V1: v1s, V2: v2s }: Readonly<Record<Version, readonly Near[]>>): RecordedPair[] {
    const found = new Map<string, Near[]>();
    for (const near of v2s)
      for (const { text, tells } of near.leaves)
        if (tells) found.set(text, [...(found.get(text) ?? []), near].slice(0, MOST_NEAR));
    const candidates = v1s.flatMap((v1) => {
      const near = new Set(v1.leaves.flatMap(({ text }) => found.get(text) ?? []));
      return [...near].flatMap((v2) => {
        const share = sharedPart(v1.leaves, v2.leaves);
        return v1.kind === v2.kind && share >= LEAST_SHARE ? { v1, v2, share } : [];
      });
    });
    candidates.sort((a, b) => b.share - a.share || apart(a) - apart(b));
    return candidates.flatMap(({ v1, v2 }) => {
      const both = Math.min(v1.flows.length, v2.flows.length);
      if (both === 0) return [];
      const fields = comparedFields(this.#mapped(v1.kind, v1.body), v2.body, v1.kind).filter(isNoted);
      const others = v2.flows.splice(0, both);
      return v1.flows.splice(0, both).map((flow, at) => pairOf(flow, others[at] as PairedFlow, fields));
    });
  }

  #mapped(kind: Kind, v1: object): readonly FieldResult[] {
    return (kind === 'import' ? migrateImport : migratePayment)(v1, this.#decisions).fields;
  }

  #read(version: Version, kind: Kind, body: object) {
    if (version === 'V2')
      return { leaves: inOrder(leavesOf(body, '', kind)), own: this.#currencies(kind, body) };
    const fields = this.#mapped(kind, body);
    const leaves = fields.flatMap(({ from, to, becomes }) =>
      from === null || to === null || becomes === undefined ? [] : leavesOf(becomes, to, kind),
    );
    const stuck = fields.filter(({ to, verdict }) => to === null || verdict === 'wrong-value');
    return { leaves: inOrder(leaves), own: comparedFields(stuck, {}, kind).filter(isFailing) };
  }

  /** V1 has none, so they are judged by themselves: against the V1 request that the V2 request would replace. */
  #currencies(kind: Kind, v2: object): ComparedField[] {
    const v1 = kind === 'payment' ? paymentHomeToV1(v2).v1 : undefined;
    return v1 ? comparedFields(this.#mapped(kind, v1), v2, kind).filter(isNoted) : [];
  }
}

function pairOf(v1: PairedFlow, v2: PairedFlow, fields: readonly ComparedField[]): RecordedPair {
  return { v1, v2, verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
}

function isNoted(field: ComparedField): boolean {
  return isFailing(field) || field.verdict === 'to-confirm';
}

function apart({ v1, v2 }: { v1: Near; v2: Near }): number {
  const isKnown = v1.time !== Number.MAX_VALUE && v2.time !== Number.MAX_VALUE;
  return isKnown ? Math.abs(v1.time - v2.time) : Number.MAX_VALUE;
}

function sharedPart(one: readonly Leaf[], other: readonly Leaf[]): number {
  const left = other.map(({ text }) => text);
  const shared = one.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return shared.length / Math.max(one.length, other.length);
}

function inOrder(leaves: readonly Leaf[]): readonly Leaf[] {
  return [...leaves].sort((a, b) => (a.text < b.text ? -1 : 1));
}

/** 128 bits as eight characters: the digest of a cryptographic hash takes three times the memory. */
function digest(text: string): string {
  const halves = [...hashHalves(text, 0), ...hashHalves(text, 1)];
  return String.fromCharCode(...halves.flatMap((half) => [half >>> 16, half & 0xffff]));
}

/** What a place of a V2 request holds, by its path with `[]` for any index. */
const PLACES = new Map(
  (['import', 'payment'] as const).flatMap((kind) =>
    table[kind].map((row) => {
      const unordered = isAnyOrder(row, table.codes);
      const tells = row.type !== 'boolean' && !row.words && !unordered;
      return [
        `${kind} ${row.to}`,
        { unordered, tells, isIban: row.by === 'iban', isAdded: row.from === null },
      ];
    }),
  ),
);

/** The values below a place of a V2 request, without those that V1 never had (the currency). */
function leavesOf(value: unknown, pointer: string, kind: Kind): Leaf[] {
  const isFilled = (Array.isArray(value) || isObject(value)) && Object.keys(value).length > 0;
  if (isFilled)
    return Object.entries(value).flatMap(([name, part]) =>
      leavesOf(part, `${pointer}/${pointerToken(name)}`, kind),
    );
  const path = pointer
    .slice(1)
    .replaceAll('/', '.')
    .replace(/\.\d+(?=\.|$)/g, '[]');
  const place = PLACES.get(`${kind} ${path}`);
  if (place?.isAdded) return [];
  const at = place?.unordered ? path : pointer;
  return [{ text: `${at} ${comparable(value, place?.isIban === true)}`, tells: place?.tells === true }];
}

/** The same text for values that a comparison takes for the same. */
function comparable(value: unknown, isIban: boolean): string {
  if (isNumber(value)) return toBig(value)?.toString() ?? String(value);
  if (isIban && typeof value === 'string') return JSON.stringify(value.replaceAll(' ', '').toUpperCase());
  return JSON.stringify(value);
}
