/** What a report writes in the place of a value that it does not repeat. */
import { count, kindOf } from '../../../contracts/src/contract/show.ts';

/**
 * secret: opens a door. personal: somebody's data. undocumented: nobody says what it is, so it might be either.
 * not JSON: a whole body that nobody can take apart.
 */
export type Reason = 'secret' | 'personal' | 'undocumented' | 'not JSON';

/** `name` is that of the field, header or parameter; the result stands where `value` stood. */
export type Mark = (reason: Reason, name: string, value: unknown) => string;

/** The reason in brackets and, of all but secrets and texts, the kind: [secret], [personal], [undocumented number]. */
export const inWords: Mark = (reason, _name, value) => {
  if (reason === 'not JSON') return `[text of ${count(String(value).length, 'character')}]`;
  if (reason === 'secret' || typeof value === 'string') return `[${reason}]`;
  const kind = typeof value === 'boolean' ? 'boolean' : kindOf(value).replace(/^an? /, '');
  return `[${reason} ${kind}]`;
};

/** A value that is not repeated at its own place, nor wherever else the exchange repeats it. */
export interface Known {
  readonly reason: Reason;
  readonly name: string;
  readonly value: string;
}

export interface Redaction {
  readonly mark: Mark;
  /** Longest first. */
  readonly known: readonly Known[];
  /** The body is made-up data that is published anyway: only secrets are marked. */
  readonly isOpen?: boolean;
}
