/** The outcome of a run from the verdicts of its clauses, and the sentence that says it. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { count } from '../../contracts/src/base/text.ts';
import type { TargetFile } from '../runner/targets/target-file.ts';
import type { CaseResult, ClauseResult, TargetRun, Verdict } from '../runner/verdict.ts';
import { tally, VERDICTS } from './clause-counts.ts';

/** How a run ends, as far as its results do not decide it. */
export interface Ending {
  /** A clause that is out of reach fails, too. */
  readonly requireAll?: boolean;
  /** Whether each clause was shown by one call at most: it is a first look. */
  readonly smoke?: boolean;
  /** The signal that ended the run before its last case. */
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
}

/** The verdicts of an earlier run: by target, then by clause. */
export interface Earlier {
  readonly file: string;
  readonly targets: Verdicts;
  /** What was admitted only since it followed from another clause, for each target; verify.json does not say it. */
  readonly followed?: Readonly<Record<string, readonly string[]>>;
}

export type Verdicts = Readonly<Record<string, Readonly<Record<string, Verdict>>>>;

export interface RunEnding extends Ending {
  readonly exitCode: number;
  /** Whether a part was asked for: no report of the whole contract is written. */
  readonly isPartial?: boolean;
  /** The page says what changed since this run. */
  readonly since?: Earlier;
  /** The absolute path of each target file, by what `--target` names. */
  readonly targetFiles?: Readonly<Record<string, string>>;
}

/** When a run was made and of what. */
export interface RunStamp {
  /** The instant at which it began, as ISO 8601 with Z. */
  readonly at: string;
  readonly seconds: number;
  /** The version of this program. */
  readonly version: string;
  /** What is checked out in the folder where the run was started; absent where that is no repository. */
  readonly commit?: string;
}

/** A run as reports get it. */
export interface ReportedRun extends TargetRun {
  readonly ran: RunStamp;
  /** Absent for the sandbox and the mock. */
  readonly file?: Pick<TargetFile, 'credentials' | 'testData' | 'controlUrl'>;
}

/** `out of reach`: all clauses are required, and not all were reached. */
export type Outcome = Exclude<Verdict, 'admitted'>;

/** What the outcome and its sentence need of a run. */
export interface JudgedRun extends Pick<TargetRun, 'target' | 'clauses'> {
  readonly cases: readonly Pick<CaseResult, 'clause' | 'findings'>[];
}

/**
 * The first that is true: unproven, since the run was interrupted; a clause is violated; one is unproven, or no clause of
 * any target could be judged; one is out of reach though all are required; upheld.
 */
export function runOutcome(runs: readonly Pick<JudgedRun, 'clauses'>[], ending: Ending = {}): Outcome {
  const { requireAll = false, interrupted } = ending;
  if (interrupted) return 'unproven';
  const counts = tally(runs.flatMap(({ clauses }) => clauses));
  if (counts.violated > 0) return 'violated';
  if (counts.unproven > 0 || counts.upheld + counts.admitted === 0) return 'unproven';
  return requireAll && counts['out of reach'] > 0 ? 'out of reach' : 'upheld';
}

const ALL = ledger.clauses.filter(({ excluded }) => !excluded).length;
const BEGINNINGS: Readonly<Record<Outcome, (target: string) => string>> = {
  upheld: (target) => `${target} passes:`,
  violated: (target) => `${target} fails:`,
  unproven: (target) => `Incomplete: nothing is violated on ${target},`,
  'out of reach': (target) => `${target} fails --require-all:`,
};

/** One text for terminal, GitHub and page: "bank fails: 2 of 339 clauses violated, 337 upheld". */
export function runOutcomeText(run: JudgedRun, ending: Ending): string {
  const { target, clauses } = run;
  const outcome = runOutcome([run], ending);
  const stale = clauses.filter((result) => isStale(result, run)).length;
  const counts = tally(clauses);
  const broken = { ...counts, violated: counts.violated - stale };
  const shown = [...new Set([outcome, ...VERDICTS])].filter((verdict) => broken[verdict] > 0);
  const [first, ...rest] = shown;
  const asked = clauses.length < ALL ? 'chosen clause' : 'clause';
  const parts = [
    ...(ending.smoke ? [`${clauses.length} of ${ALL} clauses touched once`] : []),
    ...(stale > 0 ? [count(stale, 'stale deviation')] : []),
    ...(first && !ending.smoke ? [`${broken[first]} of ${count(clauses.length, asked)} ${first}`] : []),
    ...(ending.smoke ? shown : rest).map((verdict) => `${broken[verdict]} ${verdict}`),
  ];
  const beginning = ending.interrupted ? `${target} was interrupted:` : BEGINNINGS[outcome](target);
  return `${beginning} ${parts.join(', ') || 'no clause was checked'}.`;
}

/** The outcomes of the targets that fail, or else of all. */
export function outcomeOfAll(runs: readonly JudgedRun[], ending: Ending): string {
  const failing = runs.filter((run) => runOutcome([run], ending) !== 'upheld');
  return (failing.length > 0 ? failing : runs).map((run) => runOutcomeText(run, ending)).join(' ');
}

/** Whether a clause is violated only because the deviation that admits it is stale: no case breaks it. */
function isStale({ clause, verdict, reason }: ClauseResult, { cases }: Pick<JudgedRun, 'cases'>): boolean {
  return verdict === 'violated' && reason !== undefined && bestCase(cases, clause) === undefined;
}

/** The case that shows a broken clause best: one of the clause itself, else the first; undefined where none breaks it. */
export function bestCase<Result extends Pick<CaseResult, 'clause' | 'findings'>>(
  cases: readonly Result[],
  clause: string,
): Result | undefined {
  const showing = cases.filter(({ findings }) => findings.some((finding) => finding.clause === clause));
  return showing.find((it) => it.clause === clause) ?? showing[0];
}

/** Broken clauses that the run was not asked for: they are named, and do not change its outcome. */
export function otherBrokenClauses({ cases, clauses }: Pick<JudgedRun, 'cases' | 'clauses'>): string[] {
  const asked = new Set<string>(clauses.map(({ clause }) => clause));
  const found = cases.flatMap(({ findings }) => findings.map(({ clause }) => clause));
  return [...new Set<string>(found)].filter((clause) => !asked.has(clause)).sort();
}
