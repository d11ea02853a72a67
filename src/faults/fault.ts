/** A fault of the provider: a clause that it breaks, and where it takes hold of a sandbox. */
import type { Seams } from '../sandbox/seams.ts';

/** The seams that a fault changes; it leaves the others alone. */
export type FaultySeams = Partial<Seams>;

/** What the catalogue is made into, and what a fault of one's own is. */
export interface Fault {
  /** In capitals, such as STATUS-V1-IMPORT. */
  readonly id: string;
  readonly clause: string;
  /** What the faulty provider does, in the present tense, without a subject. */
  readonly says: string;
  /** The operations and trigger events that it takes hold of; all of them without it. */
  readonly of?: readonly string[];
  /** Called once for each sandbox, so that what a fault remembers is that sandbox's own. */
  seams(): FaultySeams;
}
