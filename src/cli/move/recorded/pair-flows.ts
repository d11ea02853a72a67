/** Pairs the V1 flows of recordings with the V2 requests of the same content or the same parties, and judges each pair. */
import { createHash } from 'node:crypto';
import { readJson, writeJson } from '../../../../contracts/src/base/exact-json.ts';
import { type FlowKind, flows } from '../../../../contracts/src/base/flows.ts';
import {
  type ComparedField,
  comparedFields,
  isFailing,
} from '../../../../contracts/src/migration/compare-requests.ts';
import {
  type ContentValue,
  contentOf,
  contentText,
  mappingPath,
  rowAt,
} from '../../../../contracts/src/migration/content.ts';
import { migrateFlow } from '../../../../contracts/src/migration/migrate-request.ts';
import type { RecordedFlow } from '../../../evidence/recorded-flows.ts';
import type { Decided } from '../decisions.ts';
import type { KnownFields } from '../known-fields.ts';

/** A V1 flow or a V2 request. */
interface KeptFlow extends Pick<RecordedFlow, 'version' | 'kind' | 'source'> {
  /** Milliseconds since 1970; flows without a time come last, as they were read. */
  readonly time: number;
  /** JSON of the request body, and of the body that submits a V1 payment. */
  readonly json: string;
  /** The digest of all that it asks for. */
  readonly content: string;
  readonly parties: string;
}

type FlowPair = Readonly<Record<'v1' | 'v2', KeptFlow>>;

interface RecordedPair extends FlowPair {
  readonly verdict: 'equivalent' | 'not-equivalent';
  /** Fields that fail, are admitted or are to be confirmed. */
  readonly fields: readonly ComparedField[];
}

export type PairedFlows = ReturnType<ReturnType<typeof recordedPairs>['pairs']>;

/** How many flows are kept. */
const MOST_FLOWS = 250_000;

export function recordedPairs(decided: Decided, known: KnownFields) {
  const kept: KeptFlow[] = [];
  /** How many V1 flows and V2 requests there are, and how many beyond the limit, which are not compared. */
  const seen = { V1: 0, V2: 0, ignored: 0 };
  /** Returns false for a flow whose request is not recorded. */
  const add = ({ version, kind, source, time = Number.MAX_VALUE, body, submission }: RecordedFlow) => {
    if (!body) return false;
    seen[version]++;
    if (seen.V1 + seen.V2 > MOST_FLOWS) {
      seen.ignored++;
      return true;
    }
    const submitted = submission?.body;
    if (version === 'V2') decided.addNulls([body]);
    const parts =
      version === 'V2' ? [{ to: '', becomes: body }] : decided.migrated(kind, body, submitted).fields;
    // V1 has no currencies.
    const values = contentOf(kind, parts).filter(({ at }) => rowAt(kind, mappingPath(at))?.from !== null);
    kept.push({
      version,
      kind,
      source,
      time,
      // The copy is one text: a joined text keeps every piece in memory.
      json: `${Buffer.from(writeJson([body, submitted ?? null]))}`,
      content: createHash('sha256').update(contentText(kind, values)).digest('base64'),
      parties: partiesOf(kind, values),
    });
    return true;
  };
  const judged = ({ v1, v2 }: FlowPair): RecordedPair => {
    const [body, submission] = keptBodies(v1);
    const { decisions } = decided;
    const mapped = migrateFlow(v1.kind, decisions, body, submission ?? undefined).fields;
    const all = comparedFields(mapped, keptBodies(v2)[0], v1.kind, decisions.allow);
    const fields = known.marked(all, v1.kind).filter((field) => {
      return isFailing(field) || field.verdict === 'to-confirm' || field.verdict === 'admitted';
    });
    return { v1, v2, verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
  };
  /**
   * Pairs equal contents in order of time, then the other flows with the same parties. The pairs are in the order of their V1
   * flows; of those without a counterpart, V1 flows come first.
   */
  const pairs = () => {
    const equal = pairsByKey(kept.sort(byTime), ({ content }) => content);
    const alike = pairsByKey(equal.left, ({ kind, parties }) =>
      parties === '' ? '' : `${kind}\n${parties}`,
    );
    const pairs = [...equal.pairs, ...alike.pairs].sort((a, b) => byTime(a.v1, b.v1));
    return { pairs: pairs.map(judged), unpaired: byVersion(alike.left).flat() };
  };
  return { seen, add, pairs };
}

/** Counterparts in any order, each by its IBAN, or else by its name. Empty where none is named. */
function partiesOf(kind: FlowKind, values: readonly ContentValue[]): string {
  const parties = new Map<string, string>();
  // The IBAN of a party comes before its name.
  for (const { at, value } of values) {
    const party = flows[kind].parties.exec(at)?.[1];
    if (party !== undefined && !parties.has(party)) parties.set(party, value);
  }
  return [...parties]
    .map(([party, value]) => `${party.replace(/\/\d+/, '')} ${value}`)
    .sort()
    .join('\n');
}

/** V1 flows and V2 requests with the same key, in the order in which they are given; those without one are left. */
function pairsByKey(all: readonly KeptFlow[], keyOf: (flow: KeptFlow) => string) {
  const pairs: FlowPair[] = [];
  const left: KeptFlow[] = [];
  for (const [key, alike] of Map.groupBy(all, keyOf)) {
    const [v1s, v2s] = byVersion(alike);
    const most = key === '' ? 0 : Math.min(v1s.length, v2s.length);
    for (const [at, v1] of v1s.slice(0, most).entries()) pairs.push({ v1, v2: v2s[at] as KeptFlow });
    left.push(...v1s.slice(most), ...v2s.slice(most));
  }
  return { pairs, left: left.sort(byTime) };
}

function keptBodies({ json }: KeptFlow): [body: object, submission: object | null] {
  return readJson(json) as [object, object | null];
}

function byVersion(all: readonly KeptFlow[]): [v1s: KeptFlow[], v2s: KeptFlow[]] {
  const of = (wanted: string) => all.filter(({ version }) => version === wanted);
  return [of('V1'), of('V2')];
}

function byTime(a: KeptFlow, b: KeptFlow): number {
  return a.time - b.time;
}
