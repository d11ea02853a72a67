/** Which cases a fault is run against: those that can see it, and a sample of the rest. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { chosenCases } from '../drive/chosen-cases.ts';
import type { PlannedCase } from '../drive/planned-cases.ts';

export interface FaultCases {
  /** Those that a run of the clause alone takes. */
  readonly own: readonly PlannedCase[];
  /** The others that show the clause by the way. */
  readonly others: readonly PlannedCase[];
  /** Of the rest, the same ones for a fault every time: what they catch is missing above. */
  readonly sample: readonly PlannedCase[];
}

const SAMPLE = 3;

export function faultCases(
  rows: readonly PlannedCase[],
  { id, clause }: { id: string; clause: string },
): FaultCases {
  const own = chosenCases(rows, (one) => one === clause);
  const taken = new Set(own);
  const others = rows.filter((row) => !taken.has(row) && row.foreseen.has(clause as ClauseId));
  const rest = rows.filter((row) => !taken.has(row) && !others.includes(row));
  const start = seedOf(id);
  const sample = Array.from({ length: Math.min(SAMPLE, rest.length) }, (_, index) => start + index * 7919);
  return { own, others, sample: sample.flatMap((place) => rest[place % rest.length] ?? []) };
}

/** A number that the id always gives. */
function seedOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}
