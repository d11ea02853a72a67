/** The verb `explain`: what the contract says of a clause, field, fault or setting, and what it has to leave open. */
import { Command } from 'commander';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { UsageError } from '../../contracts/src/base/errors.ts';
import type { FaultRow } from '../../contracts/src/base/fault-row.ts';
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { nearest, show } from '../../contracts/src/base/text.ts';
import { explainClause, explainFact, explainFault } from './explain-entry.ts';
import { explainField, fieldNames } from './explain-field.ts';
import { openQuestions } from './explain-text.ts';
import { fitted } from './terminal-text.ts';

const CLAUSES = ledger.clauses as Clause[];
const FACTS = openFacts.facts as OpenFact[];
const EXAMPLES = 'V1-451-LOCATION, balanceChange or paramsForm';

/** What only the project itself knows, and no package carries. */
export interface Workbench {
  /** The catalogue of provider faults. */
  readonly faults: readonly FaultRow[];
  /** The files with cases that prove a clause, each with how many. */
  readonly proofsOf: (clause: string) => readonly string[];
}

const NOTHING: Workbench = { faults: [], proofsOf: () => [] };

/** `workbench` is asked when there is something to explain. Without it there is no fault to explain. */
export function explainCommand(workbench?: () => Promise<Workbench>): Command {
  const fault = workbench ? ' a fault,' : '';
  return new Command('explain')
    .description(
      `Tell what the contract says of a clause, a field,${fault} or a setting, and what the documentation leaves open.`,
    )
    .argument(
      '[names...]',
      `clauses, fields, ${workbench ? 'faults, ' : ''}settings or open facts, such as ${EXAMPLES}`,
    )
    .option('--open', 'print all that is left open as a questionnaire for a provider, in Markdown')
    .addHelpText(
      'after',
      `
A field is named alone, by the end of its path, or with an area, an operation or
a trigger event before it: url, errors[].code, "V2 url".

Examples:
  npm run -s explain -- V1-451-LOCATION paramsForm "V2 url"
  npm run -s explain -- --open > questions.md`,
    )
    .action(async (names: readonly string[], { open = false }: { open?: boolean }) => {
      if (open && names.length > 0)
        throw new UsageError('--open prints all that is left open: pass no name with it.');
      if (!open && names.length === 0)
        throw new UsageError(`Name one, such as ${EXAMPLES}, or pass --open; --help tells more.`);
      if (open) process.stdout.write(openQuestions(FACTS));
      else process.stdout.write(fitted(told(names, (await workbench?.()) ?? NOTHING), process.stdout));
    });
}

function told(names: readonly string[], workbench: Workbench): string {
  return names.map((name) => explained(name, workbench)).join('\n');
}

/** Capitals are not asked for. */
function explained(name: string, { faults, proofsOf }: Workbench): string {
  const isMeant = (other?: string) => other?.toLowerCase() === name.toLowerCase();
  const clause = CLAUSES.find(({ id }) => isMeant(id));
  if (clause) return explainClause(clause, { faults, proofs: proofsOf(clause.id) });
  const fact = FACTS.find(({ id, setting }) => isMeant(id) || isMeant(setting));
  if (fact) return explainFact(fact);
  const fault = faults.find(({ id }) => isMeant(id));
  if (fault) return explainFault(fault);
  const field = explainField(name);
  if (field !== undefined) return field;
  const known = [
    ...CLAUSES.map(({ id }) => id),
    ...FACTS.flatMap(({ id, setting }) => [id, setting ?? id]),
    ...fieldNames(),
    ...faults.map(({ id }) => id),
  ];
  const meant = nearest(name, known);
  throw new UsageError(
    `${show(name, false)} is no clause, field,${faults.length > 0 ? ' fault,' : ''} setting or open fact${meant ? `; did you mean ${meant}?` : `, such as ${EXAMPLES}.`}`,
  );
}
