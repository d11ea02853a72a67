/** The cases of a catalogue as a run makes them: what each calls and shows, with which users, and why it is out of reach. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type CaseCall, sentBody } from './call.ts';
import {
  abilityNeeded,
  type Case,
  type CaseStep,
  type Cases,
  caseSentence,
  outOfReach,
  versionsOf,
} from './case.ts';
import { CaseUsers, type PlannedControl, type PlannedStep, stepsOf, TIME_PASSES } from './case-users.ts';
import { controlOf } from './control-calls.ts';
import { foreseenOfCase, foreseenOfMigration } from './foreseen.ts';
import {
  callsOf,
  type MigrationCase,
  type MigrationCases,
  migrationSentence,
  playMigration,
} from './migration-case.ts';
import { outcomeOf } from './refusals.ts';
import { type CaseEvidence, type CaseRoles, caseResult, playCase, resultWithout } from './run-case.ts';
import { playScenario } from './scenarios/run-scenario.ts';
import {
  abilitiesNeeded,
  beyondTarget,
  type Scenario,
  type Scenarios,
  scenarioSentence,
  shownByMessages,
} from './scenarios/scenario.ts';
import type { Target, TargetDescription } from './targets/target.ts';
import type { OutOfReach } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

export interface Catalogue {
  readonly exchanges: readonly Cases[];
  readonly migrations: readonly MigrationCases[];
  readonly scenarios: readonly Scenarios[];
}

/** A case or scenario of a catalogue before its users are chosen. */
export interface CaseRow extends Pick<CaseResult, 'clause' | 'says' | 'file'> {
  /** The clauses beside its own that it shows when all goes well. */
  readonly covers: ReadonlySet<ClauseId>;
  /** The operations that it calls itself, and the trigger events of its rules. */
  readonly reached: ReadonlySet<string>;
  /** Its calls, that of the case itself last; none of a scenario, which has users of its own. */
  readonly calls: readonly CaseCall[];
  /** Whether it is to be refused. */
  readonly isRefusal: boolean;
  /** Why the target cannot show it, as far as is known before a call. */
  readonly whyNot?: OutOfReach | undefined;
  readonly isScenario: boolean;
  /** Whether a token ends in it: without a control plane, such cases wait side by side. */
  readonly letsTokenEnd: boolean;
  /** As its file states them; none of a scenario. */
  readonly stated: readonly CaseStep[];
  /** What follows them. */
  readonly further: readonly PlannedStep[];
  readonly control?: readonly CaseCall[] | undefined;
  readonly reserve: readonly CaseRow[];
  readonly play: (target: Target, evidence: CaseEvidence, roles: CaseRoles) => Promise<void>;
}

type AsPlanned = 'stated' | 'further' | 'control' | 'reserve' | 'play';

/** A case or scenario with its users, ready to run. */
export interface PlannedCase extends Omit<CaseRow, AsPlanned> {
  readonly steps: readonly PlannedStep[];
  /** Sent where the case is refused, once for all cases with the same calls. */
  readonly control?: PlannedControl | undefined;
  /** Whether it replaces all that the target holds over its control plane. */
  readonly replacesWorld: boolean;
  /** The cases that are run after it where its request gets an error response though it should succeed. */
  readonly reserve: readonly PlannedCase[];
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
    yield* played(reserveAfter(planned, result), play);
  }
}

/** The cases of its reserve that its result calls for. */
export function reserveAfter(planned: PlannedCase, result: CaseResult): readonly PlannedCase[] {
  return isRefused(planned, result) ? planned.reserve : [];
}

/** Whether its request got an error response though it should succeed. */
export function isRefused({ calls }: PlannedCase, { exchanges }: CaseResult): boolean {
  const [call, exchange] = [calls.at(-1), exchanges[calls.length - 1]];
  return call !== undefined && exchange !== undefined && outcomeOf(call, exchange.response) === 'refused';
}

/** Scenarios come last. */
export function rowsOf(
  target: TargetDescription,
  { exchanges, migrations, scenarios }: Catalogue,
): CaseRow[] {
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
export function plannedCases(target: TargetDescription, catalogue: Catalogue): PlannedCase[] {
  return withUsers(rowsOf(target, catalogue), target);
}

export function withUsers(
  rows: readonly CaseRow[],
  target: TargetDescription,
  users = new CaseUsers(target.hasControl),
): PlannedCase[] {
  return rows.map((row): PlannedCase => {
    const { whyNot, play, stated, further } = row;
    const callers = users.callers(stated);
    const control = row.control && !whyNot ? users.control(row.control) : undefined;
    const steps = [...stepsOf(stated, callers, target.hasControl), ...further];
    const roles = { callers, control, hasReserve: row.reserve.length > 0 };
    const run = async (opened: Target): Promise<CaseResult> =>
      whyNot ? resultWithout(row, whyNot) : caseResult(row, (evidence) => play(opened, evidence, roles));
    const replacesWorld = [...steps, ...(control?.steps ?? [])].some(isOfWorld);
    return { ...row, steps, control, replacesWorld, reserve: withUsers(row.reserve, target, users), run };
  });
}

function isOfWorld(step: PlannedStep): boolean {
  return ('ends' in step && step.ends === 'world') || ('make' in step && step.make === 'world');
}

/** What is known of a case that makes these calls. */
function calling(stated: CaseRow['stated']) {
  const calls = stated.filter((step) => 'when' in step);
  return {
    stated,
    calls,
    reached: new Set(calls.flatMap(({ when, send }) => [when, ...eventOf(send)])),
    letsTokenEnd: stated.some((step) => 'secondsAfterExpiry' in step),
    isScenario: false,
  };
}

function eventOf(send: CaseCall['send']): string[] {
  const event = member(sentBody(send), 'triggerEvent');
  return typeof event === 'string' ? [event] : [];
}

function exchangeRow(target: TargetDescription, row: Case, file: string): CaseRow {
  const { clause, first = [], also = [], reserve = [] } = row;
  const { covers, whyNot } = foreseenOfCase(target, row);
  const pages = also.flatMap((check) => Array<PlannedStep>(check.pages ?? 0).fill({ call: 'openWebForm' }));
  // A check lets time pass after the call.
  const isLater = abilityNeeded(row) === 'clock' && first.every((step) => 'when' in step);
  return {
    ...calling([...first, row]),
    clause,
    says: caseSentence(row),
    file,
    covers,
    isRefusal: row.then === 'refused',
    whyNot: outOfReach(target, [abilityNeeded(row)], versionsOf(row)) ?? whyNot,
    further: isLater ? [...pages, TIME_PASSES] : pages,
    control: controlOf(row),
    reserve: reserve.map((one) => exchangeRow(target, one, file)),
    play: (opened, evidence, roles) =>
      playCase(opened, row, evidence, { ...roles, isInAnswer: covers.has(clause) }),
  };
}

function migrationRow(target: TargetDescription, row: MigrationCase, file: string): CaseRow {
  return {
    ...calling(callsOf(row.flow)),
    ...foreseenOfMigration(target, row),
    clause: row.clause,
    says: migrationSentence(row),
    file,
    isRefusal: false,
    further: [],
    reserve: [],
    play: (opened, evidence, roles) => playMigration(opened, row, evidence, roles),
  };
}

function scenarioRow(target: TargetDescription, row: Scenario, file: string): CaseRow {
  const rules = Object.values(row.rules);
  const users = new Set(rules.map(({ of = row.world.users[0]?.id }) => of));
  const versions = rules.flatMap(({ api }) => api ?? []);
  const logins = [...users].map((of = '') => ({ make: 'token', name: undefined, isOwn: true, of }) as const);
  const created = rules.map(() => ({ call: 'createNotificationRule' }) as const);
  return {
    ...calling([]),
    clause: row.clause,
    says: scenarioSentence(row),
    file,
    covers: shownByMessages(row),
    reached: new Set(['createNotificationRule', ...rules.map(({ triggerEvent }) => triggerEvent)]),
    isRefusal: false,
    whyNot:
      outOfReach(target, abilitiesNeeded(row), versions) ?? beyondTarget(row, target.testData, target.wire),
    isScenario: true,
    further: [{ ends: 'world' }, ...logins, ...created],
    reserve: [],
    play: (opened, evidence) => playScenario(opened, row, evidence),
  };
}
