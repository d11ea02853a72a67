/** The words of the list of benign variants: what a row of `contracts/variants.yaml` says. */
import type { FaultRow } from './fault-row.ts';

/** A provider that differs only in what the documentation leaves open; no check alarms at it. */
export interface VariantRow extends Partial<Pick<FaultRow, 'seam' | 'of' | 'on' | 'edit'>> {
  readonly id: string;
  /** The open fact of `contracts/not-shown.yaml`, or the law of the house that more is not wrong. */
  readonly allowedBy: string;
  /** What the provider does, in the present tense, without a subject. */
  readonly says: string;
  /** Settings of provider and target file, by their names in `contracts/not-shown.yaml`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Where the difference is only there on the wire; otherwise no socket is needed. */
  readonly over?: 'http';
}
