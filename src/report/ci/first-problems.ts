/** The first problem of each broken clause, and of each reason why others are unproven, with the number of those like it. */
import type { TargetRun } from '../../drive/verdict.ts';
import { type Problem, problems } from './problems.ts';

/** So a clause that breaks everywhere hides no other. */
export function firstProblems(run: TargetRun): (Problem & { readonly alike: number })[] {
  const groups = Map.groupBy(
    problems(run),
    ({ level, clause, message }) => `${level} ${level === 'warning' ? message : clause}`,
  );
  return [...groups.values()].flatMap((all) =>
    all.slice(0, 1).map((first) => ({ ...first, alike: all.length })),
  );
}
