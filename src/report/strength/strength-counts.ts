/** The figures of a run of the faults that every report of it tells. */
import type { Strength } from '../../faults/strength.ts';

export interface StrengthCounts {
  /** Faults that can be observed, and how many of them are caught. */
  readonly observable: number;
  readonly caught: number;
  /** Variants that were alarmed at. */
  readonly alarms: number;
}

export function strengthCounts({ faults, variants }: Pick<Strength, 'faults' | 'variants'>): StrengthCounts {
  const observable = faults.filter(({ verdict }) => verdict !== 'unobservable');
  return {
    observable: observable.length,
    caught: observable.filter(({ verdict }) => verdict === 'caught').length,
    alarms: variants.filter(({ verdict }) => verdict === 'false alarm').length,
  };
}
