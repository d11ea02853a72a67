/** What a page is made of: the results of one verb or of several. */

import type { Comparison } from '../../../contracts/src/migration/compare-requests.ts';
import type { Readiness } from '../../evidence/readiness.ts';
import type { CheckTotals } from '../check/check-totals.ts';
import type { TargetReport } from '../run-json.ts';
import type { Earlier, Ending } from '../run-outcome.ts';

/** What a verb printed, and the file that has it. */
type InFile<Content> = Content & { readonly file: string };

export type ComparisonResult = InFile<Comparison>;

export interface PageContent {
  /** How the run ended that `targets` are of. */
  readonly ending: Ending;
  readonly targets: readonly TargetReport[];
  /** Of all results of `check` together. */
  readonly check?: { readonly files: readonly string[]; readonly totals: CheckTotals };
  readonly comparisons: readonly ComparisonResult[];
  /** Of all results of `assess` together. */
  readonly assessment?: Readiness;
  readonly since?: Earlier;
  /** The line with which a run stopped before there was a verdict. */
  readonly stopped?: string;
}

export const NO_RESULTS: PageContent = { ending: {}, targets: [], comparisons: [] };
