/** Gives units of work to threads, one a core, and takes their results. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface Threads<Unit, Result> {
  /** The module of a thread: it answers each message with one. */
  readonly url: URL;
  readonly workerData: object;
  /** When it aborts, no further unit is started. */
  readonly signal?: AbortSignal;
  /** For one unit, in milliseconds; none without it. */
  readonly timeLimit?: number;
  /** The result of a unit whose thread fails or takes too long; without it both reject. */
  readonly lost?: (unit: Unit) => Result;
}

/** Each of as many threads as the machine has cores is given the next unit when it is done. Rejects when a thread fails. */
export async function shareOut<Unit, Result>(
  units: readonly Unit[],
  { url, workerData, signal, timeLimit, lost }: Threads<Unit, Result>,
  onResult: (result: Result, unit: Unit) => void,
): Promise<void> {
  const queue = [...units];
  const next = (): Unit | undefined => (signal?.aborted ? undefined : queue.shift());
  const work = async (): Promise<void> => {
    let worker = new Worker(url, { workerData });
    try {
      for (let unit = next(); unit !== undefined; unit = next()) {
        try {
          onResult((await answer(worker, unit, timeLimit)) as Result, unit);
        } catch (error) {
          if (!lost) throw error;
          await worker.terminate();
          worker = new Worker(url, { workerData });
          onResult(lost(unit), unit);
        }
      }
    } finally {
      await worker.terminate();
    }
  };
  const threads = Math.min(availableParallelism(), units.length);
  await Promise.all(Array.from({ length: threads }, work));
}

/** Rejects when the thread fails, and when it takes longer than the limit. */
async function answer(worker: Worker, unit: unknown, timeLimit: number | undefined): Promise<unknown> {
  worker.postMessage(unit);
  const limit = timeLimit === undefined ? {} : { signal: AbortSignal.timeout(timeLimit) };
  const [result] = await once(worker, 'message', limit);
  return result;
}
