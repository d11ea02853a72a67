/** The outcome of a run from the verdicts of its clauses, and the sentence that says it. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { andList, count } from '../../contracts/src/base/text.ts';
import type { CaseResult, ClauseResult, TargetRun, Verdict } from '../runner/verdict.ts';
import { tally, VERDICTS } from './clause-counts.ts';
import { flowHolds, isCarried } from './terminal/flows-text.ts';

/** What beside its results decides how a run ends. */
export interface Ending {
  /** Asks for every clause: out of reach fails too. */
  readonly requireAll?: boolean;
  /** The signal that ended the run before its last case. */
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
}

/** The verdicts of an earlier run: by target, then by clause. */
export interface Earlier {
  readonly file: string;
  readonly targets: Verdicts;
  /** By target: what was admitted only since it followed from another clause; a verify.json does not say it. */
  readonly followed?: Readonly<Record<string, readonly string[]>>;
}

export type Verdicts = Readonly<Record<string, Readonly<Record<string, Verdict>>>>;

/**
 * Where a CI server can show a problem: a path from the root of its repository, undefined where nothing of it is there.
 * `file` is that of the problem, from the root of this project; `chosenBy` is what `--target` names.
 */
export type PlaceOf = (file: string, chosenBy: string) => string | undefined;

export interface RunEnding extends Ending {
  readonly exitCode: number;
  /** Whether a part was asked for: no report of the whole contract is written. */
  readonly isPartial?: boolean;
  /** The page says what changed since this run. */
  readonly since?: Earlier;
  readonly placeOf?: PlaceOf;
}

/** The environment variables that a target file names for the credentials of its client. */
export interface CredentialNames {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** When a run was made and of what. */
export interface RunStamp {
  /** The instant at which it began, as ISO 8601 with Z. */
  readonly at: string;
  readonly seconds: number;
  /** Of this program. */
  readonly version: string;
  /** What is checked out in the folder where the run was started; absent where that is no repository. */
  readonly commit?: string;
}

/** A run as reports get it. */
export interface ReportedRun extends TargetRun {
  /** Absent in results of earlier versions. */
  readonly ran?: RunStamp;
  /** Absent for a target without a file. */
  readonly environment?: CredentialNames;
}

/** `out of reach`: all clauses are required, and not all were reached. */
export type Outcome = Exclude<Verdict, 'admitted'>;

/** What the outcome and its sentence need of a run. */
export interface JudgedRun extends Pick<TargetRun, 'target' | 'flows'> {
  readonly cases: readonly Pick<CaseResult, 'clause' | 'findings'>[];
  readonly clauses: readonly ClauseResult[];
}

/**
 * The first that is true: unproven, since the run was interrupted; a clause is violated; one is unproven, or no clause of
 * any target could be judged; one is out of reach though all are required; upheld.
 */
export function outcomeOf(runs: readonly Pick<JudgedRun, 'clauses'>[], ending: Ending = {}): Outcome {
  const { requireAll = false, interrupted } = ending;
  if (interrupted) return 'unproven';
  const counts = tally(runs.flatMap(({ clauses }) => clauses));
  if (counts.violated > 0) return 'violated';
  if (counts.unproven > 0 || counts.upheld + counts.admitted === 0) return 'unproven';
  return requireAll && counts['out of reach'] > 0 ? 'out of reach' : 'upheld';
}

/**
 * Whether a clause is violated only because the deviation that admits it is stale: no case breaks it. A verify.json has
 * neither reasons nor cases, so none is known of it.
 */
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
export function brokenBesides({ cases, clauses }: Pick<JudgedRun, 'cases' | 'clauses'>): string[] {
  const asked = new Set<string>(clauses.map(({ clause }) => clause));
  const found = cases.flatMap(({ findings }) => findings.map(({ clause }) => clause));
  return [...new Set<string>(found)].filter((clause) => !asked.has(clause)).sort();
}

const ALL = ledger.clauses.filter(({ excluded }) => !excluded).length;

/** The last line of the terminal, of GitHub's summary and of a target on the page. */
export function verdictSentence(run: JudgedRun, ending: Ending): string {
  const seen = outcomeOf([run], ending) === 'upheld' && run.clauses.length === ALL ? shownByFlows(run) : [];
  return `${claim([run], ending)}: ${[...seen, counted(run)].join(', ')}.`;
}

/** The claim over several targets: on those that fail, or else on all of them. */
export function verdictOfAll(runs: readonly JudgedRun[], ending: Ending): string {
  const failing = runs.filter((run) => outcomeOf([run], ending) !== 'upheld');
  const claims = failing.length > 0 ? failing.map((run) => claim([run], ending)) : [claim(runs, ending)];
  return `${claims.join('; ')}.`;
}

/** What is true of these runs, which have the same outcome, without a full stop. */
export function claim(runs: readonly JudgedRun[], ending: Ending): string {
  const names = andList(runs.map(({ target }) => target));
  const isPart = runs.some(({ clauses }) => clauses.length < ALL);
  const outcome = outcomeOf(runs, ending);
  if (outcome === 'upheld' && isPart) return `What was asked for holds on ${names}`;
  if (outcome === 'upheld') return `As far as ${names} can show it, the migration holds`;
  if (outcome === 'violated') return runs.map(failureWords).join('; ');
  if (ending.interrupted) return `The run on ${names} was interrupted`;
  if (outcome === 'out of reach') return `${names} cannot show every clause, which --require-all asks for`;
  const isOpen = tally(runs.flatMap(({ clauses }) => clauses)).unproven > 0;
  return isOpen
    ? `Whether the migration holds is not known on ${names}`
    : `Nothing could be judged on ${names}`;
}

/** mock breaks 2 clauses, and 1 of its deviations is stale */
function failureWords(run: JudgedRun): string {
  const { violated } = tally(run.clauses);
  const stale = run.clauses.filter((result) => isStale(result, run)).length;
  const are = stale === 1 ? 'is' : 'are';
  if (stale === violated) return `${count(stale, 'deviation')} of ${run.target} ${are} stale`;
  const rest = stale === 0 ? '' : `, and ${stale} of its deviations ${are} stale`;
  return `${run.target} breaks ${count(violated - stale, 'clause')}${rest}`;
}

/** What the flows show where all is well: a flow that does not end as documented breaks a clause. */
function shownByFlows({ flows }: JudgedRun): string[] {
  const fields = flows.flatMap((flow) => flow.fields);
  return [
    ...(flows.length === 2 && flows.every(flowHolds) ? ['both flows end in a web form'] : []),
    ...(fields.length > 0 && flows.every(isCarried) ? [`all ${fields.length} fields are carried`] : []),
  ];
}

/** of 339 clauses 81 are upheld, 258 out of reach */
function counted({ clauses }: JudgedRun): string {
  const counts = tally(clauses);
  const [first, ...more] = VERDICTS.filter((verdict) => counts[verdict] > 0);
  if (first === undefined) return 'no clause was looked at';
  const verb = counts[first] === 1 ? 'is' : 'are';
  const words = more.map((verdict) => `${counts[verdict]} ${verdict}`);
  return `of ${count(clauses.length, 'clause')} ${[`${counts[first]} ${verb} ${first}`, ...words].join(', ')}`;
}
