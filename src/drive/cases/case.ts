/** A case: one claim about the provider, as data that reads as a sentence. */
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import type { Assumption } from '../assumption.ts';
import type { Call } from '../calls/call.ts';
import type { World } from '../scenarios/scenario.ts';
import type { Check } from './check.ts';

/**
 * What a target must have for a case to show anything. answer: it answers in the documented shapes. judgement: it
 * reads requests and decides about them itself. memory: it remembers what it was told. clock: time can be let pass.
 * messages: it can be made to run a batch update and sends what follows. silence: it can be known that no further message
 * is on its way.
 */
export type Ability = 'answer' | 'judgement' | 'memory' | 'clock' | 'messages' | 'silence';

/**
 * A call, or time that passes until so many seconds after the token expires, the user's without a word; before it when
 * negative. Or a client that is set up so, in a world without users.
 */
export type Step =
  | Call
  | { readonly secondsAfterExpiry: number; readonly of?: 'client' | 'user' }
  | { readonly client: NonNullable<World['client']> };

export type Case = Call & {
  readonly clause: ClauseId;
  /** What the provider does, in the present tense, without a subject. */
  readonly says: string;
  /** The situation in words. */
  readonly given: string;
  /** Steps that bring the situation about; a call that does not come to its outcome leaves the case unproven. */
  readonly first?: readonly Step[];
  /** What the answer to the call is asked beside its outcome and shape. */
  readonly also?: readonly Check[];
  /** Without a word: judgement for a call that is to be refused, answer for any other. */
  readonly needs?: Ability;
  /** What it takes for granted where the documentation leaves it open. */
  readonly assuming?: Assumption;
};

/** The cases of one file; `file` is its path from the root of the project. */
export interface Cases {
  readonly file: string;
  readonly cases: readonly Case[];
}

/** Names a list of cases by the module they stand in: `cases(import.meta.url, [ … ])`. */
export function cases(url: string, list: readonly Case[]): Cases {
  return { file: projectPath(url), cases: list };
}

/** The path of a module from the root of the project. */
export function projectPath(url: string): string {
  const root = new URL('../../../', import.meta.url).href;
  return url.startsWith(root) ? url.slice(root.length) : url;
}

/** Whether a step of the case replaces all that the target holds. */
export function replacesWorld({ first = [] }: Case): boolean {
  return first.some((step) => 'client' in step);
}

/** What the case asks of its target. */
export function abilityNeeded({ needs, then }: Case): Ability {
  return needs ?? (then === 'refused' ? 'judgement' : 'answer');
}
