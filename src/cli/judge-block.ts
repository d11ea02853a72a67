/** Judges the records of one block of a recording for `check`: what is found is plain data, which threads can exchange. */
import type { Secrets } from '../../contracts/src/base/known-values.ts';
import type { Settings } from '../../contracts/src/judge/settings.ts';
import type { Cipher } from '../../contracts/src/messages/cipher.ts';
import { type CheckedRecord, checkRecord } from '../../contracts/src/records/check-record.ts';
import { type RecordingBlock, recordsOfBlock } from '../../contracts/src/records/read-recording.ts';
import { factsOf, type RecordFacts } from '../../contracts/src/records/record-facts.ts';
import type { CheckTally } from './check-tally.ts';
import type { MessageTarget } from './message-options.ts';

/** What `check` was asked for, as far as a thread needs it. */
export interface JudgingOptions {
  readonly json?: boolean;
  readonly each?: boolean;
  readonly keyEnv?: string;
  readonly target?: string;
}

export interface Judging {
  /** Asked for by the first message. */
  readonly cipher: () => Promise<Cipher>;
  /** The environment variable of the key, where it is not the usual one. */
  readonly keyName: string | undefined;
  readonly settings: Settings | undefined;
  /** Whether a line is written for each record. */
  readonly json: boolean;
  /** Whether a memory compares the records. */
  readonly remembers: boolean;
}

/** `say` gets the line that names the test key. Throws InputError for a file that is no target. */
export async function judgingFor(
  { json = false, each = false, keyEnv, target: path }: JudgingOptions,
  secrets?: Secrets,
  say?: (line: string) => void,
): Promise<Judging> {
  // Loaded when it is needed: a thread starts sooner.
  const load = () => import('./message-options.ts');
  const target: MessageTarget = path === undefined ? {} : await (await load()).messageTarget(path);
  const keyName = keyEnv ?? target.keyEnv;
  let made: Promise<Cipher> | undefined;
  const cipher = () => {
    made ??= load().then(({ messageCipher }) => messageCipher(keyName, target.cipher, secrets, say));
    return made;
  };
  return { cipher, keyName, settings: target.settings, json, remembers: !each };
}

export interface JudgedBlock {
  readonly records: number;
  /** What is wrong with the first broken records, as many as are named. */
  readonly broken: readonly string[];
  /** There is a message, and the key was used. */
  readonly needsKey: boolean;
  /** Whole lines for stdout. */
  readonly output: string;
  /** What a memory needs of the records. From another thread it is JSON, which takes less time and memory than its copies. */
  readonly facts: readonly FactsOfRecord[] | string;
}

export type FactsOfRecord = readonly [index: number, facts: RecordFacts];

/** Broken records that are named one by one. */
export const MOST_NAMED = 10;

/** Counts in the tally what it finds. */
export async function judgeBlock(
  file: string,
  block: RecordingBlock,
  { cipher, settings, json, remembers }: Judging,
  tally: CheckTally,
): Promise<JudgedBlock> {
  const broken: string[] = [];
  const facts: FactsOfRecord[] = [];
  let output = '';
  let needsKey = false;
  const records = recordsOfBlock(block);
  for (const found of records) {
    const { index, line } = found;
    const pending = checkRecord(found, cipher, settings);
    // An await for each exchange would take longer than judging it.
    const checked = pending instanceof Promise ? await pending : pending;
    needsKey ||= pending instanceof Promise;
    // Every judged record passes here, in the order of the recording.
    tally.add(file, index, checked);
    const shown = remembers ? factsOf(checked) : undefined;
    if (shown) facts.push([index, shown]);
    if (checked.isBroken && broken.length < MOST_NAMED)
      broken.push(`${file}, record ${index} (line ${line}) is broken: ${checked.reason}.`);
    if (json) output += outputLine(index, file, checked);
  }
  return { records: records.length, broken, needsKey, output, facts };
}

/** A line of `check --json`. */
export function outputLine(
  index: number,
  file: string,
  {
    operation,
    verdict,
    findings,
    reason,
  }: Pick<CheckedRecord, 'operation' | 'verdict' | 'findings' | 'reason'>,
): string {
  return `${JSON.stringify({ index, file, operation, verdict, findings, reason })}\n`;
}
