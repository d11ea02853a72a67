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
 * A step is a call, a wait or a change of the client. `secondsAfterExpiry` waits for the expiry of a token, by default the
 * user's (negative: that long before it); `until` waits for a moment. `client` starts a world without users and with these
 * client settings; `changed` changes the settings of the client.
 */
export type CaseStep =
  | CaseCall
  | { readonly secondsAfterExpiry: number; readonly of?: TokenHolder }
  | { readonly until: Moment }
  | { readonly secondsLater: number }
  | { readonly client: ClientSetUp }
  | { readonly changed: ClientSetUp };

/** One second before this hour of this day, in a future year, in UTC by the clock of the target. */
interface Moment {
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly milliseconds?: number;
  /** Moves the moment this many days earlier, and takes a year in which `day` is a Tuesday, Wednesday or Thursday. */
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
  /** Set-up. A call that is accepted but should be refused violates the clause; any other wrong status leaves it unproven. */
  readonly first?: readonly CaseStep[];
  /** Checks of the response, in addition to its status and shape. */
  readonly also?: readonly ResponseCheck[];
  /**
   * Calls that differ from the case only in what it tests: if they are accepted and the case is not, that difference is the
   * reason. `alone` is the call itself without the steps before it. By default, the baseline of an invalid body is the valid
   * one, and the baseline of a token that must be refused is the documented token.
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
  /** What `send` has and `baseline` lacks. */
  readonly name: string;
  readonly send: object;
  /** The request without only that, or calls of another operation: if these are accepted, it is the token that is refused. */
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

/** Whether a call creates a rule that names ids, which its user may have to own (RULE-UNKNOWN-IDS). */
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
 * Returns undefined if the response passes, `lacks` if a value to compare is missing, or else the place and what is
 * expected there, with the clause if it is not that of the case.
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
