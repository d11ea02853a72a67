/** `ctrf.json`: a run in the Common Test Report Format, a test per clause. */
import { clauseOf, type Tally, tally } from '../clause-counts.ts';
import { type ReportedClause, reportedClauses } from '../run-json.ts';
import type { ReportedRun } from '../run-outcome.ts';
import { failureText, problemMessage } from './problems.ts';

/** The format has no error beside failed, and unproven is no success. */
const STATUS = {
  upheld: 'passed',
  violated: 'failed',
  unproven: 'failed',
  admitted: 'skipped',
  'out of reach': 'skipped',
} as const satisfies Record<keyof Tally, string>;

/** The verdict itself is the raw status. The format asks for the duration of a test, which no run measures: it is 0. */
export function ctrf(runs: readonly ReportedRun[]): string {
  const tests = runs.flatMap((run) => reportedClauses(run).map((row) => testOf(row, run)));
  const counts = tally(runs.flatMap(({ clauses }) => clauses));
  const summary = {
    tests: tests.length,
    passed: counts.upheld,
    failed: counts.violated + counts.unproven,
    skipped: counts.admitted + counts['out of reach'],
    pending: 0,
    other: 0,
    ...times(runs),
  };
  const { version, commit } = runs[0]?.ran ?? {};
  const results = {
    tool: { name: 'bank-access-contracts verify', ...(version !== undefined && { version }) },
    summary,
    tests,
    environment: { testEnvironment: runs.map(({ target }) => target).join(', '), ...(commit && { commit }) },
  };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, null, 2)}\n`;
}

/** In milliseconds since 1970; 0 where it is not known. */
function times(runs: readonly ReportedRun[]): { start: number; stop: number } {
  const all = runs.flatMap(({ ran }) => (ran ? [{ start: Date.parse(ran.at), took: ran.seconds }] : []));
  if (all.length === 0) return { start: 0, stop: 0 };
  return {
    start: Math.min(...all.map(({ start }) => start)),
    stop: Math.max(...all.map(({ start, took }) => Math.round(start + took * 1000))),
  };
}

function testOf(row: ReportedClause, run: ReportedRun) {
  const { clause, says, file, verdict } = row;
  const { target } = run;
  const { area } = clauseOf(clause);
  return {
    name: `${clause}: ${says}`,
    status: STATUS[verdict],
    rawStatus: verdict,
    duration: 0,
    suite: [target, area],
    filePath: file,
    labels: { clause, area, target },
    ...(verdict !== 'upheld' && { message: problemMessage(row) }),
    ...(STATUS[verdict] === 'failed' && { trace: failureText(row, run) }),
  };
}
