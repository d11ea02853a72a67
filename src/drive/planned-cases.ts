/** Every case and scenario of a catalogue, ready to be run against a target, and what each of them shows. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Cases } from './cases/case.ts';
import { type MigrationCases, migrationSentence, runMigrationCase } from './cases/migration-case.ts';
import { runCase, sentenceOf } from './cases/run-case.ts';
import { shownByExample } from './cases/shown-by-example.ts';
import { reachedByCase, reachedByMigration, reachedByScenario } from './reached.ts';
import { runScenario, scenarioSentence } from './scenarios/run-scenario.ts';
import type { Scenarios } from './scenarios/scenario.ts';
import { shownByMessages } from './scenarios/shown-by-messages.ts';
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
