/** The outcome of a run, the clauses that it shows broken, and the sentence that says both. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { count } from '../../contracts/src/base/text.ts';
import type { CaseResult, ClauseResult, TargetRun, Verdict } from '../runner/verdict.ts';
import { tally, VERDICTS } from './clause-counts.ts';
import { flowHolds, losesSomething } from './terminal/flows-text.ts';

/** What beside its results decides how a run ends. */
export interface Ending {
  /** Asks for every clause: out of reach fails too. */
  readonly requireAll?: boolean;
  /** The signal that ended the run before its last case. */
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
}

/**
 * Where a CI server can show a problem: a path from the root of its repository, undefined where nothing of it is there.
 * `file` is that of the problem, from the root of this project; `chosenBy` is what `--target` names.
 */
export type PlaceOf = (file: string, chosenBy: string) => string | undefined;

export interface RunEnding extends Ending {
  readonly exitCode: number;
  /** Whether a part was asked for: no report of the whole contract is written. */
  readonly isPartial?: boolean;
  readonly placeOf?: PlaceOf;
}

/** `out of reach`: all clauses are required, and not all were reached. */
export type Outcome = Exclude<Verdict, 'admitted'>;

/**
 * The first that is true: unproven, since the run was interrupted; a clause or case is violated; one is unproven, or no
 * clause of any target could be judged; a clause is out of reach though all are required; upheld.
 */
export function outcomeOf(
  runs: readonly Pick<TargetRun, 'clauses' | 'cases'>[],
  { requireAll = false, interrupted }: Ending = {},
): Outcome {
  if (interrupted) return 'unproven';
  // A case can break a clause that the run was not asked for.
  const clauses = tally(runs.flatMap((run) => run.clauses));
  const cases = tally(runs.flatMap((run) => run.cases));
  if (clauses.violated + cases.violated > 0) return 'violated';
  if (clauses.unproven + cases.unproven > 0 || clauses.upheld + clauses.admitted === 0) return 'unproven';
  return requireAll && clauses['out of reach'] > 0 ? 'out of reach' : 'upheld';
}

/**
 * Clauses that fail a run though no case breaks them: the deviations that admit them are stale. A verify.json has neither
 * reasons nor cases, so none is known of it.
 */
export function staleDeviations<Result extends ClauseResult>({
  cases,
  clauses,
}: {
  readonly cases: readonly Pick<CaseResult, 'findings'>[];
  readonly clauses: readonly Result[];
}): Result[] {
  const found = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  return clauses.filter(
    ({ clause, verdict, reason }) => verdict === 'violated' && reason !== undefined && !found.has(clause),
  );
}

/** The case that shows a broken clause best: one of the clause itself, else the first; undefined where none breaks it. */
export function bestCase<Result extends Pick<CaseResult, 'clause' | 'findings'>>(
  cases: readonly Result[],
  clause: string,
): Result | undefined {
  const showing = cases.filter(({ findings }) => findings.some((finding) => finding.clause === clause));
  return showing.find((it) => it.clause === clause) ?? showing[0];
}

/** Every clause that the target broke, admitted or not asked for; what has a stale deviation is upheld. */
export function brokenClauses({ cases, clauses }: Pick<SentencedRun, 'cases' | 'clauses'>): Set<string> {
  const found = cases.flatMap(({ findings }) => findings.map(({ clause }) => clause));
  const stale = staleDeviations({ cases, clauses });
  const violated = clauses.filter((it) => it.verdict === 'violated' && !stale.includes(it));
  return new Set([...found, ...violated.map(({ clause }) => clause)]);
}

/** What the sentence needs of a run. */
export type SentencedRun = Pick<TargetRun, 'target' | 'flows' | 'cases' | 'clauses'>;

const ALL = ledger.clauses.filter(({ level }) => level !== 'excluded').length;

/** Whether the run was asked for some clauses only. */
export function isPart({ clauses }: Pick<SentencedRun, 'clauses'>): boolean {
  return clauses.length < ALL;
}

export function verdictSentence(run: SentencedRun, ending: Ending): string {
  const outcome = outcomeOf([run], ending);
  if (outcome === 'upheld') return holds(run);
  return outcome === 'unproven' ? isOpen(run, ending) : fails(run);
}

/** mock breaks 2 clauses, and 1 of its deviations is stale. Empty where neither is so. */
export function failureWords(run: Pick<SentencedRun, 'target' | 'cases' | 'clauses'>): string {
  const broken = brokenClauses(run).size;
  const stale = staleDeviations(run).length;
  const are = stale === 1 ? 'is' : 'are';
  if (broken === 0) return stale === 0 ? '' : `${count(stale, 'deviation')} of ${run.target} ${are} stale`;
  const rest = stale === 0 ? '' : `, and ${stale} of its deviations ${are} stale`;
  return `${run.target} breaks ${count(broken, 'clause')}${rest}`;
}

function holds(run: SentencedRun): string {
  const clauses = `${counted(run)}, none violated`;
  if (isPart(run)) return `What was asked for holds on ${run.target}: ${clauses}.`;
  return `As far as ${run.target} can show it, the migration holds: ${[...shown(run), clauses].join(', ')}.`;
}

function fails(run: SentencedRun): string {
  const failure = failureWords(run);
  if (failure === '')
    return `--require-all asks for every clause, and ${run.target} does not reach all: ${counted(run)}.`;
  const what = `${failure}${staleDeviations(run).length > 0 ? ', which counts as violated' : ''}; ${counted(run)}`;
  const isOnlyStale = brokenClauses(run).size === 0;
  return isPart(run) || isOnlyStale ? `${what}.` : `The migration does not hold: ${what}.`;
}

function isOpen(run: SentencedRun, { interrupted }: Ending): string {
  if (interrupted) return `The run was interrupted: ${counted(run)}.`;
  const { unproven } = tally(run.clauses);
  if (unproven > 0) return `Whether the migration holds is not known on ${run.target}: ${counted(run)}.`;
  return `Nothing could be judged: ${run.target} reaches none of ${count(run.clauses.length, 'clause')}.`;
}

/** What the flows show where all is well: a flow that does not end as documented breaks a clause. */
function shown({ flows }: SentencedRun): string[] {
  const fields = flows.flatMap((flow) => flow.fields);
  const ends = flows.length === 2 && flows.every(flowHolds) ? ['both flows end in a web form'] : [];
  const carried =
    fields.length > 0 && !fields.some(losesSomething) ? [`all ${fields.length} fields are carried`] : [];
  return [...ends, ...carried];
}

/** of 339 clauses 81 are upheld, 258 out of reach */
function counted({ clauses }: SentencedRun): string {
  const counts = tally(clauses);
  const [first, ...more] = VERDICTS.filter((verdict) => counts[verdict] > 0);
  if (first === undefined) return 'no clause was looked at';
  const verb = counts[first] === 1 ? 'is' : 'are';
  const words = [
    `${counts[first]} ${verb} ${first}`,
    ...more.map((verdict) => `${counts[verdict]} ${verdict}`),
  ];
  return `of ${count(clauses.length, 'clause')} ${words.join(', ')}`;
}
