/** The verb `explain`: what the contract says about a clause, field, fault or setting, and what the documentation leaves open. */
import { Command } from 'commander';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { testDataRows } from '../../contracts/generated/test-data.ts';
import { UsageError } from '../../contracts/src/base/errors.ts';
import type { Clause, OpenFact } from '../../contracts/src/base/ledgers.ts';
import { count, nearest, show } from '../../contracts/src/base/text.ts';
import { faultRows } from '../faults/fault-rows.ts';
import type { Catalogue } from '../runner/planned-cases.ts';
import {
  explainClause,
  explainFact,
  explainFault,
  explainTargetKey,
  explainTestData,
  explainTopic,
  targetKeys,
  topics,
} from './explain-entry.ts';
import { explainField, fieldNames } from './explain-field.ts';
import { type EntryRow, entryText, openQuestions } from './explain-text.ts';
import { fitted } from './terminal-text.ts';

const CLAUSES = ledger.clauses as Clause[];
const FACTS = openFacts.facts as OpenFact[];

export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Print what the contract says about a clause, a field, a fault or a setting, and what the documentation leaves open.',
    )
    .argument(
      '[names...]',
      'a clause, a field, 451, a trigger event, POST /users …; without one: what can be named',
    )
    .option('--open', 'print every open fact as a questionnaire for a provider, in Markdown')
    .addHelpText(
      'after',
      `
Name a field alone, by the end of its path, or after an area, an operation or a
trigger event: url, errors[].code, "V2 url". Any word of a clause will do, too.

Examples:
  npm run -s explain -- V1-451-LOCATION "POST /users" "V2 url"
  npm run -s explain -- --open > questions.md`,
    )
    .action(async (names: readonly string[], { open = false }: { open?: boolean }) => {
      if (open && names.length > 0)
        throw new UsageError('--open prints every open fact: pass no name with it.');
      if (open) process.stdout.write(openQuestions(FACTS));
      else if (names.length === 0) process.stdout.write(fitted(whatCanBeNamed(), process.stdout));
      else {
        const { catalogue } = await import('../../suites/catalogue.ts');
        const text = names.map((name) => explained(name, catalogue)).join('\n');
        process.stdout.write(fitted(text, process.stdout));
      }
    });
}

function whatCanBeNamed(): string {
  const settings = FACTS.flatMap(({ setting }) => setting ?? []);
  const rows: EntryRow[] = [
    ['clauses', `${CLAUSES.length}, such as V1-451-LOCATION`],
    ['areas', topics.areas.join(', ')],
    ['events', triggerEvents.join(', ')],
    ...topics.operations.map(
      ({ id, call }, at): EntryRow => [at === 0 ? 'operations' : '', `${call}, ${id}`],
    ),
    ['fields', 'each by its name, such as balanceChange, errors[].code or "V2 url"'],
    ['words', 'statuses, codes and words of clauses, such as 451, WEB_FORM_REQUIRED or duplicate'],
    ['settings', settings.join(', ')],
    ['target file', targetKeys.join(', ')],
    ['test data', testDataRows.map(({ key }) => key).join(', ')],
    ['open facts', `${FACTS.length}, such as ${FACTS[0]?.id}; --open prints all as a questionnaire`],
    ['faults', `${faultRows.length}, such as ${faultRows[0]?.id}`],
  ];
  return entryText('What can be explained', 'Pass one or several, in any case of letters.', rows);
}

/** In any case of letters. */
function explained(name: string, catalogue: Catalogue): string {
  const isMeant = (other?: string) => other?.toLowerCase() === name.toLowerCase();
  const clause = CLAUSES.find(({ id }) => isMeant(id));
  if (clause) return explainClause(clause, proofsOf(clause.id, catalogue));
  const fact = FACTS.find(({ id, setting }) => isMeant(id) || isMeant(setting));
  if (fact) return explainFact(fact);
  const testData = testDataRows.find(({ key }) => isMeant(key));
  if (testData) return explainTestData(testData);
  const fault = faultRows.find(({ id }) => isMeant(id));
  if (fault) return explainFault(fault);
  const text = explainField(name) ?? explainTargetKey(name) ?? explainTopic(name);
  if (text !== undefined) return text;
  const known = [
    ...CLAUSES.map(({ id }) => id),
    ...FACTS.flatMap(({ id, setting }) => [id, setting ?? id]),
    ...testDataRows.map(({ key }) => key),
    ...targetKeys,
    ...fieldNames(),
    ...triggerEvents,
    ...topics.operations.flatMap(({ id, call }) => [id, call]),
    ...faultRows.map(({ id }) => id),
  ];
  const meant = nearest(name, known);
  const hint = meant ? `; did you mean ${meant}?` : '; explain without a name lists what can be named.';
  throw new UsageError(`unknown name ${show(name, false)}${hint}`);
}

/** The files with cases of the clause, each with how many. */
function proofsOf(clause: string, { exchanges, migrations, scenarios }: Catalogue): string[] {
  const files = [...exchanges, ...migrations, ...scenarios].flatMap(({ file, cases }) =>
    cases.flatMap((each) => (each.clause === clause ? file : [])),
  );
  return [...Map.groupBy(files, (file) => file)].map(
    ([file, own]) => `${count(own.length, 'case')} in ${file}`,
  );
}
