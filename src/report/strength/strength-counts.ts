/** The figures of a run of the faults that the terminal and the page both show. */
import type { FaultResult, Strength } from '../../faults/strength.ts';
import type { Ending, Outcome } from '../run-outcome.ts';

/** Of the faults that can be observed, and of the variants those that raise a false alarm. */
export function strengthCounts({ faults, variants }: Pick<Strength, 'faults' | 'variants'>) {
  const observable = faults.filter(({ verdict }) => verdict !== 'unobservable');
  return {
    observable: observable.length,
    caught: observable.filter(({ verdict }) => verdict === 'caught').length,
    unproven: observable.filter(({ verdict }) => verdict === 'unproven').length,
    alarms: variants.filter(({ verdict }) => verdict === 'false alarm').length,
  };
}

type Outcomes = Pick<Strength, 'faults' | 'variants' | 'untried'>;

export interface StrengthEnding extends Pick<Ending, 'interrupted'> {
  /** Whether only a part was run, because it was asked for or because the run was interrupted. */
  readonly isPartial: boolean;
  /** Whether every case was run against each fault, not a sample. */
  readonly isWhole?: boolean;
}

/**
 * The first that is true: unproven, since the run was interrupted; violated, since a fault survives, a variant raises a
 * false alarm, or in a full run a clause has no fault that its own cases catch; unproven, since no observable fault and
 * no variant was run; upheld.
 */
export function strengthOutcome(strength: Outcomes, { isPartial, interrupted }: StrengthEnding): Outcome {
  const { faults, variants, untried } = strength;
  if (interrupted) return 'unproven';
  const { observable, alarms } = strengthCounts({ faults, variants });
  const isSurvived = faults.some(({ verdict }) => verdict === 'survived');
  if (isSurvived || alarms > 0 || (!isPartial && untried.length > 0)) return 'violated';
  return observable + variants.length === 0 ? 'unproven' : 'upheld';
}

/** Faults by class and in all: how many are caught, also by their own cases alone. */
export function faultTable(faults: readonly FaultResult[]): [head: string[], ...rows: string[][]] {
  const rowOf = (name: string, own: readonly FaultResult[]): string[] => {
    const observable = own.filter(({ verdict }) => verdict !== 'unobservable');
    const of = (verdict: FaultResult['verdict']) => observable.filter((fault) => fault.verdict === verdict);
    const caught = of('caught');
    return [
      name,
      `${observable.length}`,
      share(caught.length, observable.length),
      `${caught.filter(({ isCaughtAlone }) => isCaughtAlone).length}`,
      `${of('unproven').length}`,
      `${of('survived').length}`,
      `${own.length - observable.length}`,
    ];
  };
  const columns = ['faults', 'caught', 'by own cases', 'unproven', 'survived', 'unobservable'];
  return [
    ['class', ...columns],
    ...byClass(faults).map(([name, own]) => rowOf(name, own)),
    rowOf('all', faults),
  ];
}

/** By name. */
function byClass(faults: readonly FaultResult[]): [name: string, faults: FaultResult[]][] {
  return [...Map.groupBy(faults, (fault) => fault.class)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function share(count: number, all: number): string {
  return all === 0 ? '–' : `${count} (${percent(count, all)})`;
}

/** Never 100 % while one is missing. */
export function percent(count: number, all: number): string {
  return all === 0 ? '–' : `${Math.floor((count / all) * 100)} %`;
}

/** How many faults violate their own clause, and how many no other; undefined where none violates any. */
export function blameText(faults: readonly FaultResult[]): string | undefined {
  const others = ({ alsoViolated = [] }: FaultResult): number => alsoViolated.length;
  const violating = faults.filter((fault) => fault.verdict === 'caught' || others(fault) > 0);
  const own = violating.filter(({ verdict }) => verdict === 'caught').sort((a, b) => others(a) - others(b));
  const worst = own.at(-1);
  if (!worst) return undefined;
  const shareOf = (count: number) => `${count} (${percent(count, violating.length)})`;
  const alone = own.filter((fault) => others(fault) === 0).length;
  const most = others(worst) > 0 ? `, at most ${others(worst)} others (${worst.id})` : '';
  return `Of ${violating.length} faults that violate a clause, ${shareOf(own.length)} violate their own and ${shareOf(alone)} no other${most}.`;
}
