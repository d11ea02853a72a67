/** What a run of a target may show: everything of it, redacted. */
import type { ClauseResult, TargetRun } from '../drive/verdict.ts';
import { type Evidence, evidence } from './evidence.ts';
import { type LeanedSetting, leanedSettings } from './leaned-settings.ts';
import { clauseOf } from './ledger.ts';
import { reasonText } from './reason-text.ts';
import { withoutCredentials } from './redaction/redact-text.ts';
import { type Tally, tally } from './tally.ts';

export interface TargetReport
  extends Pick<TargetRun, 'target' | 'accessUrl' | 'webFormUrl' | 'flows' | 'leftBehind'> {
  readonly tally: Tally;
  readonly clauses: readonly ClauseReport[];
  readonly cases: readonly Evidence[];
  readonly settings: readonly LeanedSetting[];
}

export interface ClauseReport extends ClauseResult {
  readonly area: string;
  readonly says: string;
  readonly source: string;
}

/** Redacting is dear, and several reports of one run show the same. */
const made = new WeakMap<TargetRun, TargetReport>();

export function targetReport(run: TargetRun): TargetReport {
  const report = made.get(run) ?? reportOf(run);
  made.set(run, report);
  return report;
}

function reportOf(run: TargetRun): TargetReport {
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
