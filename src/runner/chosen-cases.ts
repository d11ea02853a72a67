/** Every case and scenario of a catalogue, ready to be run against a target, and what each of them shows. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { UsageError } from '../../contracts/src/base/errors.ts';
import { nearest, show } from '../../contracts/src/base/text.ts';
import { member } from '../../contracts/src/judge/exchange.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { type Call, sentBody } from './call.ts';
import type { Case, Cases } from './case.ts';
import {
  type MigrationCase,
  type MigrationCases,
  migrationSentence,
  runMigrationCase,
} from './migration-case.ts';
import { runCase, sentenceOf, shownByExample } from './run-case.ts';
import { runScenario, scenarioSentence } from './scenarios/run-scenario.ts';
import { type Scenario, type Scenarios, shownByMessages } from './scenarios/scenario.ts';
import type { Target } from './targets/target.ts';
import type { CaseResult } from './verdict.ts';

export interface Catalogue {
  readonly exchanges: readonly Cases[];
  readonly migrations: readonly MigrationCases[];
  readonly scenarios: readonly Scenarios[];
}

/** A case that waits for its turn, and what it comes to when the run ends before. */
export interface PlannedCase {
  readonly clause: ClauseId;
  /** The clauses beside its own that it shows when all goes well. */
  readonly foreseen: ReadonlySet<ClauseId>;
  /** The operations that it calls itself, and the trigger events of its rules. */
  readonly reached: ReadonlySet<string>;
  /** Runs it against the target that it was planned for, or one with the same settings. */
  readonly run: (target: Target) => Promise<CaseResult>;
  readonly interrupted: CaseResult;
  readonly isScenario: boolean;
}

/** What of a target decides which clauses a case shows. */
type Read = Parameters<typeof shownByExample>[0];

export function plannedCases(target: Read, { exchanges, migrations, scenarios }: Catalogue): PlannedCase[] {
  return [
    ...exchanges.flatMap(({ file, cases }) =>
      cases.map((row) => ({
        ...waiting(row.clause, sentenceOf(row), file),
        foreseen: shownByExample(target, row),
        reached: reachedByCase(row),
        run: (target: Target) => runCase(target, row, file),
      })),
    ),
    ...migrations.flatMap(({ file, cases }) =>
      cases.map((row) => ({
        ...waiting(row.clause, migrationSentence(row), file),
        reached: reachedByMigration(row),
        run: (target: Target) => runMigrationCase(target, row, file),
      })),
    ),
    // Each puts another world in place, so they come last.
    ...scenarios.flatMap(({ file, scenarios: rows }) =>
      rows.map((row) => ({
        ...waiting(row.clause, scenarioSentence(row), file),
        foreseen: shownByMessages(row),
        reached: reachedByScenario(row),
        run: (target: Target) => runScenario(target, row, file),
        isScenario: true,
      })),
    ),
  ];
}

function waiting(clause: ClauseId, says: string, file: string) {
  const rest = { findings: [], shown: [], exchanges: [] } as const;
  const reason = 'the run was interrupted';
  const interrupted: CaseResult = { clause, says, file, verdict: 'unproven', reason, ...rest };
  return { clause, foreseen: new Set<ClauseId>(), interrupted, isScenario: false };
}

/** Which cases a run of chosen clauses takes: their own, and for a clause without one those that show it by the way. */

interface Row {
  readonly clause: ClauseId;
  /** The clauses beside its own that the case shows when all goes well. */
  readonly foreseen: ReadonlySet<ClauseId>;
}

/** `rows` are all that there are. */
export function chosenCases<R extends Row>(rows: readonly R[], only: (clause: ClauseId) => boolean): R[] {
  const cited = new Set(rows.map(({ clause }) => clause));
  const shows = (clause: ClauseId) => only(clause) && !cited.has(clause);
  return rows.filter(({ clause, foreseen }) => only(clause) || [...foreseen].some(shows));
}

/** Which clauses a run is about: some by their ids, or all of an area. */

/** All clauses without a name; throws UsageError for a name that is neither clause nor area. */
export function selection(...names: readonly string[]): (clause: ClauseId) => boolean {
  if (names.length === 0) return () => true;
  const chosen = new Set(names.flatMap(named));
  return (clause) => chosen.has(clause);
}

function named(name: string): string[] {
  const chosen = ledger.clauses.filter(({ id, area }) => id === name || area === name).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  const areas = [...new Set(ledger.clauses.map(({ area }) => area))];
  const meant = nearest(name, [...areas, ...ledger.clauses.map(({ id }) => id)]);
  const hint = meant ? `; did you mean ${meant}?` : ` (${areas.join(', ')}).`;
  throw new UsageError(`--only ${show(name, false)} is neither a clause of the ledger nor an area${hint}`);
}

/** What a case or scenario reaches of a provider: the operations that it calls itself, and the trigger events of its rules. */

const FLOWS: Readonly<Record<MigrationCase['flow'], readonly OperationId[]>> = {
  import: ['importBankConnectionV1', 'createBankConnectionImport'],
  payment: ['createMoneyTransferV1', 'submitPaymentV1', 'createStandalonePayment'],
};

/** The tokens and users that every case is given are called for by none. */
export function reachedByCase(row: Case): Set<string> {
  const calls: Call[] = [...(row.first ?? []).filter((step) => 'when' in step), row];
  return new Set(calls.flatMap(({ when, send }) => [when, ...eventOf(send)]));
}

export function reachedByMigration({ flow }: MigrationCase): Set<string> {
  return new Set(FLOWS[flow]);
}

export function reachedByScenario({ rules }: Scenario): Set<string> {
  return new Set(['createNotificationRule', ...Object.values(rules).map(({ triggerEvent }) => triggerEvent)]);
}

function eventOf(send: Call['send']): string[] {
  const event = member(sentBody(send), 'triggerEvent');
  return typeof event === 'string' ? [event] : [];
}
