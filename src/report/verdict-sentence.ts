/** What the run of a target comes to, in one sentence. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { count } from '../../contracts/src/base/text.ts';
import type { TargetRun } from '../runner/verdict.ts';
import { staleDeviations } from './broken-clauses.ts';
import { tally, VERDICTS } from './clause-counts.ts';
import { type Ending, exitCode } from './exit-code.ts';
import { flowHolds } from './flow-answer.ts';
import { losesSomething } from './terminal/flows-text.ts';

/** As much of a run as the sentence speaks of. */
export type Told = Pick<TargetRun, 'target' | 'flows' | 'cases' | 'clauses'>;

const ALL = ledger.clauses.filter(({ level }) => level !== 'excluded').length;

export function verdictSentence(run: Told, ending: Ending): string {
  const code = exitCode([run], ending);
  if (code === 0) return holds(run);
  return code === 1 ? fails(run) : isOpen(run, ending);
}

/** Every clause that the target broke, admitted or not asked for; what has a stale deviation is upheld. */
export function brokenClauses({ cases, clauses }: Pick<Told, 'cases' | 'clauses'>): Set<string> {
  const found = cases.flatMap(({ findings }) => findings.map(({ clause }) => clause));
  const stale = staleDeviations({ cases, clauses });
  const violated = clauses.filter((it) => it.verdict === 'violated' && !stale.includes(it));
  return new Set([...found, ...violated.map(({ clause }) => clause)]);
}

/** mock breaks 2 clauses, and 1 of its deviations is stale. Empty where neither is so. */
export function failureWords(run: Pick<Told, 'target' | 'cases' | 'clauses'>): string {
  const broken = brokenClauses(run).size;
  const stale = staleDeviations(run).length;
  const are = stale === 1 ? 'is' : 'are';
  if (broken === 0) return stale === 0 ? '' : `${count(stale, 'deviation')} of ${run.target} ${are} stale`;
  const rest = stale === 0 ? '' : `, and ${stale} of its deviations ${are} stale`;
  return `${run.target} breaks ${count(broken, 'clause')}${rest}`;
}

function holds(run: Told): string {
  const clauses = `${counted(run)}, none violated`;
  if (run.clauses.length < ALL) return `What was asked for holds on ${run.target}: ${clauses}.`;
  return `As far as ${run.target} can show it, the migration holds: ${[...shown(run), clauses].join(', ')}.`;
}

function fails(run: Told): string {
  const failure = failureWords(run);
  if (failure === '')
    return `--require-all asks for every clause, and ${run.target} does not reach all: ${counted(run)}.`;
  const what = `${failure}${staleDeviations(run).length > 0 ? ', which counts as violated' : ''}; ${counted(run)}`;
  const isOnlyStale = brokenClauses(run).size === 0;
  return run.clauses.length < ALL || isOnlyStale ? `${what}.` : `The migration does not hold: ${what}.`;
}

function isOpen(run: Told, { interrupted }: Ending): string {
  if (interrupted) return `The run was interrupted: ${counted(run)}.`;
  const { unproven } = tally(run.clauses);
  if (unproven > 0) return `Whether the migration holds is not known on ${run.target}: ${counted(run)}.`;
  return `Nothing could be judged: ${run.target} reaches none of ${count(run.clauses.length, 'clause')}.`;
}

/** What the flows show; a flow that does not end as documented is named by its clause. */
function shown({ flows }: Told): string[] {
  const fields = flows.flatMap((flow) => flow.fields);
  const ends = flows.length === 2 && flows.every(flowHolds) ? ['both flows end in a web form'] : [];
  const carried =
    fields.length > 0 && !fields.some(losesSomething) ? [`all ${fields.length} fields are carried`] : [];
  return [...ends, ...carried];
}

/** of 339 clauses 81 are upheld, 258 out of reach */
function counted({ clauses }: Told): string {
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
