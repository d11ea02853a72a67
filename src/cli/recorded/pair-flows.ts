/** Pairs the V1 flows of recordings with the V2 requests of the same content, and judges each pair. */
import { createHash } from 'node:crypto';
import { toBig } from '../../../contracts/src/base/decimal.ts';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isNumber, isObject, pointerToken } from '../../../contracts/src/base/json-value.ts';
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

/** A flow that waits for its counterpart. */
export interface PairedSide {
  readonly kind: 'import' | 'payment';
  readonly source: RecordSource;
  readonly submissions: readonly RecordSource[];
  readonly time: number | undefined;
  /** What fails, or is to be confirmed, whatever the counterpart holds. */
  readonly own: readonly ComparedField[];
}

export interface RecordedPair {
  readonly v1: PairedSide;
  readonly v2: PairedSide;
  readonly verdict: 'equivalent' | 'not-equivalent';
  /** Those that fail or are to be confirmed. */
  readonly fields: readonly ComparedField[];
}

export interface PairedFlows {
  readonly pairs: readonly RecordedPair[];
  readonly unpaired: Readonly<Record<'V1' | 'V2', readonly PairedSide[]>>;
}

/** The flows of one content. */
interface SameContent {
  readonly V1: PairedSide[];
  readonly V2: PairedSide[];
  readonly kind: 'import' | 'payment';
  /** One body of each version, to look for the nearest; gone where there are too many. */
  readonly text: { V1?: string; V2?: string };
}

/** Characters of bodies that are kept. */
const MOST_TEXT = 64_000_000;
/** Flows that are kept, some hundred bytes each. */
const MOST_FLOWS = 500_000;
/** Contents that share a value and are looked at for one flow. */
const MOST_NEAR = 100;
/** Of the values of the larger request: so many are the same in a pair that is not equivalent. */
const LEAST_SHARE = 0.5;

/** A value of a V2 request, and whether it can tell one request from another: no boolean and no word of a list. */
interface Leaf {
  readonly text: string;
  readonly tells: boolean;
}

export class RecordedPairs {
  readonly #decisions: MigrationDecisions;
  readonly #contents = new Map<string, SameContent>();
  #text = 0;
  #flows = 0;
  /** Flows beyond the limit, which are not compared. */
  ignored = 0;

  constructor(decisions: MigrationDecisions) {
    this.#decisions = decisions;
  }

  /** How many V1 flows and V2 requests there are. */
  readonly seen = { V1: 0, V2: 0 };

  /** Returns false for a flow whose request is not recorded. */
  add({ version, kind, call, submissions }: FoundFlow): boolean {
    const body = call.exactBody();
    if (!body) return false;
    this.seen[version]++;
    if (++this.#flows > MOST_FLOWS) {
      this.ignored++;
      return true;
    }
    const { leaves, own } = this.#read(version, kind, body);
    const key = digest(`${kind}\n${leaves.map(({ text }) => text).join('\n')}`);
    const same = this.#contents.get(key) ?? { V1: [], V2: [], kind, text: {} };
    this.#contents.set(key, same);
    same[version].push({ kind, source: call.source, submissions, time: call.time, own });
    if (same.text[version] === undefined && this.#text < MOST_TEXT) {
      same.text[version] = writeJson(body);
      this.#text += same.text[version].length;
    }
    return true;
  }

  /** First equal contents, in order of time; then of what is left each with the nearest. */
  pairs(): PairedFlows {
    const pairs: RecordedPair[] = [];
    for (const { V1, V2 } of this.#contents.values()) {
      V1.sort(byTime);
      V2.sort(byTime);
      const both = Math.min(V1.length, V2.length);
      for (const [at, v1] of V1.splice(0, both).entries()) {
        const v2 = V2[at] as PairedSide;
        pairs.push(pairOf(v1, v2, [...v1.own, ...v2.own]));
      }
      V2.splice(0, both);
    }
    pairs.push(...this.#nearest());
    const left = (version: 'V1' | 'V2') => [...this.#contents.values()].flatMap((same) => same[version]);
    return { pairs: pairs.sort((a, b) => byTime(a.v1, b.v1)), unpaired: { V1: left('V1'), V2: left('V2') } };
  }

  #nearest(): RecordedPair[] {
    const left = [...this.#contents.values()];
    const [v1s, v2s] = (['V1', 'V2'] as const).map((version) =>
      left.flatMap((same) => {
        const text = same[version].length > 0 ? same.text[version] : undefined;
        if (text === undefined) return [];
        const body = readJson(text, { keepSource: true }).exact as object;
        return { same, body, leaves: this.#read(version, same.kind, body).leaves };
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
        return v1.same.kind === v2.same.kind && share >= LEAST_SHARE ? { v1, v2, share } : [];
      });
    });
    candidates.sort((a, b) => b.share - a.share || apart(a) - apart(b));
    return candidates.flatMap(({ v1, v2 }) => {
      const both = Math.min(v1.same.V1.length, v2.same.V2.length);
      if (both === 0) return [];
      const { kind } = v1.same;
      const fields = comparedFields(this.#mapped(kind, v1.body), v2.body, kind).filter(isNoted);
      const others = v2.same.V2.splice(0, both);
      return v1.same.V1.splice(0, both).map((side, at) => pairOf(side, others[at] as PairedSide, fields));
    });
  }

  #mapped(kind: 'import' | 'payment', v1: object): readonly FieldResult[] {
    return (kind === 'import' ? migrateImport : migratePayment)(v1, this.#decisions).fields;
  }

  #read(version: 'V1' | 'V2', kind: 'import' | 'payment', body: object) {
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
  #currencies(kind: 'import' | 'payment', v2: object): ComparedField[] {
    const v1 = kind === 'payment' ? paymentHomeToV1(v2).v1 : undefined;
    return v1 ? comparedFields(this.#mapped(kind, v1), v2, kind).filter(isNoted) : [];
  }
}

interface Near {
  readonly same: SameContent;
  readonly body: object;
  readonly leaves: readonly Leaf[];
}

function pairOf(v1: PairedSide, v2: PairedSide, fields: readonly ComparedField[]): RecordedPair {
  return { v1, v2, verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
}

function isNoted(field: ComparedField): boolean {
  return isFailing(field) || field.verdict === 'to-confirm';
}

/** What has no time comes last, as it was read. */
function byTime(a: PairedSide, b: PairedSide): number {
  const [one, other] = [a.time ?? Number.MAX_VALUE, b.time ?? Number.MAX_VALUE];
  return one === other ? 0 : one - other;
}

function apart({ v1, v2 }: { v1: Near; v2: Near }): number {
  const [one, other] = [v1.same.V1[0]?.time, v2.same.V2[0]?.time];
  return one === undefined || other === undefined ? Number.MAX_VALUE : Math.abs(one - other);
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

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 22);
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
function leavesOf(value: unknown, pointer: string, kind: 'import' | 'payment'): Leaf[] {
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
