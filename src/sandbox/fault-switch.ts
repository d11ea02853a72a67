/** Where a sandbox is told to misbehave: it knows the faults by their ids alone, and what they do to its seams. */
import type { Seams } from './seams.ts';

export interface FaultSwitch {
  /** Those of the faults that are chosen. */
  readonly seams: Seams;
  /** Their ids, in the order in which they were named. */
  chosen(): readonly string[];
  /** Ends the others. Resolves with what is wrong with an id, in one line, and then nothing has changed. */
  choose(ids: readonly string[]): Promise<string | undefined>;
}
