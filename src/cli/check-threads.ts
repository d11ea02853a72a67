/** Judges the blocks of a recording in several threads, for `check`. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { InputError } from '../../contracts/src/base/errors.ts';
import type { LineBlock } from '../../contracts/src/records/read-recording.ts';
import type { CheckCounts } from './check-tally.ts';
import type { JudgedBlock, JudgingOptions } from './judge-block.ts';
import { isClone } from './options.ts';

/** In the package, a module is one of the chunks, and the thread is beside their folder. */
const THREAD = new URL(isClone ? './check-thread.ts' : '../check-thread.js', import.meta.url);
/** Blocks that a thread has before it: the one that it judges, and the next. */
const AHEAD = 2;
/** Megabytes of young objects: few live longer than their record. A thread would begin with a quarter, and collect as often. */
const YOUNG = 4;

/** What a thread is started with. */
export interface ThreadStart {
  readonly options: JudgingOptions;
  /**
   * One more than the answers that it has given; 0 until it is ready. Shared memory, since its messages arrive only between
   * two blocks.
   */
  readonly answers: Int32Array<SharedArrayBuffer>;
}

/** What a thread is asked; without a block, for what it counted. */
export type ThreadQuestion = { readonly file: string; readonly block: LineBlock } | 'counts';

/** An error crosses threads as its name and message. */
export type ThreadAnswer =
  | { readonly judged: JudgedBlock }
  | { readonly counts: CheckCounts }
  | { readonly error: { readonly name: string; readonly message: string } };

export class CheckThreads {
  readonly #threads: readonly Thread[];

  constructor(count: number, options: JudgingOptions) {
    setFlagsFromString(`--min-semi-space-size=${YOUNG}`);
    this.#threads = Array.from({ length: count }, () => new Thread(options));
  }

  /** How many blocks all threads together may have before them. */
  get most(): number {
    return AHEAD * this.#threads.length;
  }

  /** Undefined where every thread has enough before it. Rejects with the InputError of `judgeBlock`. */
  judge(file: string, block: LineBlock): Promise<JudgedBlock> | undefined {
    const idlest = this.#threads.reduce((one, other) => (other.ahead < one.ahead ? other : one));
    return idlest.ahead < AHEAD ? this.#judgedBy(idlest, file, block) : undefined;
  }

  async #judgedBy(thread: Thread, file: string, block: LineBlock): Promise<JudgedBlock> {
    const answer = await thread.ask({ file, block });
    if (!('judged' in answer)) throw new Error('a thread did not judge');
    return answer.judged;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  /** What each thread counted. */
  async counts(): Promise<CheckCounts[]> {
    const answers = await Promise.all(this.#threads.map((thread) => thread.ask('counts')));
    return answers.flatMap((answer) => ('counts' in answer ? [answer.counts] : []));
  }
}

/** Answers in the order of the questions. */
class Thread {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (answer: ThreadAnswer) => void; reject: (error: unknown) => void }[] = [];
  readonly #answers = new Int32Array(new SharedArrayBuffer(4));
  /** One more than the questions, as `#answers` counts. */
  #asked = 1;

  constructor(options: JudgingOptions) {
    const start: ThreadStart = { options, answers: this.#answers };
    // Three spaces of this size, two for the young and one for those who move.
    const resourceLimits = { maxYoungGenerationSizeMb: 3 * YOUNG };
    this.#worker = new Worker(THREAD, { workerData: start, resourceLimits });
    this.#worker.on('message', (answer: ThreadAnswer) => {
      const asked = this.#waiting.shift();
      if (!('error' in answer)) asked?.resolve(answer);
      else asked?.reject(errorOf(answer.error));
    });
    this.#worker.on('error', (error) => {
      for (const asked of this.#waiting.splice(0)) asked.reject(error);
    });
  }

  /** Questions that it has not answered; endless until it is ready. */
  get ahead(): number {
    const answers = Atomics.load(this.#answers, 0);
    return answers === 0 ? Number.POSITIVE_INFINITY : this.#asked - answers;
  }

  ask(question: ThreadQuestion, moved: ArrayBuffer[] = []): Promise<ThreadAnswer> {
    this.#asked++;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(question, moved);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

function errorOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  if (name === 'InputError') return new InputError(message);
  return Object.assign(new Error(message), { name });
}
