/** What a case or scenario takes for granted of its target, where the documentation leaves it open and a setting says. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { TargetSettings } from '../../contracts/generated/settings.ts';
import type { Breach } from '../../contracts/src/judge/clause-check.ts';
import { type Body, type Exchange, jsonOf, member } from '../../contracts/src/judge/exchange.ts';
import type { Call } from './call.ts';
import type { World } from './scenarios/scenario.ts';
import type { Target } from './targets/target.ts';

/** Choices of the not-shown ledger by their setting; at a target that chooses otherwise the case states nothing. */
export type Assumption = Partial<
  Pick<TargetSettings, 'countOutOfRange' | 'cashFlowWithoutCategorization' | 'unknownIds' | 'numberPrecision'>
>;

/** Why a case states nothing of its target, and the setting by which the target chooses otherwise. */
export interface LeftOpen {
  readonly leftOpenBy: keyof Assumption;
  readonly reason: string;
}

/** Undefined where the case states something of this target. */
export function unmetAssumption(
  { wire }: Pick<Target, 'wire'>,
  { assuming = {} }: { readonly assuming?: Assumption },
): LeftOpen | undefined {
  const names = Object.keys(assuming) as (keyof Assumption)[];
  const leftOpenBy = names.find((name) => wire[name] !== assuming[name]);
  if (leftOpenBy === undefined) return undefined;
  const reason = `the documentation leaves it open, and ${leftOpenBy} of the target is ${wire[leftOpenBy]}`;
  return { leftOpenBy, reason };
}

/** A case: one claim about the provider, as data that reads as a sentence. */

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
  const root = new URL('../../', import.meta.url).href;
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

/** What a case asks beyond outcome and shape: pure questions to the exchange and to the calls before it. */

/** Nothing when the exchange meets it, else the place and the words, and another clause than that of the case if it is one. */
export type Check = (
  exchange: Exchange,
  earlier: readonly Exchange[],
) => (Breach & { readonly clause?: ClauseId }) | undefined;

/** The words stand anywhere in the body, ignoring case. */
export function says(words: string): Check {
  return ({ response }) =>
    textOf(response.body).toLowerCase().includes(words.toLowerCase())
      ? undefined
      : { pointer: '/response/body', message: `the body does not say "${words}"` };
}

/** A field of the body differs from that of an earlier answer. `clause` is the one broken, where it is not the case's own. */
export function differs(field: string, call: number, clause?: ClauseId): Check {
  return ({ response }, earlier) =>
    member(jsonOf(response.body), field) !== member(jsonOf(earlier[call]?.response.body), field)
      ? undefined
      : {
          ...(clause && { clause }),
          pointer: `/response/body/${field}`,
          message: `${field} is the one of an earlier answer, not one of its own`,
        };
}

/** The same of a header. */
export function headerDiffers(name: string, call: number, clause?: ClauseId): Check {
  return ({ response: { headers } }, earlier) =>
    headers[name] !== earlier[call]?.response.headers[name]
      ? undefined
      : {
          ...(clause && { clause }),
          pointer: `/response/headers/${name}`,
          message: `the ${name} header is the one of an earlier answer, not one of its own`,
        };
}

/** A field of the body holds that value, a text, number or boolean. */
export function holds(field: string, value: string | number | boolean): Check {
  return ({ response }) =>
    member(jsonOf(response.body), field) === value
      ? undefined
      : { pointer: `/response/body/${field}`, message: `${field} is not ${JSON.stringify(value)}` };
}

function textOf(body: Body | undefined): string {
  if (!body) return '';
  return 'text' in body ? body.text : JSON.stringify(body.json);
}
