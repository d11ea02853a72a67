/** `ctrf.json`: a run in the Common Test Report Format, a test per clause. */
import { type Tally, tally } from '../clause-counts.ts';
import { type ReportedClause, reportedClauses, type TargetReport } from '../run-json.ts';
import { failureText } from './problems.ts';

/** The format has no error beside failed, and unproven is no success. */
const STATUS = {
  upheld: 'passed',
  violated: 'failed',
  unproven: 'failed',
  admitted: 'skipped',
  'out of reach': 'skipped',
} as const satisfies Record<keyof Tally, string>;

/** The verdict itself is the raw status. The format asks for the duration of a test, which no run measures: it is 0. */
export function ctrf(targets: readonly TargetReport[]): string {
  const counts = tally(targets.flatMap(({ clauses }) => clauses));
  const summary = {
    tests: targets.reduce((sum, { clauses }) => sum + clauses.length, 0),
    passed: counts.upheld,
    failed: counts.violated + counts.unproven,
    skipped: counts.admitted + counts['out of reach'],
    pending: 0,
    other: 0,
    ...times(targets),
  };
  const { version, commit } = targets[0]?.ran ?? {};
  const results = {
    tool: { name: 'bank-access-contracts verify', ...(version !== undefined && { version }) },
    summary,
    tests: targets.flatMap((report) => reportedClauses(report).map((row) => testOf(row, report.target))),
    environment: {
      testEnvironment: targets.map(({ target }) => target).join(', '),
      ...(commit && { commit }),
    },
  };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, null, 2)}\n`;
}

/** In milliseconds since 1970; 0 where it is not known. */
function times(targets: readonly TargetReport[]): { start: number; stop: number } {
  const stamps = targets.flatMap(({ ran }) => ran ?? []);
  const starts = stamps.map(({ at }) => Date.parse(at));
  const stops = stamps.map(({ at, seconds }) => Math.round(Date.parse(at) + seconds * 1000));
  return stamps.length === 0
    ? { start: 0, stop: 0 }
    : { start: Math.min(...starts), stop: Math.max(...stops) };
}

function testOf(row: ReportedClause, target: string) {
  const { clause, says, area, file, verdict, summary } = row;
  return {
    name: `${clause}: ${says}`,
    status: STATUS[verdict],
    rawStatus: verdict,
    duration: 0,
    suite: [target, area],
    filePath: file,
    labels: { clause, area, target },
    ...(verdict !== 'upheld' && { message: summary }),
    ...(STATUS[verdict] === 'failed' && { trace: failureText(row) }),
  };
}
