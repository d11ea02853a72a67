/** Runs one case as a run does, with its users and its baseline. */

import type { Case } from '../runner/case.ts';
import { type Catalogue, plannedCases } from '../runner/planned-case.ts';
import { runCase } from '../runner/run.ts';
import type { Target } from '../runner/session/session.ts';
import type { CaseResult } from '../runner/verdict.ts';

export function runOneCase(target: Target, row: Case): Promise<CaseResult> {
  return runOne('exchanges', target, row);
}

/** A case or scenario of the file `a.ts`. */
export async function runOne<Kind extends keyof Catalogue>(
  kind: Kind,
  target: Target,
  row: Catalogue[Kind][number]['cases'][number],
): Promise<CaseResult> {
  const none = { exchanges: [], migrations: [], scenarios: [] };
  const [planned] = plannedCases(target, { ...none, [kind]: [{ file: 'a.ts', cases: [row] }] });
  if (!planned) throw new Error('a row is one case');
  return runCase(target, planned);
}
