/** A thread of `check`: judges one block after another, and counts what it finds. */
import { parentPort, workerData } from 'node:worker_threads';
import { CheckTally } from './check-tally.ts';
import type { ThreadAnswer, ThreadQuestion, ThreadStart } from './check-threads.ts';
import { judgeBlock, judgingFor } from './judge-block.ts';

const { options, answers } = workerData as ThreadStart;
const tally = new CheckTally();
// The main thread says which key is used.
const judging = await judgingFor(options, undefined, () => {});

async function answerTo(question: ThreadQuestion): Promise<ThreadAnswer> {
  if (question === 'counts') return { counts: tally.toJSON() };
  try {
    const judged = await judgeBlock(question.file, question.block, judging, tally);
    return { judged: { ...judged, facts: JSON.stringify(judged.facts) } };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: { name, message } };
  }
}

let last = Promise.resolve();
parentPort?.on('message', (question: ThreadQuestion) => {
  // One after the other: a message waits for its decryption, and the next block must not overtake it.
  last = last.then(async () => {
    parentPort?.postMessage(await answerTo(question));
    Atomics.add(answers, 0, 1);
  });
});
Atomics.add(answers, 0, 1);
