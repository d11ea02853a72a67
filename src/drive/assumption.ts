/** What a case or scenario takes for granted of its target, where the documentation leaves it open and a setting says. */
import type { Target } from './targets/target.ts';
import type { TargetSettings } from './targets/target-settings.ts';

/** Choices of the not-shown ledger by their setting; at a target that chooses otherwise the case states nothing. */
export type Assumption = Partial<
  Pick<TargetSettings, 'countOutOfRange' | 'cashFlowWithoutCategorization' | 'unknownIds' | 'numberPrecision'>
>;

/** Why the case states nothing of this target; undefined where it does. */
export function unmetAssumption(
  { wire }: Pick<Target, 'wire'>,
  { assuming = {} }: { readonly assuming?: Assumption },
): string | undefined {
  const names = Object.keys(assuming) as (keyof Assumption)[];
  const unmet = names.find((name) => wire[name] !== assuming[name]);
  return unmet && `the documentation leaves it open, and ${unmet} of the target is ${wire[unmet]}`;
}
