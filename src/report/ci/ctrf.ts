/** `ctrf.json`: a run in the Common Test Report Format, a test per case. */
import type { TargetRun, Verdict } from '../../runner/verdict.ts';
import { clauseOf, tally } from '../clause-counts.ts';
import { type ReportedEvidence, reportedCases } from '../run-json.ts';
import { failureMessage, failureText } from './problems.ts';

/** The format has no error beside failed, and unproven is no success. */
const STATUS = {
  upheld: 'passed',
  violated: 'failed',
  unproven: 'failed',
  admitted: 'skipped',
  'out of reach': 'skipped',
} as const satisfies Record<Verdict, string>;

/** The verdict itself is the raw status. The format asks for times, and a run takes none: they are all 0. */
export function ctrf(runs: readonly TargetRun[]): string {
  const tests = runs.flatMap((run) => reportedCases(run).map((result) => testOf(result, run.target)));
  const counts = tally(runs.flatMap(reportedCases));
  const summary = {
    tests: tests.length,
    passed: counts.upheld,
    failed: counts.violated + counts.unproven,
    skipped: counts.admitted + counts['out of reach'],
    pending: 0,
    other: 0,
    start: 0,
    stop: 0,
  };
  const results = { tool: { name: 'bank-access-contracts verify' }, summary, tests };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, null, 2)}\n`;
}

function testOf(result: ReportedEvidence, target: string) {
  const { clause, says, file, verdict } = result;
  const { area } = clauseOf(clause);
  return {
    name: `${clause}: ${says}`,
    status: STATUS[verdict],
    rawStatus: verdict,
    duration: 0,
    suite: [target, area],
    filePath: file,
    labels: { clause, area, target },
    ...(verdict !== 'upheld' && { message: failureMessage(result) }),
    ...(STATUS[verdict] === 'failed' && { trace: failureText(result) }),
  };
}
