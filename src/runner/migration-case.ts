/** A migration case: a V1 request runs its flow, and the V2 request that the mapping makes of it loses nothing. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type FlowKind, flows } from '../../contracts/src/base/flows.ts';
import { stepsIn } from '../../contracts/src/migration/mapping-table.ts';
import { type CaseCall, documentedOutcome, type RequestBodyOf } from './call.ts';
import { caseFile } from './case.ts';
import { isThere, rowsOfFlow } from './test-data.ts';

export type MigrationCase = {
  readonly clause: ClauseId;
  /** What becomes of the request, in the present tense. */
  readonly says: string;
  /** A provider that refuses such values keeps the documentation: the case is out of reach then. */
  readonly mayBeRefused?: true;
} & {
  [Flow in FlowKind]: {
    readonly flow: Flow;
    readonly v1: RequestBodyOf<(typeof flows)[Flow]['v1'][0]>;
    readonly v2: RequestBodyOf<(typeof flows)[Flow]['v2']>;
  };
}[FlowKind];

/** The migration cases of a module: `migrationCases('suites/migration/flow-migrations.ts', [ … ])`. */
export const migrationCases = caseFile<MigrationCase>;

/** The case as a sentence. */
export function migrationSentence({ flow, says }: Pick<MigrationCase, 'flow' | 'says'>): string {
  return `given a V1 ${flow}, the migration ${says}`;
}

/** The clauses of the mapping that a V1 request shows something of: of its fields, and of the submission that falls away. */
export function clausesMapped(flow: FlowKind, v1: unknown): Set<ClauseId> {
  const rows = rowsOfFlow(flow).filter(
    ({ from, to }) => from !== null && (to === null || isThere(v1, stepsIn(from))),
  );
  return new Set(rows.map(({ clause }) => clause as ClauseId));
}

/** The calls of both versions, V1 first, each with its outcome where it goes well. A provider may refuse V2 to the user of V1. */
export function callsOf(flow: FlowKind, sent: Partial<Pick<MigrationCase, 'v1' | 'v2'>> = {}): CaseCall[] {
  const { v1, v2 } = flows[flow];
  const calls = v1.map((when, at) => ({ when, ...(at === 0 && { send: sent.v1 }) }));
  return [...calls, { when: v2, send: sent.v2, as: 'other user' }].map(
    (call) => ({ ...call, then: documentedOutcome(call.when) }) as CaseCall,
  );
}
