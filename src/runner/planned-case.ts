/** The cases of a catalogue as a run makes them: what each calls and shows, with which users, and why it is out of reach. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { operations } from '../../contracts/generated/operations.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import {
  type AcceptedBodies,
  callsBefore,
  type PlannedRequests,
  plannedRequests,
  singleSteps,
  withBody,
} from './accepted-requests.ts';
import { baselineOf } from './baseline.ts';
import { type Callers, type CaseCall, sentBody } from './call.ts';
import {
  abilityNeeded,
  type Case,
  type CaseFile,
  type CaseStep,
  type Cases,
  caseSentence,
  outOfReach,
  versionsOf,
} from './case.ts';
import { CaseUsers, type PlannedBaseline, type PlannedStep, stepsOf, TIME_PASSES } from './case-users.ts';
import { foreseenOfCase, foreseenOfMigration, foreseenRequests } from './foreseen.ts';
import { callsOf, type MigrationCase, type MigrationCases, migrationSentence } from './migration-case.ts';
import {
  abilitiesNeeded,
  beyondTarget,
  type Scenario,
  type Scenarios,
  scenarioSentence,
  shownByMessages,
} from './scenarios/scenario.ts';
import { ownCallers } from './session/callers.ts';
import type { TargetDescription } from './targets/target.ts';
import { OutOfReach } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

export interface Catalogue {
  readonly exchanges: readonly Cases[];
  readonly migrations: readonly MigrationCases[];
  readonly scenarios: readonly Scenarios[];
}

/** A case or scenario of a catalogue before its users are chosen. */
export interface CaseRow extends Required<Pick<CaseResult, 'id' | 'clause' | 'says' | 'file'>> {
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
  readonly baseline?: readonly CaseCall[] | undefined;
  /** The requests of a case that are to be accepted. */
  readonly accepted?: AcceptedBodies | undefined;
  /** The clauses that only further requests after an error response can break. */
  readonly finds: ReadonlySet<ClauseId>;
  /** As its file states it. */
  readonly played:
    | { readonly exchange: Case }
    | { readonly migration: MigrationCase }
    | { readonly scenario: Scenario };
}

/** A case or scenario with its users, ready to run. */
export interface PlannedCase extends Omit<CaseRow, 'stated' | 'further' | 'baseline'> {
  readonly callers: Callers;
  readonly baseline?: PlannedBaseline | undefined;
  readonly requests?: PlannedRequests | undefined;
  readonly steps: readonly PlannedStep[];
  /** Sent where it gets an error response, each once for all cases with the same calls. */
  readonly baselines: readonly PlannedBaseline[];
  /** What single requests make and call where one of its requests gets an error response. */
  readonly singles: readonly PlannedStep[];
  /** Whether it replaces all that the target holds over its control plane. */
  readonly replacesWorld: boolean;
}

/** Scenarios come last. */
export function rowsOf(
  target: TargetDescription,
  { exchanges, migrations, scenarios }: Catalogue,
): CaseRow[] {
  const named = numbering();
  const rows = [
    ...named(exchanges).map(({ row, ...names }) => exchangeRow(target, row, names)),
    ...named(migrations).map(({ row, ...names }) => migrationRow(target, row, names)),
  ];
  const covered = new Set(rows.flatMap(({ clause, covers }) => [clause, ...covers]));
  return [
    ...rows,
    ...exchanges.flatMap(({ file, cases }) => leftOut(target, cases, covered, file)),
    ...named(scenarios).map(({ row, ...names }) => scenarioRow(target, row, names)),
  ];
}

/** Names the cases of files by their clause and their number among its cases, in the order of the catalogue. */
function numbering() {
  const numbers = new Map<ClauseId, number>();
  return <Row extends { readonly clause: ClauseId }>(files: readonly CaseFile<Row>[]) =>
    files.flatMap(({ file, cases }) =>
      cases.map((row) => {
        const number = (numbers.get(row.clause) ?? 0) + 1;
        numbers.set(row.clause, number);
        return { row, id: `${row.clause}.${number}`, file };
      }),
    );
}

/** A case as it is named, without a target. */
export type NamedCase = Pick<CaseRow, 'id' | 'clause' | 'says' | 'file' | 'finds'>;

export function namedCases({ exchanges, migrations, scenarios }: Catalogue): NamedCase[] {
  const named = numbering();
  const none = new Set<ClauseId>();
  return [
    ...named(exchanges).map(({ row, ...names }) => {
      return { ...names, clause: row.clause, says: caseSentence(row), finds: foundBy(row) };
    }),
    ...named(migrations).map(({ row, ...names }) => {
      return { ...names, clause: row.clause, says: migrationSentence(row), finds: none };
    }),
    ...named(scenarios).map(({ row, ...names }) => {
      return { ...names, clause: row.clause, says: scenarioSentence(row), finds: none };
    }),
  ];
}

function foundBy({ accepts }: Case): ReadonlySet<ClauseId> {
  return new Set(accepts?.pairs.map((pair) => pair.clause));
}

/** Requests with one field each, for those that the test data of the target leaves out of the full one. */
function leftOut(
  target: TargetDescription,
  cases: readonly Case[],
  covered: ReadonlySet<ClauseId>,
  file: string,
): CaseRow[] {
  const rows = cases.flatMap(({ accepts, ...row }) =>
    (accepts?.pairs ?? []).flatMap(({ clause, name, send, baseline }) => {
      if (covered.has(clause) || Array.isArray(baseline)) return [];
      const given = `${row.given}, with ${name} alone`;
      const alone = [...callsBefore(row), withBody(row, baseline)];
      const id = `${clause}.alone`;
      return [exchangeRow(target, { ...row, clause, given, send, baseline: alone } as Case, { id, file })];
    }),
  );
  return [...Map.groupBy(rows, ({ clause }) => clause).values()].flatMap(
    (of) => of.find(({ whyNot }) => whyNot === undefined) ?? of[0] ?? [],
  );
}

/** All cases of a catalogue. */
export function plannedCases(target: TargetDescription, catalogue: Catalogue): PlannedCase[] {
  return withUsers(rowsOf(target, catalogue), target);
}

/** Cases with what each makes and calls, in this order. */
export function withUsers(rows: readonly CaseRow[], target: TargetDescription): PlannedCase[] {
  const { hasControl } = target;
  const users = new CaseUsers(target);
  return rows.map((row): PlannedCase => {
    const { whyNot, stated, accepted, further } = row;
    const own = row.id;
    const requests = accepted && plannedRequests(accepted, { users, own, hasControl });
    const baseline = row.baseline && !whyNot ? users.baseline(row.baseline) : undefined;
    // A limit of what a user may have does not look like a violation.
    const ofOne = () => users.callers(whyNot ? [] : stated, own, baseline && !row.isRefusal);
    const made = requests?.requests ?? [{ calls: stated, callers: ofOne() }];
    const steps = [...made.flatMap(({ calls, callers }) => stepsOf(calls, callers, hasControl)), ...further];
    const baselines = [...(baseline ? [baseline] : []), ...(requests?.baselines.values() ?? [])];
    const callers = made[0]?.callers ?? ownCallers(own);
    const singles = requests ? singleSteps(requests, hasControl) : [];
    const replacesWorld = [steps, singles, ...baselines.map((it) => it.steps)].flat().some(isOfWorld);
    return { ...row, callers, baseline, requests, steps, baselines, singles, replacesWorld };
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

function exchangeRow(
  target: TargetDescription,
  row: Case,
  { id, file }: Pick<NamedCase, 'id' | 'file'>,
): CaseRow {
  const { first = [], also = [], accepts, baseline } = row;
  // What a mock answers shows the call, and nothing of its token.
  const isOfCall = row.needs === 'answer' && baseline !== undefined && target.lacks.judgement !== undefined;
  const clause = (isOfCall ? operations[row.when].clauses[0] : undefined) ?? row.clause;
  const pages = also.flatMap((check) => Array<PlannedStep>(check.pages ?? 0).fill({ call: 'openWebForm' }));
  // A check lets time pass after the call.
  const isLater = abilityNeeded(row) === 'clock' && first.every((step) => 'when' in step);
  const accepted = accepts && { row: { ...row, accepts }, ...foreseenRequests(target, { ...row, accepts }) };
  const { covers, whyNot } = accepted ?? foreseenOfCase(target, row);
  const calls = accepted?.bodies.map((body) => withBody(row, body)) ?? [row];
  return {
    ...calling([...first, ...calls]),
    id,
    clause,
    says: caseSentence(row),
    file,
    covers,
    isRefusal: row.then === 'refused',
    whyNot: withWait(target, row, outOfReach(target, [abilityNeeded(row)], versionsOf(row))) ?? whyNot,
    further: isLater ? [...pages, TIME_PASSES] : pages,
    baseline: baselineOf(row),
    accepted,
    finds: foundBy(row),
    played: { exchange: row },
  };
}

/** Names the option that lets a run wait for a token to end where no control plane sets the clock. */
function withWait(
  { isOwn, hasControl }: TargetDescription,
  { first = [] }: Case,
  why: OutOfReach | undefined,
): OutOfReach | undefined {
  const isNamed = !isOwn && !hasControl && first.some((step) => 'secondsAfterExpiry' in step);
  return why && isNamed ? new OutOfReach(`${why.message}, and --wait is not given`) : why;
}

function migrationRow(
  target: TargetDescription,
  row: MigrationCase,
  { id, file }: Pick<NamedCase, 'id' | 'file'>,
): CaseRow {
  return {
    ...calling(callsOf(row.flow, row)),
    ...foreseenOfMigration(target, row),
    id,
    clause: row.clause,
    says: migrationSentence(row),
    file,
    isRefusal: false,
    further: [],
    finds: new Set(),
    played: { migration: row },
  };
}

function scenarioRow(
  target: TargetDescription,
  row: Scenario,
  { id, file }: Pick<NamedCase, 'id' | 'file'>,
): CaseRow {
  const rules = Object.values(row.rules);
  const users = new Set(rules.map(({ of = row.world.users[0]?.id }) => of));
  const versions = rules.flatMap(({ api }) => api ?? []);
  const logins = [...users].map((of = '') => ({ make: 'token', name: undefined, isOwn: true, of }) as const);
  const created = rules.map(() => ({ call: 'createNotificationRule' }) as const);
  return {
    ...calling([]),
    id,
    clause: row.clause,
    says: scenarioSentence(row),
    file,
    covers: shownByMessages(row),
    reached: new Set(['createNotificationRule', ...rules.map(({ triggerEvent }) => triggerEvent)]),
    isRefusal: false,
    whyNot:
      outOfReach(target, abilitiesNeeded(row), versions) ??
      beyondTarget(row, target.testData, target.settings),
    isScenario: true,
    further: [{ ends: 'world' }, ...logins, ...created],
    finds: new Set(),
    played: { scenario: row },
  };
}
