/** `run.json`: everything of a run for machines, redacted; whatever another report shows can be made from it. */
import { writeJson } from '../../contracts/src/contract/exact-json.ts';
import type { TargetRun } from '../drive/verdict.ts';
import { evidence } from './evidence.ts';
import { type Ending, exitCode } from './exit-code.ts';
import { leanedSettings } from './leaned-settings.ts';
import { clauseOf } from './ledger.ts';
import { reasonText } from './reason-text.ts';
import { withoutCredentials } from './redact-text.ts';
import { tally } from './tally.ts';

/**
 * {exitCode, interrupted?, targets: [{target, accessUrl, webFormUrl, tally, flows, clauses, cases, settings, leftBehind?}]}:
 * clauses with their sentence, cases with findings and every exchange, its `curl` and the envelope's `requestId`, settings
 * with their default and the clauses that lean on them.
 */
export function runJson(runs: readonly TargetRun[], ending: Ending = {}): string {
  const { interrupted } = ending;
  const targets = runs.map(targetJson);
  return `${writeJson({ exitCode: exitCode(runs, ending), ...(interrupted && { interrupted }), targets }, 2)}\n`;
}

function targetJson(run: TargetRun) {
  const { target, chosenBy, accessUrl, webFormUrl, flows, clauses, cases, leftBehind } = run;
  return {
    target,
    accessUrl: withoutCredentials(accessUrl),
    webFormUrl: withoutCredentials(webFormUrl),
    tally: tally(clauses),
    // The requests of the flows are published examples.
    flows,
    clauses: clauses.map((result) => {
      const { area, says, source } = clauseOf(result.clause);
      const reason = result.reason === undefined ? {} : { reason: reasonText(result.reason) };
      return { ...result, ...reason, area, says, source };
    }),
    cases: cases.map((result) => evidence(result, chosenBy)),
    settings: leanedSettings(run),
    ...(leftBehind && { leftBehind }),
  };
}
