/** A case: one claim about the response to one call, as data that reads as a sentence. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { ApiVersion } from '../../contracts/src/base/api-version.ts';
import type { Breach } from '../../contracts/src/base/finding.ts';
import { isObject, member } from '../../contracts/src/base/json-value.ts';
import type { Exchange } from '../../contracts/src/judge/exchange.ts';
import { type CaseCall, sentBody, type TokenHolder } from './call.ts';
import type { ClientSetUp } from './control.ts';
import type { Ability, TargetDescription } from './targets/target.ts';
import { OutOfReach } from './unproven.ts';

/**
 * A call, or time that passes: until so many seconds after the token expires (negative: before it), the user's unless
 * `of` says whose, until a moment, or so many seconds. Or a client with these settings, in a world without users, or a
 * change of its settings.
 */
export type CaseStep =
  | CaseCall
  | { readonly secondsAfterExpiry: number; readonly of?: TokenHolder }
  | { readonly until: Moment }
  | { readonly secondsLater: number }
  | { readonly client: ClientSetUp }
  | { readonly changed: ClientSetUp };

/** A second before an hour of a day of a year to come, in UTC and by the clock of the target. */
interface Moment {
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly milliseconds?: number;
  /** The moment is so many days before that day, in a year that has it on Tuesday to Thursday. */
  readonly daysBefore?: number;
}

/** Returns epoch milliseconds. */
export function instantOf({ month, day, hour, milliseconds = 0, daysBefore }: Moment, now: number): number {
  const midnight = (year: number) => new Date(Date.UTC(year, month - 1, day));
  const isMidweek = (date: Date) => date.getUTCDate() === day && [2, 3, 4].includes(date.getUTCDay());
  let year = new Date(now).getUTCFullYear() + 1;
  while (daysBefore !== undefined && !isMidweek(midnight(year))) year++;
  return midnight(year).getTime() + ((hour - 24 * (daysBefore ?? 0)) * 3600 - 1) * 1000 + milliseconds;
}

export type Case = CaseCall & {
  readonly clause: ClauseId;
  /** What the provider does, in the present tense, without a subject. */
  readonly says: string;
  /** The situation in words. */
  readonly given: string;
  /** Set-up calls. One accepted where it should be refused violates the clause; another wrong outcome leaves it unproven. */
  readonly first?: readonly CaseStep[];
  /** What the response must meet beside its outcome and shape. */
  readonly also?: readonly ResponseCheck[];
  /**
   * Calls that differ from those of the case only in what it is about: where they are accepted and the case is not, that
   * is the reason. `alone` is the call itself without the steps before it. By default, a broken body is compared with the
   * valid one, and a token that is to be refused with the documented one.
   */
  readonly baseline?: readonly CaseCall[] | 'alone';
  /** The case sends several requests that must all be accepted; `send` is the last one. */
  readonly accepts?: {
    /** The requests before `send`. A new user sends each one. */
    readonly others: readonly object[];
    /** If one of them gets an error response, the pairs find out why. */
    readonly pairs: readonly RequestPair[];
  };
  /** The default is `judgement` for a call that is to be refused or has a baseline, else `answer`. */
  readonly needs?: Ability;
};

/** Breaks its clause where `send` gets an error response and `baseline` is accepted. */
export interface RequestPair {
  readonly clause: ClauseId;
  /** What `send` has and `baseline` has not. */
  readonly name: string;
  readonly send: object;
  /** A request that differs from it in that alone, or calls of another operation: then an error response is of the token. */
  readonly baseline: object | readonly CaseCall[];
}

/** The cases of one module; `file` is its path from the root of the project. */
export interface CaseFile<Row> {
  readonly file: string;
  readonly cases: readonly Row[];
}

/** The cases of a module: `cases('suites/v1/v1-cases.ts', [ … ])`. */
export const cases = caseFile<Case>;

export function caseFile<Row>(file: string, list: readonly Row[]): CaseFile<Row> {
  return { file, cases: list };
}

const IDS = ['accountIds', 'bankConnectionIds', 'categoryId'];

/** Whether a call creates a rule with accounts, connections or a category that its user may have to have (RULE-UNKNOWN-IDS). */
export function namesIds(step: CaseStep): boolean {
  if (!('when' in step) || step.when !== 'createNotificationRule') return false;
  const params = member(sentBody(step.send), 'params');
  return isObject(params) && IDS.some((name) => Object.hasOwn(params, name));
}

/** The calls among these steps. */
export function callsIn(steps: readonly CaseStep[] = []): CaseCall[] {
  return steps.filter((step) => 'when' in step);
}

/** Why this target cannot show what needs these abilities and selects these API versions; undefined where it can. */
export function outOfReach(
  { lacks, settings: { apiVersionSelectors } }: Pick<TargetDescription, 'lacks' | 'settings'>,
  needs: readonly Ability[],
  versions: readonly ApiVersion[] = [],
): OutOfReach | undefined {
  const lack = needs.map((ability) => lacks[ability]).find((reason) => reason !== undefined);
  if (lack !== undefined) return new OutOfReach(lack);
  const unknown = versions.find((version) => apiVersionSelectors[version] === undefined);
  if (unknown === undefined) return undefined;
  const reason = `how API ${unknown} is selected is not shown; see settings.apiVersionSelectors.${unknown}`;
  return new OutOfReach(reason, 'apiVersionSelectors');
}

/** What a check may ask of the target after the call of its case. */
interface Afterwards {
  /** The status and text of the page at the URL of a web form; throws OutOfReach where it cannot be opened from here. */
  open(url: string): Promise<{ readonly status: number; readonly text: string }>;
  /** The clock of the target in epoch milliseconds; undefined where it does not say. */
  now(): Promise<number | undefined>;
  /** Advances the clock of the target to this time. */
  until(time: number): Promise<void>;
}

/**
 * Undefined where the response meets it, what it lacks of what is compared, else the place and what is expected there, and
 * the clause if it is not that of the case.
 */
export type ResponseCheck = ((
  exchange: Exchange,
  earlier: readonly Exchange[],
  afterwards: Afterwards,
) => CheckFinding | Promise<CheckFinding>) & {
  /** How many pages of web forms it may open. */
  readonly pages?: number;
};

type CheckFinding = (Breach & { readonly clause?: ClauseId }) | { readonly lacks: string } | undefined;
