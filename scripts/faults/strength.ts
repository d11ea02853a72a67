/** The results of a run of the faults: which are caught, which variants fail a check, as JSON and text. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { textTable } from '../../src/base/table.ts';
import type { Result } from '../../src/cli/exit-codes.ts';

export interface FaultResult {
  readonly id: string;
  /** The file in contracts/faults/ that lists the fault. */
  readonly class: string;
  readonly clause: ClauseId;
  readonly says: string;
  /**
   * caught: the run finds its clause violated. unproven: the run does not pass, but for another reason: the clause is not
   * upheld, or another one is violated. survived: the run passes.
   */
  readonly verdict: 'caught' | 'unproven' | 'survived';
  /** Whether a run of this clause alone catches it. */
  readonly isCaughtAlone: boolean;
  /** The first cases that catch it, each with its sentence and file; empty unless caught. */
  readonly caughtBy: readonly { readonly says: string; readonly file: string }[];
  /** The other clauses that were found violated in its run, sorted; absent where there are none. */
  readonly alsoViolated?: readonly ClauseId[];
  /** Why it is not caught; absent when it is. */
  readonly reason?: string;
}

export interface VariantResult {
  readonly id: string;
  /** The open fact of `contracts/not-shown.yaml`, or the rule that allows the difference. */
  readonly allowedBy: string;
  readonly says: string;
  readonly verdict: 'passed' | 'false alarm';
  /** The checks that failed, a line each; empty when it passed. */
  readonly alarms: readonly string[];
}

/** The content of `reports/strength.json`; sorted by id, without a time of its own. */
export interface Strength {
  readonly faults: readonly FaultResult[];
  readonly variants: readonly VariantResult[];
  /** Clauses that have a check and no fault that their own cases catch; empty where not all faults were run. */
  readonly untried: readonly ClauseId[];
}

/** Counts as wrong: faults that survive, variants that raise a false alarm, and clauses whose own cases catch no fault. */
export function strengthResult({ faults, variants, untried }: Strength): Result {
  const wrong = of(faults, 'survived').length + falseAlarms(variants).length + untried.length;
  return { judged: faults.length + variants.length, wrong };
}

/** The content of `strength.json`, with a line for each item of its lists. */
export function strengthJson(strength: Strength): string {
  const lists = Object.entries(strength).map(
    ([name, rows]: [string, readonly unknown[]]) =>
      `${JSON.stringify(name)}: [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
  );
  return `{\n${lists.join(',\n')}\n}\n`;
}

/** The table by class, what is not caught, the false alarms; ends with a newline. */
export function strengthText(strength: Strength): string {
  const { faults, variants, untried } = strength;
  const alarms = falseAlarms(variants).map(
    ({ id, allowedBy, says, alarms: lines }) =>
      `${id}  ${allowedBy}: a provider that ${says} raises a false alarm\n  ${lines.join('\n  ')}`,
  );
  const parts = [
    faults.length > 0 && textTable(faultTable(faults), (column) => column > 0).trimEnd(),
    blame(faults),
    listed('survived', of(faults, 'survived')),
    listed('unproven, so that a run ends with exit 2', of(faults, 'unproven')),
    ...alarms,
    untried.length > 0 &&
      `${untried.length} clauses whose own cases catch no fault:\n  ${untried.join(', ')}`,
    conclusion(strength),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** How many faults violate their own clause, and how many of these violate no other. */
function blame(faults: readonly FaultResult[]): string | false {
  const isAlone = ({ alsoViolated = [] }: FaultResult) => alsoViolated.length === 0;
  const own = of(faults, 'caught');
  const all = faults.filter((fault) => fault.verdict === 'caught' || !isAlone(fault)).length;
  const share = ({ length }: readonly FaultResult[]) => `${length} (${percent(length, all)})`;
  const shares = `${share(own)} violate their own and ${share(own.filter(isAlone))} no other`;
  return all > 0 && `Of ${all} faults that violate a clause, ${shares}.`;
}

function listed(title: string, faults: readonly FaultResult[]): string | false {
  const lines = faults.map(
    ({ id, clause, says, reason = '' }) => `  ${id}  ${clause}\n    The provider ${says}.\n    ${reason}`,
  );
  return faults.length > 0 && [`${faults.length} ${title}:`, ...lines].join('\n');
}

function conclusion({ faults, variants }: Strength): string {
  const [all, caught] = [faults.length, of(faults, 'caught').length];
  if (all + variants.length === 0) return 'Nothing could be judged: no fault and no variant was run.';
  return `${caught} of ${all} faults are caught (${percent(caught, all)}); ${falseAlarms(variants).length} false alarms at ${variants.length} benign variants.`;
}

/** Counts the faults by class, and in all. */
function faultTable(faults: readonly FaultResult[]): string[][] {
  const rowOf = (name: string, own: readonly FaultResult[]): string[] => {
    const [caught, unproven, survived] = [of(own, 'caught'), of(own, 'unproven'), of(own, 'survived')];
    const caughtAlone = caught.filter(({ isCaughtAlone }) => isCaughtAlone);
    const share = (part: readonly FaultResult[]) => `${part.length} (${percent(part.length, own.length)})`;
    const counts = [share(caught), `${caughtAlone.length}`, share(unproven), `${survived.length}`];
    return [name, `${own.length}`, ...counts];
  };
  const groups = [...Map.groupBy(faults, (fault) => fault.class)].sort(([a], [b]) => (a < b ? -1 : 1));
  const head = ['faults', 'caught', 'by own cases', 'unproven', 'survived'];
  return [['class', ...head], ...groups.map(([name, own]) => rowOf(name, own)), rowOf('all', faults)];
}

function of(faults: readonly FaultResult[], verdict: FaultResult['verdict']): FaultResult[] {
  return faults.filter((fault) => fault.verdict === verdict);
}

function falseAlarms(variants: readonly VariantResult[]): VariantResult[] {
  return variants.filter(({ verdict }) => verdict === 'false alarm');
}

/** Rounds down: never 100 % while one is missing. */
function percent(count: number, all: number): string {
  return all === 0 ? '–' : `${Math.floor((count / all) * 100)} %`;
}
