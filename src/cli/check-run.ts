/** Judges the recordings of `check` in the order in which they are given, and counts what it finds. */
import { InputError, only } from '../../contracts/src/base/errors.ts';
import type { Secrets } from '../../contracts/src/base/known-values.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { type CheckedRecord, checkRecord, isOfProvider } from '../../contracts/src/evidence/check-record.ts';
import type { FoundRecord } from '../../contracts/src/evidence/read-recording.ts';
import { factsOf, type RecordFacts } from '../../contracts/src/evidence/record-facts.ts';
import { BrokenRecord, tokenHost } from '../../contracts/src/evidence/recorded-exchange.ts';
import {
  type MemorySummary,
  NOTHING_LEFT_OUT,
  RecordingMemory,
} from '../../contracts/src/evidence/recording-memory.ts';
import type { RememberedRecord } from '../../contracts/src/evidence/user-memory.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../contracts/src/messages/cipher.ts';
import { CheckTally } from './check-tally.ts';
import { drained, LineOutput } from './line-output.ts';
import { recordingName, recordsOfFile } from './recording-files.ts';

/** Broken records that are named one by one. */
export const MOST_NAMED = 10;
/** Pieces of half a megabyte that wait for the first call that issues a token: it shows whose calls are judged. */
const MOST_WAITING = 32;

export interface Judging {
  /** Asked for by each message. */
  readonly cipher: () => Promise<Cipher>;
  readonly settings: Settings | undefined;
  /** Whether a line is written for each record. */
  readonly json: boolean;
  /** Whether each record is judged by itself, without a memory that compares them. */
  readonly each: boolean;
  /** The host of the provider, where it is known. */
  readonly accessHost?: string | undefined;
}

export class CheckRun {
  readonly tally = new CheckTally();
  readonly output: LineOutput;
  /** The hosts whose calls are judged; those of any host as long as none is known. */
  readonly hosts = new Set<string>();
  /** Undefined where each record is judged by itself. */
  readonly #memory: RecordingMemory | undefined;
  readonly #judging: Judging;
  readonly #waiting: [file: string, records: readonly FoundRecord[]][] = [];
  #mayWait = MOST_WAITING;
  /** Broken records that were named. */
  #named = 0;

  constructor(judging: Judging, secrets?: Secrets) {
    this.output = new LineOutput(secrets);
    this.#judging = judging;
    if (judging.accessHost !== undefined) this.hosts.add(judging.accessHost);
    if (!judging.each)
      this.#memory = new RecordingMemory((found) => this.#remembered(found), judging.settings);
  }

  async file(path: string): Promise<void> {
    const file = recordingName(path);
    let isEmpty = true;
    for await (const records of recordsOfFile(path, say)) {
      if (records.length > 0) isEmpty = false;
      this.#waiting.push([file, records]);
      if (!this.#waitsForHost(records)) await this.#judgeWaiting();
    }
    if (isEmpty) throw new InputError(`${file} holds no record, so there is nothing to judge.`);
  }

  #waitsForHost(records: readonly FoundRecord[]): boolean {
    if (this.hosts.size > 0 || --this.#mayWait < 0) return false;
    for (const { read } of records) {
      try {
        const host = tokenHost(read().value);
        if (host !== undefined) this.hosts.add(host);
      } catch (error) {
        only(error, BrokenRecord);
      }
    }
    return this.hosts.size === 0;
  }

  async #judgeWaiting(): Promise<void> {
    for (const [file, records] of this.#waiting.splice(0)) await this.#judge(file, records);
  }

  /** Judges what still waits; what was not compared. */
  async end(): Promise<MemorySummary> {
    await this.#judgeWaiting();
    return this.#memory?.end() ?? NOTHING_LEFT_OUT;
  }

  /** Writes the lines of all these records before those of what the memory finds in them. */
  async #judge(file: string, records: readonly FoundRecord[]): Promise<void> {
    const { cipher, settings, json } = this.#judging;
    const broken: string[] = [];
    const facts: [index: number, RecordFacts][] = [];
    let lines = '';
    for (const found of records) {
      const { index, line } = found;
      const checked = await checkRecord(found, cipher, settings, this.hosts);
      this.tally.add(file, index, checked);
      const shown = this.#memory && factsOf(checked);
      if (shown) facts.push([index, shown]);
      if (checked.isBroken)
        broken.push(`${file}, record ${index} (line ${line}) is broken: ${checked.reason}.`);
      if (json) lines += outputLine(file, index, checked);
    }
    for (const each of broken) if (this.#named++ < MOST_NAMED) say(each);
    this.output.write(lines);
    await drained();
    for (const [index, of] of facts) this.#memory?.add(of, { file, index });
  }

  #remembered(found: RememberedRecord): void {
    this.tally.addRemembered(found);
    const { place, facts, findings } = found;
    const verdict = findings.some(isOfProvider) ? 'violated' : facts.verdict;
    const line = { operation: facts.operation, verdict, findings };
    if (this.#judging.json) this.output.write(outputLine(place.file, place.index, line));
  }
}

type Verdict = Pick<CheckedRecord, 'operation' | 'verdict' | 'findings' | 'reason'>;

/** A line of `check --json`. */
function outputLine(file: string, index: number, { operation, verdict, findings, reason }: Verdict): string {
  return `${JSON.stringify({ index, file, operation, verdict, findings, reason })}\n`;
}

/** One line on stderr. */
export function say(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}
