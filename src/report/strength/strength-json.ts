/** What a run of the faults came to as JSON: the content of `strength.json`, and what `faults --json` prints. */
import type { Strength } from '../../faults/strength.ts';
import type { StrengthEnding } from './exit-code.ts';
import { jsonByRow } from './json-by-row.ts';

/** A part says that it is one, and nothing of what only all faults can show. */
export function strengthJson(strength: Strength, { isPartial, interrupted }: StrengthEnding): string {
  const part = { isPartial, ...(interrupted && { interrupted }), ...strength, untried: [], vacuity: [] };
  return jsonByRow(isPartial ? part : strength);
}
