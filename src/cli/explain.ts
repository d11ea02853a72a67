/** The verb `explain`: what the contract says about a clause, field, fault or setting, and what the documentation leaves open. */
import { Command, Option } from 'commander';
import { testDataRows } from '../../contracts/generated/test-data.ts';
import { UsageError } from '../../contracts/src/base/errors.ts';
import type { OpenFact } from '../../contracts/src/base/ledgers.ts';
import { textTable } from '../../contracts/src/base/table.ts';
import { settingText } from '../../contracts/src/base/text.ts';
import { chapterOf, filled, textFile } from '../report/printed-texts.ts';
import {
  type Entry,
  entriesOf,
  FACTS,
  faultList,
  fieldEntry,
  fieldNames,
  someOf,
  wordEntry,
} from './explain-entries.ts';
import { helpText, unknownName } from './options.ts';
import { fitted } from './terminal-text.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Print what the contract says about a clause, a field, a fault or a setting, and what the documentation leaves open.',
    )
    .argument(
      '[names...]',
      'a clause, a field, 451, a trigger event, POST /users …; without one: what can be named',
    )
    .addOption(new Option('--faults', 'print every fault, by call and clause').conflicts('open'))
    .option('--open', 'print every open fact as a questionnaire for a provider, in Markdown')
    .addHelpText('after', helpText('explain'))
    .action(async (names: readonly string[], { faults, open }: { faults?: true; open?: true }) => {
      if ((faults || open) && names.length > 0)
        throw new UsageError('--faults and --open print whole lists: pass no name with them.');
      if (faults) return void process.stdout.write(fitted(faultList(), process.stdout));
      if (open) return void process.stdout.write(openQuestions());
      const { catalogue } = await import('../../suites/catalogue.ts');
      const entries = entriesOf(catalogue);
      const chosen =
        names.length === 0 ? [whatCanBeNamed(entries)] : names.flatMap((name) => explained(name, entries));
      process.stdout.write(fitted(chosen.map(entryText).join('\n'), process.stdout));
    });
}

type Entries = ReturnType<typeof entriesOf>;

/** A kind with more is counted, with an example. */
const MOST_NAMED = 40;

function whatCanBeNamed(entries: Entries): Entry {
  const kinds = Object.entries(entries).map(([kind, all]) => {
    const names = all.map(({ names }) => names.slice(0, 2).join(' or '));
    return [
      kind,
      names.length > MOST_NAMED ? `${names.length}, such as ${names[0]}` : names.join(', '),
    ] as const;
  });
  return {
    names: ['What can be explained'],
    kind: 'in any case of letters',
    rows: [
      ...kinds,
      ['fields', 'each by its name, such as balanceChange, errors[].code or "V2 url"'],
      ['words', 'statuses, codes and words of clauses, such as 451, WEB_FORM_REQUIRED or duplicate'],
    ],
  };
}

/** Throws UsageError for an unknown name. */
function explained(name: string, entries: Entries): Entry[] {
  const all = Object.values(entries).flat();
  // As in "see settings.apiVersionSelectors.v2".
  const meant = name.trim().replace(/^(?:settings|testData)\.(\w+).*/, '$1');
  const isMeant = (other: string) => other.toLowerCase() === meant.toLowerCase();
  const found = [fieldEntry(name) ?? [], all.filter(({ names }) => names.some(isMeant))].flat();
  const some = found.length > 0 ? found : [wordEntry(name) ?? []].flat();
  if (some.length > 0) return some;
  const names = [...all.flatMap((entry) => entry.names), ...fieldNames];
  throw unknownName('name', name, names, 'explain without a name lists what can be named');
}

/** Ends with a newline. */
function entryText({ names: [name], kind, rows }: Entry): string {
  const table = rows.flatMap(([label, value]) => {
    if (value === undefined) return [];
    if (!Array.isArray(value))
      return [[label, typeof value === 'string' && value !== '' ? value : settingText(value)]];
    return value.length > 0 ? [[label, someOf(value.map(String))]] : [];
  });
  return `${name}, ${kind}\n${textTable(table).replace(/^(?=.)/gm, '  ')}`;
}

const QUESTIONS = textFile('cli/questions.md');

/** A questionnaire in Markdown: a question for each fact with a setting, then the facts that no check depends on. */
function openQuestions(): string {
  const asked = FACTS.filter(({ setting }) => setting !== undefined);
  const others = FACTS.filter(({ setting }) => setting === undefined);
  const chapters = (name: string, values: readonly object[]) =>
    values.map((each) => filled(chapterOf(QUESTIONS, name), textsOf(each))).join('');
  return chapters('whole', [
    {
      asked: asked.length,
      others: others.length,
      questions: chapters(
        'question',
        asked.map((fact, at) => ({ ...fact, number: at + 1 })),
      ),
      testData: chapters('test data', testDataRows),
      outOfContract: chapters('out of contract', others),
    },
  ]);
}

/** What a chapter shows of a row. */
function textsOf(row: Partial<OpenFact>): Record<string, string> {
  const { fact, default: value, choices, affects } = row;
  const assumed = settingText(value);
  return {
    ...Object.fromEntries(Object.entries(row).map(([key, each]) => [key, String(each)])),
    question: String(fact).replace(/\.$/, ''),
    assumed: ['""', '[]', '{}'].includes(assumed) ? `none (\`${assumed}\`)` : `\`${assumed}\``,
    choices: [choices ?? []].flat().join(', '),
    affected: someOf(affects ?? []) || 'no clause',
  };
}
