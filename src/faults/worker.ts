/** A thread that carries out one unit after another; it is told where the catalogue of cases stands. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Catalogue } from '../runner/planned-cases.ts';
import { running, type Unit } from './run-faults.ts';

const { catalogueUrl } = workerData as { catalogueUrl: string };
const { catalogue } = (await import(catalogueUrl)) as { catalogue: Catalogue };
const run = await running(catalogue);

parentPort?.on('message', async (unit: Unit) => {
  parentPort?.postMessage(await run(unit));
});
