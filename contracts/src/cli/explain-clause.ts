/** What there is to say of a clause: its sentence, where it stands, what states it, leans on it, proves it and breaks it. */
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { FaultRow } from '../contract/fault-row.ts';
import type { Clause, OpenFact } from '../contract/ledger.ts';
import { messageQuestions } from '../judge/message/questions.ts';
import type { OperationId } from '../judge/operation.ts';
import { clausesOfRules, clausesOfSchemas } from '../judge/stated-clauses.ts';
import { capped } from './capped.ts';
import { tenLines } from './ten-lines.ts';
import { type ToldRow, toldRows } from './told-rows.ts';

export interface Evidence {
  /** Of the whole catalogue; empty where there is none. */
  readonly faults: readonly FaultRow[];
  /** The files with cases that prove the clause, each with how many; empty where nobody knows them. */
  readonly proofs: readonly string[];
}

/** At most ten lines; ends with a newline. */
export function explainClause(clause: Clause, { faults, proofs }: Evidence): string {
  const { id, area, says, source, level, reason } = clause;
  const schemas = Object.keys(open).filter((name) => (clausesOfSchemas([name]) as string[]).includes(id));
  const ids = Object.keys(operations) as OperationId[];
  const calls = ids.filter((operationId) => isOfCall(id, operationId));
  const rules = ids.filter((operationId) => (clausesOfRules(operationId) as string[]).includes(id));
  const asked = messageQuestions.filter((question) => question.clause === id).flatMap(({ events }) => events);
  const settings = (openFacts.facts as OpenFact[]).flatMap(({ setting, leans }) =>
    setting !== undefined && leans?.includes(id) ? [setting] : [],
  );
  const breaking = faults.filter((fault) => fault.clause === id).map((fault) => fault.id);
  return tenLines((most) => {
    const row = (label: string, names: readonly string[], longest = most): ToldRow[] =>
      names.length === 0 ? [] : [[label, capped(names, longest)]];
    const rows: ToldRow[] = [
      ['source', source],
      ...row('schema of', schemas),
      ...row('call', calls),
      ...row('rule on', rules),
      ...row('asked of', [...new Set(asked)]),
      ...row('leans on', settings, most > 1 ? 2 * most : 1),
      ...row('proven by', proofs),
      ...row('faults', breaking, Math.min(most, 2)),
      ...(level === 'excluded' ? row('excluded', [reason ?? '']) : []),
      // Only the project has cases and faults, and so the verb that runs them.
      ...(level !== 'excluded' && faults.length > 0 ? row('proof', [`npm run verify -- --only ${id}`]) : []),
    ];
    return toldRows(`${id}, a clause of ${area} (${level})`, says, rows);
  });
}

function isOfCall(id: string, operationId: OperationId): boolean {
  const { clauses, answers } = operations[operationId];
  return [...clauses, ...Object.values(answers).flatMap((answer) => answer.clauses)].some((it) => it === id);
}
