/** The cases of a catalogue as a run makes them: what each calls and shows, with which users, and why it is out of reach. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type CaseCall, callerOf, names, sentBody } from './call.ts';
import { type Callers, type ControlCalls, type Need, neededFor } from './callers.ts';
import {
  abilityNeeded,
  type Case,
  type CaseStep,
  type Cases,
  caseSentence,
  outOfReach,
  versionsOf,
} from './case.ts';
import { CaseUsers } from './case-users.ts';
import { controlOf } from './control-calls.ts';
import {
  coveredByMigration,
  flowCalls,
  type MigrationCase,
  type MigrationCases,
  migrationSentence,
  playMigration,
} from './migration-case.ts';
import { notSentByCall, notSentByMigration } from './not-sent.ts';
import { outcomeOf } from './refusals.ts';
import {
  type CallSettings,
  type CaseEvidence,
  type CaseJudgement,
  type CaseRoles,
  caseResult,
  playCase,
  resultWithout,
  retryWithOwnUser,
  shownByExample,
} from './run-case.ts';
import { playScenario } from './scenarios/run-scenario.ts';
import {
  abilitiesNeeded,
  beyondTarget,
  type Scenario,
  type Scenarios,
  scenarioSentence,
  shownByMessages,
} from './scenarios/scenario.ts';
import type { Target } from './targets/target.ts';
import { OWN_TEST_DATA } from './test-data.ts';
import type { OutOfReach } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

export interface Catalogue {
  readonly exchanges: readonly Cases[];
  readonly migrations: readonly MigrationCases[];
  readonly scenarios: readonly Scenarios[];
}

/** What a plan needs to know of a target, open or not. */
export interface Planning extends CallSettings, Pick<Target, 'lacks'> {
  /** Whether the run starts and ends it. */
  readonly isOwn: boolean;
  readonly hasControl: boolean;
}

/** Of a target that is open. */
export function planningOf(target: Target): Planning {
  return { ...target, isOwn: target.traces === undefined, hasControl: target.control !== undefined };
}

export type PlannedCall = Pick<CaseCall, 'when' | 'then'>;

/** What is made and called one after the other; or what ends, since time passes or the world is replaced. */
export type PlannedStep =
  | { readonly needs: readonly Need[]; readonly call?: PlannedCall }
  | { readonly ends: 'tokens' | 'world' };

interface PlannedControl extends ControlCalls {
  readonly steps: readonly PlannedStep[];
}

/** A case or scenario before it runs. */
export interface PlannedCase extends Pick<CaseResult, 'clause' | 'says' | 'file'> {
  /** The clauses beside its own that it shows when all goes well. */
  readonly covers: ReadonlySet<ClauseId>;
  /** The operations that it calls itself, and the trigger events of its rules. */
  readonly reached: ReadonlySet<string>;
  readonly steps: readonly PlannedStep[];
  /** How many pages of web forms it opens. */
  readonly pages: number;
  /** Sent where the case is refused, once for all cases with the same calls. */
  readonly control?: PlannedControl | undefined;
  /** Whether it is to be refused. */
  readonly isRefusal: boolean;
  /** Why the target cannot show it, as far as is known before a call. */
  readonly whyNot?: OutOfReach | undefined;
  readonly isScenario: boolean;
  /** Whether it replaces all that the target holds over its control plane. */
  readonly replacesWorld: boolean;
  /** Whether a token ends in it: without a control plane, such cases wait side by side. */
  readonly letsTokenEnd: boolean;
  /** The cases that are run after it where its request gets an error response though it should succeed. */
  readonly reserve: readonly PlannedCase[];
  /** Whether its result calls for its reserve. */
  readonly isRefused: (result: CaseResult) => boolean;
  /** Runs it, not its reserve, against the target that it was planned for, or one with the same settings. */
  readonly run: (target: Target) => Promise<CaseResult>;
}

/** Plays cases in this order, each followed by its reserve where its result calls for that. */
export async function* played(
  cases: readonly PlannedCase[],
  play: (planned: PlannedCase) => Promise<CaseResult>,
): AsyncGenerator<[PlannedCase, CaseResult]> {
  for (const planned of cases) {
    const result = await play(planned);
    yield [planned, result];
    if (planned.isRefused(result)) yield* played(planned.reserve, play);
  }
}

/** A case before its users are chosen. */
export interface CaseRow
  extends Omit<PlannedCase, 'steps' | 'control' | 'replacesWorld' | 'reserve' | 'run'> {
  /** What decides about its users. */
  readonly stated: readonly CaseStep[];
  readonly steps: (callers: Callers) => readonly PlannedStep[];
  readonly control?: readonly CaseCall[] | undefined;
  readonly reserve: readonly CaseRow[];
  /** Those that a user may be refused for what other cases did. */
  readonly calls: readonly (PlannedCall & { readonly mayBeRefused?: true })[];
  readonly play: (target: Target, evidence: CaseEvidence, roles: CaseRoles) => Promise<CaseJudgement>;
}

/** Scenarios come last. */
export function rowsOf(target: Planning, { exchanges, migrations, scenarios }: Catalogue): CaseRow[] {
  const rows = [
    ...exchanges.flatMap(({ file, cases }) => cases.map((row) => exchangeRow(target, row, file))),
    ...migrations.flatMap(({ file, cases }) => cases.map((row) => migrationRow(target, row, file))),
  ];
  return [
    ...rows,
    ...neededReserve(rows),
    ...scenarios.flatMap(({ file, cases }) => cases.map((row) => scenarioRow(target, row, file))),
  ];
}

/** The cases of reserves that are needed in any event: the test data of the target leaves their fields out of the full request. */
function neededReserve(rows: readonly CaseRow[]): CaseRow[] {
  const covered = new Set(rows.flatMap(({ clause, covers }) => [clause, ...covers]));
  const missing = rows.flatMap(({ reserve }) => reserve.filter(({ clause }) => !covered.has(clause)));
  return [...Map.groupBy(missing, ({ clause }) => clause).values()].flatMap(
    (of) => of.find(({ whyNot }) => whyNot === undefined) ?? of[0] ?? [],
  );
}

/** All cases of a catalogue. */
export function plannedCases(target: Planning, catalogue: Catalogue): PlannedCase[] {
  return withUsers(rowsOf(target, catalogue), target);
}

/** Users are chosen first for what is surely called, then for what only a refusal calls for. */
export function withUsers(
  rows: readonly CaseRow[],
  target: Planning,
  users = new CaseUsers(target.hasControl),
): PlannedCase[] {
  const callers = rows.map(({ stated, whyNot }) => users.callers(whyNot ? [] : stated));
  for (const { isRefusal, control, whyNot } of rows)
    if (isRefusal && control && !whyNot) users.control(control);
  const planned = rows.map((row, at): PlannedCase => {
    const { whyNot, calls, play } = row;
    const by = callers[at] as Callers;
    const control = row.control && !whyNot ? controlled(row.control, users, target) : undefined;
    const steps = row.steps(by);
    const roles = { control, hasReserve: row.reserve.length > 0 };
    const run = async (opened: Target): Promise<CaseResult> => {
      if (whyNot) return resultWithout(row, whyNot);
      return retryWithOwnUser(opened, calls, by, (own) =>
        caseResult(row, (evidence) => play(opened, evidence, { ...roles, callers: own })),
      );
    };
    const replacesWorld = [...steps, ...(control?.steps ?? [])].some(isOfWorld);
    return { ...row, steps, control, replacesWorld, reserve: [], run };
  });
  return planned.map((one, at) => ({ ...one, reserve: withUsers(rows[at]?.reserve ?? [], target, users) }));
}

function isOfWorld(step: PlannedStep): boolean {
  return 'ends' in step ? step.ends === 'world' : step.needs.some(({ make }) => make === 'world');
}

function controlled(calls: readonly CaseCall[], users: CaseUsers, target: Planning): PlannedControl {
  const callers = users.control(calls);
  return { calls, callers, steps: stepsOf(calls, callers, target) };
}

function exchangeRow(target: Planning, row: Case, file: string): CaseRow {
  const stated: CaseStep[] = [...(row.first ?? []), row];
  const calls = stated.filter((step) => 'when' in step);
  return {
    clause: row.clause,
    says: caseSentence(row),
    file,
    covers: shownByExample(target, row),
    reached: new Set(calls.flatMap(({ when, send }) => [when, ...eventOf(send)])),
    stated,
    steps: (callers) => [...stepsOf(stated, callers, target), ...(checksLater(row) ? [TIME_PASSES] : [])],
    pages: (row.also ?? []).reduce((sum, { pages = 0 }) => sum + pages, 0),
    control: controlOf(row),
    isRefusal: row.then === 'refused',
    whyNot: outOfReach(target, [abilityNeeded(row)], versionsOf(row)) ?? notSentByCall(row, target.testData),
    isScenario: false,
    letsTokenEnd: stated.some((step) => 'secondsAfterExpiry' in step),
    reserve: (row.reserve ?? []).map((one) => exchangeRow(target, one, file)),
    isRefused: ({ exchanges }) => {
      const answer = exchanges.at(calls.length - 1);
      return answer !== undefined && outcomeOf(row, answer.response) === 'refused';
    },
    calls,
    play: (opened, evidence, roles) => playCase(opened, row, evidence, roles),
  };
}

const TIME_PASSES = { ends: 'tokens' } as const;

/** Whether a check lets time pass after the call. */
function checksLater(row: Case): boolean {
  return abilityNeeded(row) === 'clock' && (row.first ?? []).every((step) => 'when' in step);
}

/** What is made and called for these steps. */
export function stepsOf(
  steps: readonly (CaseStep | PlannedCall)[],
  callers: Callers,
  { hasControl }: Pick<Planning, 'hasControl'>,
): PlannedStep[] {
  const opened: PlannedStep[] = callers.world ? [{ needs: neededFor('named', callers) }] : [];
  const planned = steps.flatMap((step): PlannedStep[] => {
    if ('secondsAfterExpiry' in step) {
      const needs = neededFor(step.of ?? 'user', callers);
      return hasControl ? [{ needs }, TIME_PASSES] : [{ needs }];
    }
    if ('until' in step || 'secondsLater' in step) return [TIME_PASSES];
    if ('client' in step) return [{ ends: 'world' }, ...opened];
    if ('changed' in step) return [];
    const as = callerOf(step as CaseCall);
    const caller = neededFor(typeof as === 'object' ? as.of : as, callers);
    const isNamed = names(sentBody((step as CaseCall).send), 'userName');
    return [{ needs: [...(isNamed ? neededFor('named', callers) : []), ...caller], call: step }];
  });
  return [...opened, ...planned];
}

const NO_REFUSAL = { pages: 0, isRefusal: false, letsTokenEnd: false, reserve: [], isRefused: () => false };

function migrationRow(target: Planning, row: MigrationCase, file: string): CaseRow {
  const calls = flowCalls[row.flow];
  return {
    ...NO_REFUSAL,
    clause: row.clause,
    says: migrationSentence(row),
    file,
    covers: coveredByMigration(target, row),
    reached: new Set(calls.map(({ when }) => when)),
    stated: [],
    steps: (callers) => stepsOf(calls, callers, target),
    whyNot: notSentByMigration(row, target.testData),
    isScenario: false,
    calls,
    play: (opened, evidence, roles) => playMigration(opened, row, evidence, roles),
  };
}

function scenarioRow(target: Planning, row: Scenario, file: string): CaseRow {
  const testData = { ...(target.isOwn ? OWN_TEST_DATA : defaultTestData), ...target.testData };
  const rules = Object.values(row.rules);
  const users = new Set(rules.map(({ of = row.world.users[0]?.id }) => of));
  const versions = rules.flatMap(({ api }) => api ?? []);
  const logins = [...users].map((of = '') => ({ make: 'token', name: undefined, isOwn: true, of }) as const);
  const call = { when: 'createNotificationRule', then: '2XX' } as const;
  return {
    ...NO_REFUSAL,
    clause: row.clause,
    says: scenarioSentence(row),
    file,
    covers: shownByMessages(row),
    reached: new Set(['createNotificationRule', ...rules.map(({ triggerEvent }) => triggerEvent)]),
    stated: [],
    steps: () => [{ ends: 'world' }, { needs: logins }, ...rules.map(() => ({ needs: [], call }))],
    whyNot: outOfReach(target, abilitiesNeeded(row), versions) ?? beyondTarget(row, testData, target.wire),
    isScenario: true,
    calls: [],
    play: (opened, evidence) => playScenario(opened, row, evidence),
  };
}

function eventOf(send: CaseCall['send']): string[] {
  const event = member(sentBody(send), 'triggerEvent');
  return typeof event === 'string' ? [event] : [];
}
