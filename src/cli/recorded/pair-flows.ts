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
import { FlowColumns } from './flow-columns.ts';
import type { FoundFlow } from './read-flows.ts';

type Kind = FoundFlow['kind'];
type Version = FoundFlow['version'];

/** A flow as it is reported. */
export interface PairedSide extends Pick<FoundFlow, 'kind' | 'submissions'> {
  readonly source: RecordSource;
}

/** Flows by their number among those of their version. */
export interface RecordedPair {
  readonly v1: number;
  readonly v2: number;
  readonly verdict: 'equivalent' | 'not-equivalent';
  /** Those that fail or are to be confirmed. */
  readonly fields: readonly ComparedField[];
}

export interface PairedFlows {
  /** In order of time of the V1 flow. */
  readonly pairs: readonly RecordedPair[];
  readonly unpaired: Readonly<Record<Version, readonly number[]>>;
}

/** Flows that are kept, about 100 bytes each. */
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

/** The flows of one content that equal contents leave over, all of one version. */
interface LeftOver {
  readonly content: number;
  readonly flows: number[];
}

export class RecordedPairs {
  readonly #decisions: MigrationDecisions;
  readonly #flows = { V1: new FlowColumns(), V2: new FlowColumns() };
  /** Numbers of the contents, by their digest. */
  readonly #contents = new Map<string, number>();
  /** By content. */
  readonly #kinds: Kind[] = [];
  /** By content, how many V1 flows there are more than V2 requests. */
  readonly #surplus: number[] = [];
  /** By content, a body of the version that there is more of. */
  readonly #bodies = new Map<number, Uint8Array>();
  #bodySize = 0;
  /** Equal lists are one: most requests have the same fields to be confirmed. */
  readonly #own = new Map<string, readonly ComparedField[]>();
  /** Flows beyond the limit, which are not compared. */
  ignored = 0;

  constructor(decisions: MigrationDecisions) {
    this.#decisions = decisions;
  }

  /** How many V1 flows and V2 requests there are. */
  readonly seen = { V1: 0, V2: 0 };

  /** Returns false for a flow whose request is not recorded. */
  add(flow: FoundFlow): boolean {
    const { version, kind, call } = flow;
    const body = call.exactBody();
    if (!body) return false;
    this.seen[version]++;
    if (this.#flows.V1.count + this.#flows.V2.count === MOST_FLOWS) {
      this.ignored++;
      return true;
    }
    const { leaves, own } = this.#read(version, kind, body);
    const content = this.#contentOf(kind, leaves);
    this.#flows[version].add(flow, content, this.#shared(own));
    this.#balance(content, version === 'V1' ? 1 : -1, body);
    return true;
  }

  side(version: Version, flow: number): PairedSide {
    const { contents } = this.#flows[version];
    const [source, ...submissions] = this.#flows[version].sources(flow);
    return { kind: this.#kinds[contents.at(flow)] as Kind, source, submissions };
  }

  /** First equal contents, in order of time; then of what is left each with the nearest. */
  pairs(): PairedFlows {
    const { V1, V2 } = this.#flows;
    const [v1s, v2s] = [V1.inOrder(), V2.inOrder()];
    const pairs: RecordedPair[] = [];
    const left = { V1: [] as LeftOver[], V2: [] as LeftOver[] };
    let [one, two] = [0, 0];
    for (let content = 0; content < this.#kinds.length; content++) {
      const isOf = ({ contents }: FlowColumns, flow: number | undefined) =>
        flow !== undefined && contents.at(flow) === content;
      while (isOf(V1, v1s[one]) && isOf(V2, v2s[two])) {
        const [v1, v2] = [v1s[one++] as number, v2s[two++] as number];
        const [own, other] = [V1.own[v1] ?? NONE, V2.own[v2] ?? NONE];
        pairs.push(pairOf(v1, v2, own.length > 0 ? [...own, ...other] : other));
      }
      const flows = { V1: [] as number[], V2: [] as number[] };
      while (isOf(V1, v1s[one])) flows.V1.push(v1s[one++] as number);
      while (isOf(V2, v2s[two])) flows.V2.push(v2s[two++] as number);
      for (const version of ['V1', 'V2'] as const)
        if (flows[version].length > 0) left[version].push({ content, flows: flows[version] });
    }
    for (const pair of this.#nearest(left)) pairs.push(pair);
    pairs.sort((a, b) => V1.times.at(a.v1) - V1.times.at(b.v1));
    const rest = (version: Version) => left[version].flatMap(({ flows }) => flows);
    return { pairs, unpaired: { V1: rest('V1'), V2: rest('V2') } };
  }

  #contentOf(kind: Kind, leaves: readonly Leaf[]): number {
    const key = digest(`${kind}\n${leaves.map(({ text }) => text).join('\n')}`);
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    this.#contents.set(key, this.#kinds.length);
    this.#surplus.push(0);
    return this.#kinds.push(kind) - 1;
  }

  #shared(own: readonly ComparedField[]): readonly ComparedField[] {
    if (own.length === 0) return NONE;
    const text = JSON.stringify(own);
    const shared = this.#own.get(text) ?? own;
    this.#own.set(text, shared);
    return shared;
  }

  /** Keeps a body of a content as long as it has flows without a counterpart. */
  #balance(content: number, change: 1 | -1, body: object): void {
    const surplus = (this.#surplus[content] as number) + change;
    this.#surplus[content] = surplus;
    const kept = this.#bodies.get(content);
    if (surplus === 0 && kept) {
      this.#bodies.delete(content);
      this.#bodySize -= kept.length;
    } else if (surplus * change > 0 && !kept && this.#bodySize < MOST_BODIES) {
      const bytes = new TextEncoder().encode(writeJson(body));
      this.#bodies.set(content, bytes);
      this.#bodySize += bytes.length;
    }
  }

  /** Takes the flows that it pairs out of `left`. */
  #nearest(left: Readonly<Record<Version, readonly LeftOver[]>>): RecordedPair[] {
    const [v1s, v2s] = (['V1', 'V2'] as const).map((version) =>
      left[version].flatMap(({ content, flows }) => {
        const body = this.#bodyOf(content);
        if (!body) return [];
        const kind = this.#kinds[content] as Kind;
        const time = this.#flows[version].times.at(flows[0] as number);
        return { content, kind, flows, time, leaves: this.#read(version, kind, body).leaves };
      }),
    ) as [Near[], Near[]];
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
      const [one, other] = [this.#bodyOf(v1.content), this.#bodyOf(v2.content)];
      if (both === 0 || !one || !other) return [];
      const fields = comparedFields(this.#mapped(v1.kind, one), other, v1.kind).filter(isNoted);
      const others = v2.flows.splice(0, both);
      return v1.flows.splice(0, both).map((flow, at) => pairOf(flow, others[at] as number, fields));
    });
  }

  #bodyOf(content: number): object | undefined {
    const bytes = this.#bodies.get(content);
    return bytes && (readJson(new TextDecoder().decode(bytes), { keepSource: true }).exact as object);
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

/** A content that has no equal, and what is looked at to find the nearest. */
interface Near extends LeftOver {
  readonly kind: Kind;
  /** Of its first flow. */
  readonly time: number;
  readonly leaves: readonly Leaf[];
}

const NONE: readonly ComparedField[] = [];

function pairOf(v1: number, v2: number, fields: readonly ComparedField[]): RecordedPair {
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
