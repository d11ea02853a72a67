/** What a page is made of: the results of one verb or of several. */

import type { CheckedRecord } from '../../../contracts/src/evidence/check-record.ts';
import type { RecordSource } from '../../../contracts/src/evidence/read-evidence.ts';
import type { Readiness } from '../../../contracts/src/evidence/readiness.ts';
import type { Comparison } from '../../../contracts/src/migration/compare-requests.ts';
import type { Totals } from '../check/check-totals.ts';
import type { TargetReport } from '../run-json.ts';
import type { Earlier, Ending } from '../run-outcome.ts';

/** What a verb printed, and the file that has it. */
type InFile<Content> = Content & { readonly file: string };

/** `totals` are those of one run or several; none in results of earlier versions. */
export type CheckFile = InFile<{
  readonly records: readonly CheckedLine[];
  readonly totals: readonly Totals[];
}>;
export type ComparisonResult = InFile<Comparison>;
export type AssessmentResult = InFile<Readiness>;

export interface PageContent {
  /** How the run ended that `targets` are of. */
  readonly ending: Ending;
  readonly targets: readonly TargetReport[];
  readonly checks: readonly CheckFile[];
  readonly comparisons: readonly ComparisonResult[];
  readonly assessments: readonly AssessmentResult[];
  readonly since?: Earlier;
}

export const NO_RESULTS: PageContent = {
  ending: {},
  targets: [],
  checks: [],
  comparisons: [],
  assessments: [],
};

export interface CheckedLine extends Pick<CheckedRecord, 'verdict'> {
  readonly index: number;
  readonly file: string;
  readonly operation: string | null;
  readonly findings: readonly {
    readonly clause: string;
    readonly about: 'provider' | 'client';
    readonly pointer: string;
    readonly message: string;
    /** The record that it is compared with, where one alone shows nothing. */
    readonly earlier?: RecordSource;
  }[];
}
