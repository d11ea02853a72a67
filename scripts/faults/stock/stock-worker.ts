/** A thread whose sandbox has every stock mutant in its source: runs the cases without one, then with one at a time. */
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Catalogue } from '../../../src/runner/planned-case.ts';
import type { Started } from '../../../src/runner/targets/target.ts';

export interface StockThread {
  /** The module that exports the catalogue of cases. */
  readonly catalogueUrl: string;
  /** The instrumented files by their URLs. */
  readonly sources: Readonly<Record<string, string>>;
}

export interface StockUnit {
  /** Absent for the sandbox as it is. */
  readonly mutant?: string;
  /** Whether modules run it while they are loaded: then it needs modules of its own. */
  readonly isStatic?: boolean;
  /** The numbers of the cases that reach it; all of them without it. */
  readonly cases?: readonly number[];
  /** How often it may be reached before it counts as a loop without an end. */
  readonly mostHits?: number;
}

/** How often each mutant was reached. */
type Hits = Readonly<Record<string, number>>;

export interface StockRun {
  /** The first case that is not upheld, or finds another clause broken, as its sentence; absent where there is none. */
  readonly noticedBy?: string;
  /** How often the cases reached each mutant, without one only: while modules were loaded, and by the number of a case. */
  readonly coverage?: { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> };
}

/** What the instrumented files read and write: the global variable of StrykerJS. */
const stryker: {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  currentTestId?: string | undefined;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
} = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: stryker });

const { catalogueUrl, sources } = workerData as StockThread;
const SANDBOX = /\/src\/sandbox\/(?!generated\/control)/;

registerHooks({
  // `?copy` of the first module goes on to every module of the sandbox that it loads.
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const [, copy] = context.parentURL?.split('?') ?? [];
    return copy !== undefined && SANDBOX.test(found.url) ? { ...found, url: `${found.url}?${copy}` } : found;
  },
  load(url, context, next) {
    const source = sources[url.split('?')[0] ?? ''];
    return source === undefined
      ? next(url, context)
      : { format: 'module-typescript', source, shortCircuit: true };
  },
});

// Imported after the hooks are there, and before anything is counted for a case.
const { catalogue } = (await import(catalogueUrl)) as { catalogue: Catalogue };
const { plannedCases } = await import('../../../src/runner/planned-case.ts');
await import('../../../src/sandbox/batch-update/batch-updates.ts');

async function start(copy = ''): Promise<Started> {
  const { startSandboxInProcess } = await import(`../../../src/runner/targets/sandbox-target.ts${copy}`);
  return startSandboxInProcess();
}

const documented = await start();
const rows = plannedCases(documented.target, catalogue);
await documented.stop();

async function run({ mutant, isStatic, cases, mostHits }: StockUnit): Promise<StockRun> {
  Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit: mostHits });
  const { target, stop } = await start(isStatic ? `?copy=${mutant}` : '');
  for (const at of cases ?? rows.keys()) {
    const row = rows[at];
    if (mutant === undefined) stryker.currentTestId = `case ${at}`;
    const result = await row?.run(target);
    // Findings of a case may break other clauses than its own; one that a provider may refuse states nothing then.
    const isSilent = result?.verdict === 'upheld' || result?.dependsOnSetting !== undefined;
    if (row && (!isSilent || result?.findings.length !== 0)) return { noticedBy: row.says };
  }
  await stop();
  if (mutant !== undefined) return {};
  stryker.currentTestId = undefined;
  return { coverage: stryker.mutantCoverage };
}

parentPort?.on('message', async (unit: StockUnit) => {
  const failed = (error: unknown): StockRun => ({ noticedBy: `the run fails: ${error}` });
  parentPort?.postMessage(await run(unit).catch(failed));
});
