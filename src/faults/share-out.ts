/** Shares units out to threads, as many as the machine has cores, each given the next one when it is done. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Unit, UnitResult } from './unit.ts';

export interface Sharing {
  /** The module that exports the catalogue of cases. */
  readonly catalogueUrl: string;
  /** Hears each result as soon as it is there, in no order. */
  readonly onResult: (result: UnitResult) => void;
  /** No unit is begun any more. */
  readonly signal?: AbortSignal;
}

/** Rejects when a thread fails. */
export async function shareOut(
  units: readonly Unit[],
  { catalogueUrl, onResult, signal }: Sharing,
): Promise<void> {
  const queue = [...units];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { catalogueUrl } });
      const next = (): void => {
        const unit = signal?.aborted ? undefined : queue.shift();
        if (unit) worker.postMessage(unit);
        else worker.terminate().then(() => resolve(), reject);
      };
      worker.on('error', reject);
      worker.on('message', (result: UnitResult) => {
        onResult(result);
        next();
      });
      next();
    });
  const threads = Math.min(availableParallelism(), units.length);
  await Promise.all(Array.from({ length: threads }, work));
}
