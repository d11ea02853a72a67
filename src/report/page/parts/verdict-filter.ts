/** The filter by verdict, also by that of one target where there are several, and what a row tells it of itself. */
import type { Verdict } from '../../../drive/verdict.ts';
import { VERDICTS } from '../../tally.ts';
import { type Filter, token } from './filters.ts';

/** A row of the page: what a clause or a scenario came to on each target. */
export interface OnTargets {
  readonly on: readonly { readonly target: string; readonly verdict: Verdict }[];
}

export interface VerdictFilter {
  readonly filter: Filter;
  /** The `data-verdict` of a row. */
  readonly tokensOf: (row: OnTargets) => string;
}

/** Only verdicts that occur can be chosen. Targets are written by their number: their names may be long. */
export function verdictFilter(rows: readonly OnTargets[]): VerdictFilter {
  const results = rows.flatMap(({ on }) => on);
  const targets = [...new Set(results.map(({ target }) => target))];
  const tokenOn = (target: string, verdict: Verdict) => `${token(verdict)}@${targets.indexOf(target)}`;
  const usedBy = (own: OnTargets['on']) =>
    VERDICTS.filter((verdict) => own.some((it) => it.verdict === verdict));
  const anywhere = usedBy(results).map((verdict) => [token(verdict), verdict] as const);
  const each = targets.flatMap((target) =>
    usedBy(results.filter((it) => it.target === target)).map(
      (verdict) => [tokenOn(target, verdict), `${verdict} on ${target}`] as const,
    ),
  );
  const isOne = targets.length === 1;
  return {
    filter: { name: 'verdict', label: 'Verdict', choices: isOne ? anywhere : [...anywhere, ...each] },
    tokensOf: ({ on }) => {
      const own = on.flatMap(({ target, verdict }) => (isOne ? [] : [tokenOn(target, verdict)]));
      return [...new Set(on.map(({ verdict }) => token(verdict))), ...own].join(' ');
    },
  };
}
