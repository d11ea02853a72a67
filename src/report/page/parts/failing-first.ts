/** Rows whose verdicts fail a run stand first in their group, and its title counts them. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { Verdict } from '../../../drive/verdict.ts';
import { toneOf } from './badge.ts';
import type { OnTargets } from './verdict-filter.ts';

const WORST_FIRST: readonly Verdict[] = ['violated', 'unproven', 'admitted'];

export function failingFirst<Row extends OnTargets>(rows: readonly Row[]): Row[] {
  const rank = (row: Row) => {
    const at = WORST_FIRST.findIndex((verdict) => has(row, verdict));
    return at === -1 ? WORST_FIRST.length : at;
  };
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** ✗ 3 violated ? 16 unproven, so that nobody has to open the group to know. */
export function failingBadges(rows: readonly OnTargets[]): Html[] {
  return WORST_FIRST.flatMap((verdict) => {
    const n = rows.filter((row) => has(row, verdict)).length;
    return n === 0 ? [] : [html` <span class="v ${toneOf(verdict)}">${n} ${verdict}</span>`];
  });
}

export function has({ on }: OnTargets, verdict: Verdict): boolean {
  return on.some((it) => it.verdict === verdict);
}
