/** What a page is made of: the results of one verb or of several. */

import type { Comparison } from '../../../contracts/src/migration/compare-requests.ts';
import type { Readiness } from '../../evidence/readiness.ts';
import type { CodeResult } from '../../evidence/v1-in-code.ts';
import type { CheckTotals } from '../check/check-totals.ts';
import type { partRows } from '../part-rows.ts';
import type { TargetReport } from '../run-json.ts';
import type { Earlier, Ending } from '../run-outcome.ts';

export interface PageContent {
  /** How the run ended that `targets` are of. */
  readonly ending: Ending;
  readonly targets: readonly TargetReport[];
  /** All results of `check` together. */
  readonly check?: { readonly files: readonly string[]; readonly totals: CheckTotals } | undefined;
  /** Each with the file that has it. */
  readonly comparisons: readonly (Comparison & { readonly file: string })[];
  /** All results of `assess` together. */
  readonly assessment?: Readiness | undefined;
  /** The results of `assess` that have a V1 field, by the field: `import bankId`. */
  readonly senders?: Readonly<Record<string, readonly string[]>>;
  /** What `assess --code` found, of each folder. */
  readonly code?: readonly CodeResult[];
  /** Each result of check and assess by itself, those with the most left first. */
  readonly parts?: ReturnType<typeof partRows>;
  readonly since?: Earlier | undefined;
  /** The line with which a run stopped before there was a verdict. */
  readonly stopped?: string;
}
