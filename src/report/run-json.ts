/** `run.json`: everything of a run for machines, redacted; whatever another report shows can be made from it. */
import { writeJson } from '../../contracts/src/contract/exact-json.ts';
import type { TargetRun } from '../drive/verdict.ts';
import { type Ending, exitCode } from './exit-code.ts';
import { targetReport } from './target-report.ts';

/**
 * {exitCode, interrupted?, requireAll?, targets: [{target, accessUrl, webFormUrl, tally, flows, clauses, cases, settings,
 * leftBehind?}]}: clauses with their sentence, cases with findings and every exchange, its `curl` and the envelope's
 * `requestId`, settings with their default and the clauses that lean on them.
 */
export function runJson(runs: readonly TargetRun[], ending: Ending = {}): string {
  const { interrupted, requireAll } = ending;
  const told = { ...(interrupted && { interrupted }), ...(requireAll && { requireAll }) };
  return `${writeJson({ exitCode: exitCode(runs, ending), ...told, targets: runs.map(targetReport) }, 2)}\n`;
}
