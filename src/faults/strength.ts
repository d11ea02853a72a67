/** The results of a run of the faults: which are caught, and which variants fail a check. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Sight } from './fault-row.ts';

export interface FaultResult {
  readonly id: string;
  /** The file of the catalogue that it is in. */
  readonly class: string;
  readonly clause: ClauseId;
  readonly says: string;
  readonly sees: Sight;
  /**
   * caught: its clause is violated. unproven: the clause is not upheld, or another one is violated, so that a run does not
   * pass. survived: the run passes. unobservable: no check can fail.
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

/** The content of `reports/strength.json`, for which the page and the figures are made; sorted by id, without a time of its own. */
export interface Strength {
  readonly faults: readonly FaultResult[];
  readonly variants: readonly VariantResult[];
  /** Clauses that have a check and no fault that their own cases catch. */
  readonly untried: readonly ClauseId[];
}
