/** The baselines that are too slow for every run: which faults the tools of others noticed, when they were last asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineOrigin, FaultResult } from '../strength.ts';

/** The content of the file `baselines.json` beside the other reports. */
export interface Baselines {
  readonly origins: readonly BaselineOrigin[];
  /** The ids of the faults that were asked for. */
  readonly asked: readonly string[];
  /** The ids of those that each tool noticed, sorted. */
  readonly noticed: { readonly prism: readonly string[]; readonly pact: readonly string[] };
}

/** Those of the folder of reports; undefined where none were measured yet. */
export function readBaselines(folder: string): Baselines | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'baselines.json'), 'utf8')) as Baselines;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The same results with what the tools of others noticed; a fault that they were not asked for stays without. */
export function withBaselines(
  faults: readonly FaultResult[],
  baselines: Baselines | undefined,
): FaultResult[] {
  if (!baselines) return [...faults];
  const [asked, prism, pact] = [baselines.asked, baselines.noticed.prism, baselines.noticed.pact].map(
    (ids) => new Set(ids),
  );
  return faults.map((fault) => {
    const { id } = fault;
    if (!asked?.has(id)) return fault;
    const noticed = { prism: prism?.has(id) ?? false, pact: pact?.has(id) ?? false };
    return { ...fault, baselines: { ...fault.baselines, ...noticed } };
  });
}
