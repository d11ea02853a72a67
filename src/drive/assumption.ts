/** What a case or scenario takes for granted of its target, where the documentation leaves it open and a setting says. */
import type { Target } from './targets/target.ts';
import type { TargetSettings } from './targets/target-settings.ts';

/** Choices of the not-shown ledger by their setting; at a target that chooses otherwise the case states nothing. */
export type Assumption = Partial<
  Pick<TargetSettings, 'countOutOfRange' | 'cashFlowWithoutCategorization' | 'unknownIds' | 'numberPrecision'>
>;

/** Why a case states nothing of its target, and the setting by which the target chooses otherwise. */
export interface LeftOpen {
  readonly leftOpenBy: keyof Assumption;
  readonly reason: string;
}

/** Undefined where the case states something of this target. */
export function unmetAssumption(
  { wire }: Pick<Target, 'wire'>,
  { assuming = {} }: { readonly assuming?: Assumption },
): LeftOpen | undefined {
  const names = Object.keys(assuming) as (keyof Assumption)[];
  const leftOpenBy = names.find((name) => wire[name] !== assuming[name]);
  if (leftOpenBy === undefined) return undefined;
  const reason = `the documentation leaves it open, and ${leftOpenBy} of the target is ${wire[leftOpenBy]}`;
  return { leftOpenBy, reason };
}
