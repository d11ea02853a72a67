/** The last line: what the run comes to, in one sentence. */
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import { count } from '../../../contracts/src/contract/show.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import { type Ending, exitCode } from '../exit-code.ts';
import { tally, VERDICTS } from '../tally.ts';
import { flowHolds } from './flows.ts';
import type { Look } from './look.ts';
import { losesSomething } from './mapping.ts';
import { wrap } from './wrap.ts';

const ALL = ledger.clauses.filter(({ level }) => level !== 'excluded').length;

export function sentence(run: TargetRun, ending: Ending, look: Look): string {
  const code = exitCode([run], ending);
  const [style, sign, text] =
    code === 0
      ? (['good', '✓', holds(run)] as const)
      : code === 1
        ? (['bad', '✗', fails(run)] as const)
        : (['unsure', '?', isOpen(run, ending)] as const);
  return `${look.paint(style, wrap(text, look.width, `${sign} `, '  '))}\n`;
}

function holds(run: TargetRun): string {
  const clauses = `${counted(run)}, none violated`;
  if (run.clauses.length < ALL) return `What was asked for holds on ${run.target}: ${clauses}.`;
  return `As far as ${run.target} can show it, the migration holds: ${[...shown(run), clauses].join(', ')}.`;
}

function fails(run: TargetRun): string {
  const found = run.cases.flatMap(({ findings }) => findings.map(({ clause }) => clause));
  const broken = new Set([
    ...found,
    ...run.clauses.filter(({ verdict }) => verdict === 'violated').map(({ clause }) => clause),
  ]).size;
  if (broken === 0)
    return `--require-all asks for every clause, and ${run.target} does not reach all: ${counted(run)}.`;
  const what = `${run.target} breaks ${count(broken, 'clause')}; ${counted(run)}`;
  return run.clauses.length < ALL ? `${what}.` : `The migration does not hold: ${what}.`;
}

function isOpen(run: TargetRun, { interrupted }: Ending): string {
  if (interrupted) return `The run was interrupted: ${counted(run)}.`;
  const { unproven } = tally(run.clauses);
  if (unproven > 0) return `Whether the migration holds is not known on ${run.target}: ${counted(run)}.`;
  return `Nothing could be judged: ${run.target} reaches none of ${count(run.clauses.length, 'clause')}.`;
}

/** What the flows show; a flow that does not end as documented is named by its clause. */
function shown({ flows }: TargetRun): string[] {
  const fields = flows.flatMap((flow) => flow.fields);
  const ends = flows.length === 2 && flows.every(flowHolds) ? ['both flows end in a web form'] : [];
  const carried =
    fields.length > 0 && !fields.some(losesSomething) ? [`all ${fields.length} fields are carried`] : [];
  return [...ends, ...carried];
}

/** of 339 clauses 81 are upheld, 258 out of reach */
function counted({ clauses }: TargetRun): string {
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
