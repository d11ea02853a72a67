/** A violation that a judge saw: which clause, where, and in words what is there instead of what is due. */
import type { ClauseId } from '../../generated/clause-id.ts';

export interface Finding {
  readonly clause: ClauseId;
  /** JSON Pointer into the exchange or message that was judged. */
  readonly pointer: string;
  /** `<what> is <found>, not <wanted>`; never a secret or somebody's data. */
  readonly message: string;
}
