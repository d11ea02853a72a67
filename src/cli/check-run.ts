/** Judges the recordings of `check` in the order in which they are given, and counts what it finds. */
import { availableParallelism } from 'node:os';
import { InputError } from '../../contracts/src/base/errors.ts';
import type { Secrets } from '../../contracts/src/base/known-values.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import type { RecordingBlock } from '../../contracts/src/records/read-recording.ts';
import { type MemorySummary, RecordingMemory } from '../../contracts/src/records/recording-memory.ts';
import type { RememberedRecord } from '../../contracts/src/records/user-memory.ts';
import { CheckTally } from './check-tally.ts';
import { CheckThreads } from './check-threads.ts';
import {
  type FactsOfRecord,
  type JudgedBlock,
  type Judging,
  type JudgingOptions,
  judgeBlock,
  MOST_NAMED,
  outputLine,
} from './judge-block.ts';
import { drained, LineOutput } from './line-output.ts';
import { blocksOfFile, PieceBuffers, recordingName } from './recording-files.ts';

export interface CheckOptions extends JudgingOptions {
  readonly partial?: boolean;
  readonly workers?: number;
}

/** Bytes that are judged before threads are started, which takes longer than judging them. */
const ALONE = 2 * 1024 * 1024;

/** Judged blocks that may wait for an earlier one. */
const MOST_WAITING = 4;

/** Judges one file after the other: alone at first, and with other threads when there is much. */
export class CheckRun {
  readonly tally = new CheckTally();
  readonly output: LineOutput;
  readonly #judging: Judging;
  readonly #options: CheckOptions;
  readonly #memory: RecordingMemory | undefined;
  readonly #buffers = new PieceBuffers();
  #threads: CheckThreads | undefined;
  #bytes = 0;
  /** Broken records that were named. */
  #named = 0;

  constructor(judging: Judging, options: CheckOptions, secrets?: Secrets) {
    this.output = new LineOutput(secrets);
    this.#judging = judging;
    this.#options = options;
    if (judging.remembers)
      this.#memory = new RecordingMemory((found) => this.#remembered(found), judging.settings);
  }

  async file(path: string): Promise<void> {
    const file = recordingName(path);
    const judged: Promise<JudgedBlock>[] = [];
    let records = 0;
    const passOn = async (most: number) => {
      for (let next = judged.shift(); next; next = judged.length > most ? judged.shift() : undefined)
        records += await this.#passOn(file, await next);
    };
    try {
      for await (const block of blocksOfFile(path, say, this.#buffers)) {
        const next = this.#judge(file, block).finally(() => {
          if ('bytes' in block) this.#buffers.giveBack(block.bytes);
        });
        // It is awaited later.
        next.catch(() => {});
        judged.push(next);
        const most = this.#threads ? this.#threads.most + MOST_WAITING : 0;
        if (judged.length > most) await passOn(most);
      }
    } finally {
      await passOn(0);
    }
    // A cluster makes parts for which there is no user.
    if (records === 0 && !this.#options.partial)
      throw new InputError(`${file} holds no record, so there is nothing to judge.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#threads?.[Symbol.asyncDispose]();
  }

  /** What the memory left out; undefined without one. */
  async end(): Promise<MemorySummary | undefined> {
    const summary = this.#memory?.end();
    for (const counts of (await this.#threads?.counts()) ?? []) this.tally.merge(counts);
    return summary;
  }

  #judge(file: string, block: RecordingBlock): Promise<JudgedBlock> {
    const { workers: count = availableParallelism() } = this.#options;
    if (!('bytes' in block) || count === 1) return judgeBlock(file, block, this.#judging, this.tally);
    this.#bytes += block.bytes.length;
    // This thread is one of them.
    if (this.#bytes > ALONE) this.#threads ??= new CheckThreads(count - 1, this.#options);
    return this.#threads?.judge(file, block) ?? judgeBlock(file, block, this.#judging, this.tally);
  }

  /** In the order of the recording. */
  async #passOn(file: string, { records, broken, needsKey, output, facts }: JudgedBlock): Promise<number> {
    // Which key is used is said once, by this thread.
    if (needsKey) await this.#judging.cipher();
    for (const line of broken) if (this.#named++ < MOST_NAMED) say(line);
    this.output.write(output);
    await drained();
    const placed: readonly FactsOfRecord[] = typeof facts === 'string' ? JSON.parse(facts) : facts;
    for (const [index, of] of placed) this.#memory?.add(of, { file, index });
    return records;
  }

  #remembered(found: RememberedRecord): void {
    this.tally.addRemembered(found);
    const { place, facts, findings } = found;
    const line = { operation: facts.operation, verdict: 'violated', findings } as const;
    if (this.#judging.json) this.output.write(outputLine(place.index, place.file, line));
  }
}

/** One line on stderr. */
export function say(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}
