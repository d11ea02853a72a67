/** The results of a run of the faults: which are caught, and which variants fail a check. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Sight } from '../../contracts/src/base/fault-row.ts';

/** The tools of others that are given the same exchanges and messages. */
export type BaselineName = 'ajv' | 'prism' | 'pact';

export interface FaultResult {
  readonly id: string;
  /** The file of the catalogue that it is in. */
  readonly class: string;
  readonly clause: ClauseId;
  readonly says: string;
  readonly sees: Sight;
  /**
   * caught: a check that cites the clause fails. unproven: none does, but the clause is not upheld either, so that a run
   * does not pass. survived: it is upheld. unobservable: no check can fail.
   */
  readonly verdict: 'caught' | 'unproven' | 'survived' | 'unobservable';
  /** Whether the cases that a run of the clause alone takes are enough to catch it. */
  readonly isCaughtAlone: boolean;
  /** The first cases that see it, each as its sentence and file; empty unless caught. */
  readonly caughtBy: readonly { readonly says: string; readonly file: string }[];
  /** The other clauses that were found violated in its run, sorted; absent where there are none. */
  readonly alsoViolated?: readonly ClauseId[];
  /** What is missing for it to be caught, or why no observation can show it; absent when it is caught. */
  readonly reason?: string;
  readonly baselines: Readonly<Partial<Record<BaselineName, boolean>>>;
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

/** How the baselines were measured that are not measured in each run. */
export interface BaselineOrigin {
  readonly baseline: BaselineName;
  readonly tool: string;
  /** yyyy-MM-dd */
  readonly date: string;
  readonly machine: string;
}

/** The content of `reports/strength.json`, for which the page and the figures are made; sorted by id, without a time of its own. */
export interface Strength {
  readonly faults: readonly FaultResult[];
  readonly variants: readonly VariantResult[];
  /** Clauses that have a check and no fault that their own cases catch. */
  readonly untried: readonly ClauseId[];
  readonly origins: readonly BaselineOrigin[];
}

/** The content of `reports/baselines.json`: which faults the tools of others noticed, which is too slow for every run. */
export interface Baselines {
  readonly origins: readonly BaselineOrigin[];
  /** The ids of the faults that the tools were tried with. */
  readonly asked: readonly string[];
  /** The ids of those that each tool noticed, sorted. */
  readonly noticed: { readonly prism: readonly string[]; readonly pact: readonly string[] };
}

/** Those of the folder of reports; undefined where none were measured yet. */
export function readBaselines(folder: string): Baselines | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'baselines.json'), 'utf8')) as Baselines;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The same results with what the tools of others noticed; a fault that they were not tried with has nothing of it. */
export function withBaselines(
  faults: readonly FaultResult[],
  baselines: Baselines | undefined,
): FaultResult[] {
  if (!baselines) return [...faults];
  const { asked, noticed } = baselines;
  return faults.map((fault) => {
    const [prism, pact] = [noticed.prism.includes(fault.id), noticed.pact.includes(fault.id)];
    return asked.includes(fault.id) ? { ...fault, baselines: { ...fault.baselines, prism, pact } } : fault;
  });
}
