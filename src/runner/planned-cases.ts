/** The cases of a run: every case and scenario of the catalogue, with what it sends and shows, and a choice of them. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import { UsageError } from '../../contracts/src/base/errors.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { nearest, show } from '../../contracts/src/base/text.ts';
import { type CaseCall, type CaseCaller, callerOf, type DamagedToken, names, sentBody } from './call.ts';
import {
  abilityNeeded,
  type Case,
  type CaseStep,
  type Cases,
  caseSentence,
  namesIds,
  outOfReach,
  takesAnyUser,
  versionsOf,
} from './case.ts';
import { controlOf } from './control-calls.ts';
import { leftOutOfCall, leftOutOfMigration } from './left-out.ts';
import {
  coveredByMigration,
  flowCalls,
  type MigrationCase,
  type MigrationCases,
  migrationSentence,
  runMigrationCase,
} from './migration-case.ts';
import { outcomeOf } from './outcome.ts';
import { runCase, shownByExample, type Wired } from './run-case.ts';
import { runScenario } from './scenarios/run-scenario.ts';
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
import type { CaseResult, ClauseResult } from './verdict.ts';

export interface Catalogue {
  readonly exchanges: readonly Cases[];
  readonly migrations: readonly MigrationCases[];
  readonly scenarios: readonly Scenarios[];
}

export type PlannedCall = Pick<CaseCall, 'when' | 'then'>;

/** Who makes a call; `named` is a user whom a body names, `known user` one who exists in the world of a scenario. */
export type PlannedCaller = Exclude<CaseCaller, DamagedToken> | 'named' | 'known user' | 'client anew';

/** A case or scenario before it runs. */
export interface PlannedCase extends Pick<CaseResult, 'clause' | 'says' | 'file'> {
  /** The clauses beside its own that it shows when all goes well. */
  readonly foreseen: ReadonlySet<ClauseId>;
  /** The operations that it calls itself, and the trigger events of its rules. */
  readonly reached: ReadonlySet<string>;
  /** The calls that it makes itself, and who makes them: tokens and users are created for them. */
  readonly calls: readonly PlannedCall[];
  readonly callers: readonly PlannedCaller[];
  /** How many pages of web forms it opens. */
  readonly pages: number;
  /** Whether its user may have made the calls of other cases. */
  readonly takesAnyUser: boolean;
  /** Whether earlier tokens may have ended when its calls begin, and when they are made: time passes, or the world changes. */
  readonly endsTokens: { readonly before: boolean; readonly after: boolean };
  /** The calls that a refusal needs to be about its mistake; sent once for all cases with the same ones. */
  readonly control: readonly CaseCall[];
  /** The calls that it takes to know why it is refused though it should succeed. */
  readonly controlIfRefused: readonly CaseCall[];
  /** Why the target cannot show it, as far as is known before a call. */
  readonly whyNot?: OutOfReach | undefined;
  /** Whether its rules name what its user must have: a control plane gives it that, in a world of its own. */
  readonly hasBankData: boolean;
  /** Whether it replaces all that the target holds. */
  readonly replacesWorld: boolean;
  readonly isScenario: boolean;
  /** How many steps its story has; 0 for what is no scenario. */
  readonly steps: number;
  /** Whether a token ends in it: without a control plane, such cases wait side by side. */
  readonly letsTokenEnd: boolean;
  /** The cases that are run after it where its request gets an error response though it should succeed. */
  readonly reserve: readonly PlannedCase[];
  /** Whether its result calls for its reserve. */
  readonly isRefused: (result: CaseResult) => boolean;
  /** Runs it against the target that it was planned for, or one with the same settings; not its reserve. */
  readonly run: (target: Target) => Promise<CaseResult>;
}

/** Runs a case, and its reserve where that is called for. */
export async function runWithReserve(
  planned: PlannedCase,
  target: Target,
): Promise<ReadonlyMap<PlannedCase, CaseResult>> {
  const result = await planned.run(target);
  const results = new Map([[planned, result]]);
  for (const one of planned.isRefused(result) ? planned.reserve : []) results.set(one, await one.run(target));
  return results;
}

/** What a plan needs to know of a target, started or not. */
type Planning = Wired & Pick<Target, 'lacks'> & { readonly isOwn?: boolean };

/** Scenarios come last: each replaces the world of the target. */
export function plannedCases(
  target: Planning,
  { exchanges, migrations, scenarios }: Catalogue,
): PlannedCase[] {
  const planned = [
    ...exchanges.flatMap(({ file, cases }) => cases.map((row) => plannedCase(target, row, file))),
    ...migrations.flatMap(({ file, cases }) => cases.map((row) => plannedMigration(target, row, file))),
  ];
  return [
    ...planned,
    ...neededReserve(planned),
    ...scenarios.flatMap(({ file, cases }) => cases.map((row) => plannedScenario(target, row, file))),
  ];
}

/** The cases of reserves that are needed in any event: the test data of the target leaves their fields out of the full request. */
function neededReserve(planned: readonly PlannedCase[]): PlannedCase[] {
  const covered = new Set(planned.flatMap(({ clause, foreseen }) => [clause, ...foreseen]));
  const missing = planned.flatMap(({ reserve }) => reserve.filter(({ clause }) => !covered.has(clause)));
  return [...Map.groupBy(missing, ({ clause }) => clause).values()].flatMap(
    (of) => of.find(({ whyNot }) => whyNot === undefined) ?? of[0] ?? [],
  );
}

function plannedCase(target: Planning, row: Case, file: string): PlannedCase {
  const steps: CaseStep[] = [...(row.first ?? []), row];
  const calls = steps.filter((step) => 'when' in step);
  return {
    ...{ clause: row.clause, says: caseSentence(row), file },
    foreseen: shownByExample(target, row),
    reached: new Set(calls.flatMap(({ when, send }) => [when, ...eventOf(send)])),
    calls,
    // A client token ends with the world that it is of.
    callers: [
      ...steps.flatMap(callersOf),
      ...steps.slice(1).flatMap((step): PlannedCaller[] => ('client' in step ? ['client anew'] : [])),
    ],
    pages: (row.also ?? []).reduce((sum, { pages = 0 }) => sum + pages, 0),
    takesAnyUser: takesAnyUser(row),
    endsTokens: endingOf(row, steps),
    control: (row.then === 'refused' && controlOf(row)) || [],
    controlIfRefused: (row.then !== 'refused' && controlOf(row)) || [],
    whyNot: outOfReach(target, [abilityNeeded(row)], versionsOf(row)) ?? leftOutOfCall(row, target.testData),
    hasBankData: steps.some(namesIds),
    replacesWorld: steps.some((step) => 'client' in step),
    isScenario: false,
    steps: 0,
    letsTokenEnd: steps.some((step) => 'secondsAfterExpiry' in step),
    reserve: (row.reserve ?? []).map((one) => plannedCase(target, one, file)),
    isRefused: ({ exchanges }) => {
      const answer = exchanges.at(calls.length - 1);
      return answer !== undefined && outcomeOf(row, answer.response) === 'refused';
    },
    run: (started) => runCase(started, row, file),
  };
}

function endingOf(row: Case, steps: readonly CaseStep[]): PlannedCase['endsTokens'] {
  const passing = steps.map((step) => !('when' in step));
  const [first] = steps;
  // A token is needed to know when it expires.
  const before = first !== undefined && ('until' in first || 'secondsLater' in first || 'client' in first);
  const isLater = passing.slice(before ? 1 : 0).includes(true);
  // Without a step, a check lets the time pass after the call.
  return { before, after: isLater || (abilityNeeded(row) === 'clock' && !passing.includes(true)) };
}

function plannedMigration(target: Planning, row: MigrationCase, file: string): PlannedCase {
  const calls = flowCalls[row.flow];
  return {
    ...{ clause: row.clause, says: migrationSentence(row), file },
    foreseen: coveredByMigration(target, row),
    reached: new Set(calls.map(({ when }) => when)),
    calls,
    callers: ['user'],
    pages: 0,
    takesAnyUser: true,
    endsTokens: { before: false, after: false },
    control: [],
    controlIfRefused: [],
    whyNot: leftOutOfMigration(row, target.testData),
    hasBankData: false,
    replacesWorld: false,
    isScenario: false,
    steps: 0,
    letsTokenEnd: false,
    reserve: [],
    isRefused: () => false,
    run: (started) => runMigrationCase(started, row, file),
  };
}

function plannedScenario(target: Planning, row: Scenario, file: string): PlannedCase {
  const testData = { ...(target.isOwn ? OWN_TEST_DATA : defaultTestData), ...target.testData };
  const rules = Object.values(row.rules);
  const users = new Set(rules.map(({ of = row.world.users[0]?.id }) => of));
  return {
    ...{ clause: row.clause, says: scenarioSentence(row), file },
    foreseen: shownByMessages(row),
    reached: new Set(['createNotificationRule', ...rules.map(({ triggerEvent }) => triggerEvent)]),
    calls: rules.map(() => ({ when: 'createNotificationRule', then: '2XX' })),
    callers: [...users].map(() => 'known user'),
    pages: 0,
    takesAnyUser: false,
    endsTokens: { before: true, after: true },
    control: [],
    controlIfRefused: [],
    whyNot:
      outOfReach(
        target,
        abilitiesNeeded(row),
        rules.flatMap(({ api }) => api ?? []),
      ) ?? beyondTarget(row, testData, target.wire),
    hasBankData: false,
    replacesWorld: true,
    isScenario: true,
    steps: row.story.length,
    letsTokenEnd: false,
    reserve: [],
    isRefused: () => false,
    run: (started) => runScenario(started, row, file),
  };
}

/** Who makes the call of a step, or whose token its time is about. */
export function callersOf(step: CaseStep): PlannedCaller[] {
  if ('secondsAfterExpiry' in step) return [step.of ?? 'user'];
  if (!('when' in step)) return [];
  const as = callerOf(step);
  const caller = typeof as === 'object' ? as.of : as;
  return names(sentBody(step.send), 'userName') ? [caller, 'named'] : [caller];
}

function eventOf(send: CaseCall['send']): string[] {
  const event = member(sentBody(send), 'triggerEvent');
  return typeof event === 'string' ? [event] : [];
}

/** The cases of the chosen clauses, those with one in their reserve, and for a clause without cases those that show it. `all` are all that there are. */
export function chosenCases<Row extends Pick<PlannedCase, 'clause' | 'foreseen' | 'reserve'>>(
  all: readonly Row[],
  only: (clause: ClauseId) => boolean,
): Row[] {
  const cited = new Set(all.map(({ clause }) => clause));
  const shows = (clause: ClauseId) => only(clause) && !cited.has(clause);
  return all.filter(
    ({ clause, foreseen, reserve }) =>
      only(clause) || [...foreseen].some(shows) || reserve.some((one) => only(one.clause)),
  );
}

/** Which cases a run plays: all without a choice. */
export interface Choice {
  /** Only the cases of these clauses, or those that show them. */
  readonly only?: (clause: ClauseId) => boolean;
  /** One case of each call and one of messages, for a first look in seconds. */
  readonly isSmoke?: boolean;
}

/** The cases of a run, and which results of clauses are its own. */
export interface ChosenCases {
  readonly cases: readonly PlannedCase[];
  readonly judges: (result: Pick<ClauseResult, 'clause' | 'verdict'>) => boolean;
}

export function choose(
  all: readonly PlannedCase[],
  { only = () => true, isSmoke = false }: Choice,
): ChosenCases {
  if (!isSmoke) {
    const reserved = ({ reserve, ...planned }: PlannedCase) => ({
      ...planned,
      reserve: reserve.filter(({ clause }) => only(clause)),
    });
    return { cases: chosenCases(all, only).map(reserved), judges: ({ clause }) => only(clause) };
  }
  const cases = smokeCases(all);
  const judged = new Set(cases.flatMap(({ clause, foreseen }) => [clause, ...foreseen]));
  return { cases, judges: ({ clause, verdict }) => judged.has(clause) && verdict !== 'out of reach' };
}

/** Of each call that succeeds, and of messages, the case within reach that takes the fewest calls and then shows the most. */
function smokeCases(all: readonly PlannedCase[]): PlannedCase[] {
  const within = all.filter(
    ({ whyNot, calls, foreseen }) => !whyNot && foreseen.size > 0 && calls.at(-1)?.then !== 'refused',
  );
  const kinds = Map.groupBy(within, ({ isScenario, calls }) =>
    isScenario ? 'messages' : calls.at(-1)?.when,
  );
  // A scenario creates its rule.
  if (kinds.has('messages')) kinds.delete('createNotificationRule');
  const cost = ({ calls, callers, steps, takesAnyUser, foreseen }: PlannedCase) =>
    (calls.length + (takesAnyUser ? 0 : 2 * callers.length) + steps) * 1000 - foreseen.size;
  const best = new Set([...kinds.values()].map((of) => of.toSorted((a, b) => cost(a) - cost(b))[0]));
  return all.filter((it) => best.has(it));
}

const OF_FLOWS = new Set(
  ledger.clauses.filter(({ area }) => ['v1', 'v2', 'migration'].includes(area)).map(({ id }) => id),
);

/** Whether a run shows both flows side by side: on a target that outlives it only for cases of the flows. */
export function showsFlows(
  outlives: boolean,
  chosen: readonly Pick<PlannedCase, 'clause'>[],
  { isSmoke = false }: Choice,
): boolean {
  if (isSmoke) return false;
  return !outlives || chosen.some(({ clause }) => OF_FLOWS.has(clause));
}

/** Whether a run needs messages of a target that it does not start itself. */
export function expectsMessages(
  { isOwn }: { readonly isOwn: boolean },
  chosen: readonly Pick<PlannedCase, 'isScenario' | 'whyNot'>[],
): boolean {
  return !isOwn && chosen.some(({ isScenario, whyNot }) => isScenario && whyNot === undefined);
}

/** Chooses clauses by id or area; all without a name. Throws UsageError for a name that is neither. */
export function selection(...chosen: readonly string[]): (clause: ClauseId) => boolean {
  if (chosen.length === 0) return () => true;
  const ids = new Set(chosen.flatMap(clausesNamed));
  return (clause) => ids.has(clause);
}

function clausesNamed(name: string): string[] {
  const found = ledger.clauses.filter(({ id, area }) => id === name || area === name).map(({ id }) => id);
  if (found.length > 0) return found;
  const areas = [...new Set(ledger.clauses.map(({ area }) => area))];
  const meant = nearest(name, [...areas, ...ledger.clauses.map(({ id }) => id)]);
  const hint = meant ? `; did you mean ${meant}?` : ` (${areas.join(', ')}).`;
  throw new UsageError(`--only ${show(name, false)} is neither a clause of the ledger nor an area${hint}`);
}
