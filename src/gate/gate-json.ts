/** What the semver gate says to machines: `diff --json`. */
import type { Row } from './row.ts';
import type { GateVerdict } from './verdict.ts';

/** Without an earlier release there are no numbers, and nothing that changed. */
type Judged = Pick<GateVerdict, 'honest'> &
  Partial<GateVerdict & { readonly from: string; readonly to: string }>;

export function gateJson(rows: readonly Row[], judged: Judged): string {
  return `${JSON.stringify({ ...judged, rows }, null, 2)}\n`;
}
