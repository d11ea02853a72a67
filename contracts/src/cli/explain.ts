/** The verb `explain`: what the contract says of a clause or a setting, and what it has to leave open. */
import { Command } from 'commander';
import ledger from '../../generated/clauses.json' with { type: 'json' };
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import type { Clause, OpenFact } from '../contract/ledger.ts';
import { nearest } from '../contract/nearest.ts';
import { show } from '../contract/show.ts';
import { Stop } from '../contract/stop.ts';
import { explainClause } from './explain-clause.ts';
import { explainFact } from './explain-fact.ts';
import { fitted } from './fitted.ts';
import { openQuestions } from './open-questions.ts';

const CLAUSES = ledger.clauses as Clause[];
const FACTS = openFacts.facts as OpenFact[];

export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Tell what the contract says of a clause or of a setting, and what the documentation leaves open.',
    )
    .argument(
      '[names...]',
      'clauses, settings or open facts, such as V1-451-LOCATION, paramsForm, TOKEN-ENCODING',
    )
    .option('--open', 'print all that is left open as a questionnaire for a provider, in Markdown')
    .addHelpText(
      'after',
      `
Examples:
  npm run -s explain -- V1-451-LOCATION paramsForm
  npm run -s explain -- --open > questions.md`,
    )
    .action(explain);
}

function explain(names: readonly string[], { open = false }: { open?: boolean }): void {
  if (open && names.length > 0)
    throw new Stop(64, '--open prints all that is left open: pass no name with it.');
  if (open) process.stdout.write(openQuestions(FACTS));
  else if (names.length > 0) process.stdout.write(fitted(names.map(explained).join('\n'), process.stdout));
  else
    throw new Stop(
      64,
      'Name a clause or a setting, such as V1-451-LOCATION, or pass --open; --help tells more.',
    );
}

/** Capitals are not asked for. */
function explained(name: string): string {
  const isMeant = (other?: string) => other?.toLowerCase() === name.toLowerCase();
  const clause = CLAUSES.find(({ id }) => isMeant(id));
  if (clause) return explainClause(clause);
  const fact = FACTS.find(({ id, setting }) => isMeant(id) || isMeant(setting));
  if (fact) return explainFact(fact);
  const known = [...CLAUSES.map(({ id }) => id), ...FACTS.flatMap(({ id, setting }) => [id, setting ?? id])];
  const meant = nearest(name, known);
  throw new Stop(
    64,
    `${show(name, false)} is no clause, setting or open fact${meant ? `; did you mean ${meant}?` : ', such as V1-451-LOCATION or paramsForm.'}`,
  );
}
