/** The cases of a catalogue as a run makes them: what each calls and shows, with which users, and why it is out of reach. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { operations } from '../../contracts/generated/operations.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { plannedRequests, playAcceptance, withBody } from './accepted-requests.ts';
import { baselineOf } from './baseline.ts';
import { type Callers, sentBody } from './call.ts';
import { type Case, type CaseFile, type CaseStep, callsIn, outOfReach } from './case.ts';
import { CaseUsers, type PlannedStep, stepsOf, TIME_PASSES } from './case-users.ts';
import { foreseenOfCase, foreseenOfMigration, foreseenRequests } from './foreseen.ts';
import { callsOf, type MigrationCase, migrationSentence } from './migration-case.ts';
import { playMigration } from './play-migration.ts';
import { type CaseEvidence, playCase } from './run-case.ts';
import { playScenario } from './scenarios/run-scenario.ts';
import { abilitiesNeeded, beyondTarget, type Scenario, shownByMessages } from './scenarios/scenario.ts';
import type { PlannedCalls, Target } from './session/session.ts';
import { otherCallers } from './session/users.ts';
import type { TargetDescription } from './targets/target.ts';
import { drawsSeveral } from './test-data.ts';
import { OutOfReach } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

export interface Catalogue {
  readonly exchanges: readonly CaseFile<Case>[];
  readonly migrations: readonly CaseFile<MigrationCase>[];
  readonly scenarios: readonly CaseFile<Scenario>[];
}

/** A case or scenario as it is named, without a target. */
export interface NamedCase extends Required<Pick<CaseResult, 'id' | 'clause' | 'says' | 'file'>> {
  /** The clauses that only further requests after an error response can break. */
  readonly finds: ReadonlySet<ClauseId>;
  readonly played:
    | { readonly exchange: Case }
    | { readonly migration: MigrationCase }
    | { readonly scenario: Scenario };
}

/** A case or scenario at a target, before its users are chosen. */
export interface CaseRow extends NamedCase {
  /** The clauses beside its own that it shows when all goes well. */
  readonly covers: ReadonlySet<ClauseId>;
  /** The operations that it calls itself, and the trigger events of its rules. */
  readonly reached: ReadonlySet<string>;
  /** Whether it is to be refused. */
  readonly isRefusal: boolean;
  /** Why the target cannot show it, as far as is known before a call. */
  readonly whyNot?: OutOfReach | undefined;
  /** The steps of the case, its own call last; empty for a scenario, which has users of its own. */
  readonly stated: readonly CaseStep[];
  /** What follows them. */
  readonly further: readonly PlannedStep[];
  /** The requests of a case that are to be accepted. */
  readonly accepted?: Parameters<typeof plannedRequests>[0] | undefined;
}

/** A case or scenario with its users, ready to run. */
export interface PlannedCase extends CaseRow {
  readonly steps: readonly PlannedStep[];
  /** The calls sent after an error response; cases with the same calls share them. */
  readonly baselines: readonly PlannedCalls[];
  /** What single requests make and call where one of its requests gets an error response. */
  readonly singles: readonly PlannedStep[];
  /** What it makes and calls once more, with other values of the test data; none where it draws none. */
  readonly again: readonly PlannedStep[];
  /** Whether it replaces all that the target holds over its control plane. */
  readonly replacesWorld: boolean;
  /** Gathers the evidence and judges it. Throws Unproven or OutOfReach where it shows nothing of the clause. */
  readonly play: (target: Target, evidence: CaseEvidence) => Promise<void>;
}

/** Each is named by its clause and its number among the cases of that, in the order of the catalogue; scenarios come last. */
export function namedCases({ exchanges, migrations, scenarios }: Catalogue): NamedCase[] {
  const numbers = new Map<ClauseId, number>();
  const named = <Row extends { readonly clause: ClauseId }>(
    files: readonly CaseFile<Row>[],
    stated: (row: Row) => Pick<NamedCase, 'says' | 'finds' | 'played'>,
  ) =>
    files.flatMap(({ file, cases }) =>
      cases.map((row): NamedCase => {
        const { clause } = row;
        const number = (numbers.get(clause) ?? 0) + 1;
        numbers.set(clause, number);
        return { id: `${clause}.${number}`, clause, file, ...stated(row) };
      }),
    );
  const finds = new Set<ClauseId>();
  return [
    ...named(exchanges, statedExchange),
    ...named(migrations, (row) => ({ says: migrationSentence(row), finds, played: { migration: row } })),
    ...named(scenarios, (row) => {
      const says = `given ${row.given}, the service ${row.says}`;
      return { says, finds, played: { scenario: row } };
    }),
  ];
}

function statedExchange(row: Case) {
  const { given, when, says, accepts } = row;
  const finds = new Set(accepts?.pairs.map((pair) => pair.clause));
  return { says: `given ${given}, ${when} ${says}`, finds, played: { exchange: row } };
}

/** Scenarios come last. */
export function rowsOf(target: TargetDescription, catalogue: Catalogue): CaseRow[] {
  const rows = namedCases(catalogue).map((named) => rowOf(target, named));
  const calls = rows.filter(({ played }) => !('scenario' in played));
  const covered = new Set(calls.flatMap(({ clause, covers }) => [clause, ...covers]));
  const alone = catalogue.exchanges.flatMap((file) => leftOut(target, file, covered));
  return [...calls, ...alone, ...rows.slice(calls.length)];
}

function rowOf(target: TargetDescription, named: NamedCase): CaseRow {
  const { played } = named;
  if ('exchange' in played) return exchangeRow(target, played.exchange, named);
  if ('scenario' in played) return scenarioRow(target, played.scenario, named);
  const { migration } = played;
  return {
    ...named,
    ...calling(callsOf(migration.flow, migration)),
    ...foreseenOfMigration(target, migration),
    isRefusal: false,
    further: [],
  };
}

/** Requests with one field each, for those that the test data of the target leaves out of the full one. */
function leftOut(
  target: TargetDescription,
  { file, cases }: CaseFile<Case>,
  covered: ReadonlySet<ClauseId>,
): CaseRow[] {
  const rows = cases.flatMap(({ accepts, ...row }) =>
    (accepts?.pairs ?? []).flatMap(({ clause, name, send, baseline }) => {
      if (covered.has(clause) || Array.isArray(baseline)) return [];
      const given = `${row.given}, with ${name} alone`;
      const without = [...callsIn(row.first), withBody(row, baseline)];
      const alone = { ...row, clause, given, send, baseline: without } as Case;
      return exchangeRow(target, alone, { id: `${clause}.alone`, clause, file, ...statedExchange(alone) });
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
  const users = new CaseUsers(target);
  const stepsIn = (planned: readonly { readonly calls: readonly CaseStep[]; readonly callers: Callers }[]) =>
    planned.flatMap(({ calls, callers }) => stepsOf(calls, callers, target.hasControl));
  return rows.map((row): PlannedCase => {
    const { id, whyNot, stated, accepted, further, played, isRefusal } = row;
    const requests = accepted && plannedRequests(accepted, id, users);
    const beside = 'exchange' in played && !whyNot ? baselineOf(played.exchange) : undefined;
    const baseline = beside && users.baseline(beside);
    // A limit of what a user may have does not look like a violation.
    const ofOne = () => users.callers(whyNot ? [] : stated, id, baseline && !isRefusal);
    const made = requests?.requests ?? [{ calls: stated, callers: ofOne() }];
    const steps = [...stepsIn(made), ...further];
    const baselines = [...(baseline ? [baseline] : []), ...(requests?.baselines.values() ?? [])];
    const callers = made[0]?.callers ?? users.ownCallers([], id);
    const singles = requests ? stepsIn(requests.most) : [];
    const all = [...made, ...(requests?.most ?? []), ...baselines];
    const others = all.map(({ calls, callers }) => ({ calls, callers: otherCallers(callers) }));
    const again = !whyNot && drawsSeveral(target, stated) ? [...stepsIn(others), ...further] : [];
    const replacesWorld = [...steps, ...singles, ...stepsIn(baselines)].some(isOfWorld);
    const play: PlannedCase['play'] = (target, evidence) => {
      if ('scenario' in played) return playScenario(target, played.scenario, evidence);
      if ('migration' in played) return playMigration(target, played.migration, evidence, callers);
      return requests
        ? playAcceptance(target, requests, evidence)
        : playCase(target, played.exchange, evidence, callers, baseline);
    };
    return { ...row, steps, baselines, singles, again, replacesWorld, play };
  });
}

function isOfWorld(step: PlannedStep): boolean {
  return ('ends' in step && step.ends === 'world') || ('make' in step && step.make === 'world');
}

/** What is known of a case with these steps. */
function calling(stated: CaseRow['stated']) {
  const reached = callsIn(stated).flatMap(({ when, send }) => [when, member(sentBody(send), 'triggerEvent')]);
  return { stated, reached: new Set(reached.filter((one) => typeof one === 'string')) };
}

function exchangeRow(target: TargetDescription, row: Case, named: NamedCase): CaseRow {
  const { first = [], also = [], accepts, baseline } = row;
  // A response of a mock shows the call, and nothing of its token.
  const isOfCall = row.needs === 'answer' && baseline !== undefined && target.lacks.judgement !== undefined;
  const clause = (isOfCall ? operations[row.when].clauses[0] : undefined) ?? row.clause;
  const pages = also.flatMap((check) => Array<PlannedStep>(check.pages ?? 0).fill({ call: 'openWebForm' }));
  // A check lets time pass after the call.
  const needs = row.needs ?? (row.then === 'refused' || baseline ? 'judgement' : 'answer');
  const isLater = needs === 'clock' && first.every((step) => 'when' in step);
  const accepted = accepts && { row: { ...row, accepts }, ...foreseenRequests(target, { ...row, accepts }) };
  const { covers, whyNot } = accepted ?? foreseenOfCase(target, row);
  const calls = accepted?.bodies.map((body) => withBody(row, body)) ?? [row];
  const all = [...callsIn(first), row, ...(typeof baseline === 'object' ? baseline : [])];
  const versions = all.flatMap(({ api }) => api ?? []);
  const lack = outOfReach(target, [needs], versions);
  // The option lets a run wait for a token to end where no control plane sets the clock.
  const mayWait = !target.isOwn && !target.hasControl && first.some((step) => 'secondsAfterExpiry' in step);
  return {
    ...named,
    ...calling([...first, ...calls]),
    clause,
    covers,
    isRefusal: row.then === 'refused',
    whyNot: lack && mayWait ? new OutOfReach(`${lack.message}, and --wait is not given`) : (lack ?? whyNot),
    further: isLater ? [...pages, TIME_PASSES] : pages,
    accepted,
  };
}

function scenarioRow(target: TargetDescription, row: Scenario, named: NamedCase): CaseRow {
  const rules = Object.values(row.rules);
  const users = new Set(rules.map(({ of = row.world.users[0]?.id }) => of));
  const versions = rules.flatMap(({ api }) => api ?? []);
  const logins = [...users].map((of = '') => ({ make: 'token', name: undefined, isOwn: true, of }) as const);
  const created = rules.map(() => ({ call: 'createNotificationRule' }) as const);
  return {
    ...named,
    stated: [],
    covers: shownByMessages(row),
    reached: new Set(['createNotificationRule', ...rules.map(({ triggerEvent }) => triggerEvent)]),
    isRefusal: false,
    whyNot:
      outOfReach(target, abilitiesNeeded(row), versions) ??
      beyondTarget(row, target.testData, target.settings),
    further: [{ ends: 'world' }, ...logins, ...created],
  };
}
