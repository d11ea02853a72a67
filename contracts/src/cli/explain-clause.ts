/** What there is to say of a clause: its sentence, where it stands, what states it, what leans on it, what proves it. */
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { Clause, OpenFact } from '../contract/ledger.ts';
import type { OperationId } from '../judge/operation.ts';
import { clausesOfRules, clausesOfSchemas } from '../judge/stated-clauses.ts';
import { type ToldRow, toldRows } from './told-rows.ts';

/** At most ten lines; ends with a newline. */
export function explainClause({ id, area, says, source, level, reason }: Clause): string {
  const schemas = Object.keys(open).filter((name) => (clausesOfSchemas([name]) as string[]).includes(id));
  const ids = Object.keys(operations) as OperationId[];
  const calls = ids.filter((operationId) => isOfCall(id, operationId));
  const rules = ids.filter((operationId) => (clausesOfRules(operationId) as string[]).includes(id));
  const settings = (openFacts.facts as OpenFact[]).flatMap(({ setting, leans }) =>
    setting !== undefined && leans?.includes(id) ? [setting] : [],
  );
  const rows: ToldRow[] = [
    ['documented', source],
    ...row('schema of', schemas),
    ...row('call', calls),
    ...row('rule on', rules),
    ...row('leans on', settings, settings.length),
    level === 'excluded' ? ['excluded', reason ?? ''] : ['proof', `npm run verify -- --only ${id}`],
  ];
  return toldRows(`${id}, a clause of ${area} (${level})`, says, rows);
}

function isOfCall(id: string, operationId: OperationId): boolean {
  const { clauses, answers } = operations[operationId];
  return [...clauses, ...Object.values(answers).flatMap((answer) => answer.clauses)].some((it) => it === id);
}

/** Of schemas and calls; one schema tells what the others tell. */
const MOST_NAMED = 4;

function row(label: string, names: readonly string[], most = MOST_NAMED): ToldRow[] {
  if (names.length === 0) return [];
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return [[label, names.slice(0, most).join(', ') + more]];
}
