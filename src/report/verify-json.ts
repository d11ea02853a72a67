/** `verify.json`: the verdict on every clause of every target, the same bytes on every machine. */
import type { TargetRun } from '../drive/verdict.ts';

/** {"targets": {name: {clause: verdict}}}, keys sorted, without times, addresses and reasons; ends with a newline. */
export function verifyJson(runs: readonly TargetRun[]): string {
  const targets = runs.map(({ target, clauses }) => {
    return [target, sorted(clauses.map(({ clause, verdict }) => [clause, verdict]))] as const;
  });
  return `${JSON.stringify({ targets: sorted(targets) }, null, 2)}\n`;
}

/** By code units, which no locale changes. */
function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
