/** One row for each file if `report` gets several: of a team or a part of a recording. Open moves come first. */
import { type FlowOperation, flowCalls, flowOperations } from '../../contracts/src/base/flows.ts';
import { count, oneLine } from '../../contracts/src/base/text.ts';
import { textTable } from '../base/table.ts';
import type { Readiness } from '../evidence/readiness.ts';
import type { CodeResult } from '../evidence/v1-in-code.ts';
import { sumOf, type Totals } from './check/check-totals.ts';

/** A row of `report --json`; `contracts/outputs/report.output.json` describes it. */
interface PartRow {
  readonly file: string;
  readonly verdict: 'done' | 'ready' | 'left' | 'decisions' | 'not ready' | 'violated' | 'upheld' | 'unknown';
  readonly v1Calls: number;
  /** V1 in source files. */
  readonly places: number;
  /** Open decisions, and what V2 has no counterpart for. */
  readonly open: number;
  /** Clauses that the provider or the requests break. */
  readonly violations: number;
  /** When the last V1 call was sent, in milliseconds since 1970; null where no record says it. */
  readonly lastSeen: number | null;
}

type Assessed = Readiness & { readonly code?: CodeResult };

/** What check, assess or assess --code found in one file. */
interface PartResult {
  readonly file: string;
  readonly content: { readonly totals: readonly Totals[] } | Assessed | { readonly code: CodeResult };
}

const NONE = { v1Calls: 0, places: 0, open: 0, violations: 0, lastSeen: null };

export function partRows(parts: readonly PartResult[]): PartRow[] {
  const rows = parts.map(({ file, content }): PartRow => {
    if ('totals' in content) return { ...NONE, file, ...checkedPart(content.totals) };
    if ('v1Calls' in content) return { ...NONE, file, ...assessedPart(content) };
    const places = content.code.left.length;
    return { ...NONE, file, verdict: places > 0 ? 'left' : 'unknown', places };
  });
  const counts = ['v1Calls', 'places', 'open', 'violations'] as const;
  return rows.sort((a, b) => {
    const most = counts.find((name) => a[name] !== b[name]);
    return most ? b[most] - a[most] : a.file < b.file ? -1 : 1;
  });
}

function assessedPart({ verdict, v1Calls, calls, decisions, noPlace, code }: Assessed) {
  const seen = calls.flatMap(({ version, last }) => (version === 'V1' && last !== null ? [last] : []));
  const places = code?.left.length ?? 0;
  const ready: PartRow['verdict'] = v1Calls > 0 ? 'ready' : places > 0 ? 'left' : 'done';
  const became = { ready, unreadable: 'unknown', decisions: 'decisions', 'not ready': 'not ready' } as const;
  return {
    verdict: became[verdict],
    v1Calls,
    places,
    open: decisions.length + noPlace.length,
    lastSeen: seen.length > 0 ? Math.max(...seen) : null,
  };
}

function checkedPart(parts: readonly Totals[]) {
  const totals = sumOf(parts);
  const { wrong, judged, unknown } = totals.result();
  const calls = Object.entries(totals.counts.operations).flatMap(([operation, counts]) =>
    isV1(operation) ? Object.values(counts) : [],
  );
  const isUpheld = judged > 0 && unknown === 0;
  const verdict: PartRow['verdict'] = wrong > 0 ? 'violated' : isUpheld ? 'upheld' : 'unknown';
  return {
    verdict,
    v1Calls: calls.reduce((sum, each) => sum + each, 0),
    violations: wrong,
  };
}

function isV1(operation: string): boolean {
  const known = flowOperations.find((each): each is FlowOperation => each === operation);
  return known !== undefined && flowCalls[known].version === 'V1';
}

export const PARTS_HEAD = ['file', 'verdict', 'V1 calls', 'in code', 'open', 'violations', 'last V1 call'];

export function partCells({ file, verdict, v1Calls, places, open, violations, lastSeen }: PartRow): string[] {
  const day = lastSeen === null ? '-' : new Date(lastSeen).toISOString().slice(0, 10);
  return [file, verdict, ...[v1Calls, places, open, violations].map(String), day];
}

export function partsSentence(parts: readonly PartRow[]): string {
  const still = parts.filter(({ v1Calls, places }) => v1Calls + places > 0).length;
  const open = parts.filter((part) => part.open > 0).length;
  const violated = parts.filter(({ violations }) => violations > 0).length;
  return `${count(parts.length, 'file')}: ${still} with V1 left, ${open} with open decisions, ${violated} with violations.`;
}

const MOST_ROWS = 20;

/** The table for a terminal; ends with a newline. */
export function partsText(parts: readonly PartRow[]): string {
  const rows = parts.slice(0, MOST_ROWS).map((part) => partCells(part).map(oneLine));
  const rest = parts.length - rows.length;
  const isNumber = (column: number) => column > 1 && column < PARTS_HEAD.length - 1;
  const more = rest > 0 ? `and ${rest} more; the page and --json have all\n` : '';
  return `${textTable([PARTS_HEAD, ...rows], isNumber)}${more}\n${partsSentence(parts)}\n\n`;
}
