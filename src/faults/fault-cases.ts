/** Which cases a fault is run against: those that can see it, and a sample of the rest. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { chosenCases } from '../drive/chosen-cases.ts';
import type { PlannedCase } from '../drive/planned-cases.ts';
import type { Fault } from './fault.ts';

export interface FaultCases {
  /** Those that a run of the clause alone takes. */
  readonly own: readonly PlannedCase[];
  /** The others that show the clause by the way. */
  readonly others: readonly PlannedCase[];
  /** Those that tell which further clauses the fault is blamed on. */
  readonly further: readonly PlannedCase[];
}

/** Of the cases beside its own that reach what a fault takes hold of, so many are run, and of the rest. */
export const FURTHER = { cases: 80, scenarios: 5, rest: 3 } as const;

/** The same ones for a fault every time. */
export function faultCases(
  rows: readonly PlannedCase[],
  { id, clause, of }: Pick<Fault, 'id' | 'clause' | 'of'>,
): FaultCases {
  const own = chosenCases(rows, (one) => one === clause);
  const taken = new Set(own);
  const left = rows.filter((row) => !taken.has(row));
  const others = left.filter(({ foreseen }) => foreseen.has(clause as ClauseId));
  const isReaching = ({ reached }: PlannedCase) => of?.some((name) => reached.has(name)) ?? true;
  const reaching = left.filter(isReaching);
  const further = [
    ...sample(reaching, id, FURTHER.cases, ({ isScenario }) => !isScenario),
    ...sample(reaching, id, FURTHER.scenarios, ({ isScenario }) => isScenario),
    ...sample(left, id, FURTHER.rest, (row) => !isReaching(row)),
  ];
  return { own, others, further };
}

/** As many as are asked for, spread over all that fit. */
function sample(
  rows: readonly PlannedCase[],
  id: string,
  count: number,
  fits: (row: PlannedCase) => boolean,
): PlannedCase[] {
  const from = rows.filter(fits);
  const start = seedOf(id);
  const chosen = Array.from({ length: Math.min(count, from.length) }, (_, index) => start + index * 7919);
  return chosen.flatMap((place) => from[place % from.length] ?? []);
}

/** A number that the id always gives. */
function seedOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}
