/** What the semver gate says to machines: `diff --json`. */
import type { Row } from './row.ts';
import type { GateVerdict } from './verdict.ts';

/** Without an earlier release nothing was compared, so that no number is honest or a lie. */
type Judged = (GateVerdict & { readonly from: string; readonly to: string }) | { readonly honest: null };

export function gateJson(rows: readonly Row[], judged: Judged): string {
  return `${JSON.stringify({ ...judged, rows }, null, 2)}\n`;
}
