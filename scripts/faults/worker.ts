/** A thread that runs one unit after another; `catalogueUrl` is the module that exports the catalogue of cases. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Catalogue } from '../../src/runner/planned-case.ts';
import { type Unit, unitRunner } from './run-fault.ts';

const { catalogueUrl } = workerData as { catalogueUrl: string };
const { catalogue } = (await import(catalogueUrl)) as { catalogue: Catalogue };
const run = await unitRunner(catalogue);

parentPort?.on('message', async (unit: Unit) => {
  parentPort?.postMessage(await run(unit));
});
