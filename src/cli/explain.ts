/** The verb `explain`: what the contract says about a clause, field, fault or setting, and what the documentation leaves open. */
import { Command, Option } from 'commander';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { testDataRows } from '../../contracts/generated/test-data.ts';
import type { OpenFact } from '../../contracts/src/base/ledgers.ts';
import { callName } from '../base/call-text.ts';
import { UsageError } from '../base/errors.ts';
import { textTable } from '../base/table.ts';
import { settingText } from '../base/words.ts';
import { faultRows, mappingFaults } from '../faults/generated/fault-rows.ts';
import { benignVariants } from '../faults/row-hooks.ts';
import { chapterOf, textFile, withValues } from '../report/printed-texts.ts';
import {
  type Entry,
  entriesOf,
  FACTS,
  fieldEntries,
  fieldNames,
  OPERATION_IDS,
  someOf,
  wordEntries,
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
      if (faults) return printFaults();
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
    const isLong = names.length > MOST_NAMED;
    const excluded = all.filter(({ rows }) => rows.some(([label]) => label === 'excluded')).length;
    const count = excluded > 0 ? `${names.length - excluded} checked and ${excluded} excluded` : names.length;
    return [kind, isLong ? `${count}, such as ${names[0]}` : names.join(', ')] as const;
  });
  const fields = 'each by its name, such as balanceChange, errors[].code or "V2 url"';
  const words = 'statuses, codes and words of clauses, such as 451, WEB_FORM_REQUIRED or duplicate';
  return {
    names: ['What can be explained'],
    kind: 'in any case of letters',
    rows: [...kinds, ['fields', fields], ['words', words]],
  };
}

/** Throws UsageError for an unknown name. */
function explained(name: string, entries: Entries): Entry[] {
  const all = Object.values(entries).flat();
  // The name may be copied from "see settings.apiVersionSelectors.v2".
  const meant = name.trim().replace(/^(?:settings|testData)\.(\w+).*/, '$1');
  const isMeant = (other: string) => other.toLowerCase() === meant.toLowerCase();
  const found = [...fieldEntries(name), ...all.filter(({ names }) => names.some(isMeant))];
  const some = found.length > 0 ? found : wordEntries(name);
  if (some.length > 0) return some;
  const names = [...all.flatMap((entry) => entry.names), ...fieldNames];
  throw unknownName('name', name, names, 'explain without a name lists what can be named');
}

/** Ends with a newline. */
function entryText({ names: [name], kind, rows }: Entry): string {
  const cells = rows.map(([label, value]) => [label, defaultText(value)]);
  return `${name}, ${kind}\n${indented(textTable(cells.filter(([, text]) => text !== '')))}`;
}

function defaultText(value: unknown): string {
  if (Array.isArray(value)) return someOf(value.map(String));
  if (value === undefined) return '';
  return typeof value === 'string' && value !== '' ? value : settingText(value);
}

function indented(lines: string): string {
  return lines.replace(/^(?=.)/gm, '  ');
}

type Fault = Readonly<Record<'id' | 'clause' | 'says', string>>;

/** On stdout, for every verb that has `--faults`. */
export function printFaults(): void {
  process.stdout.write(fitted(faultList(), process.stdout));
}

/**
 * Every fault by the calls or messages that it changes and by the clause that it breaks; then the benign variants, by what
 * allows them, and the faults of the mapping.
 */
function faultList(): string {
  const calls = new Map<string, string>(OPERATION_IDS.map((id) => [id, callName(id)]));
  const order: (string | undefined)[] = [...calls.keys(), ...triggerEvents];
  const sorted = faultRows.toSorted(
    ({ of: [a] = [] }, { of: [b] = [] }) => order.indexOf(a) - order.indexOf(b),
  );
  const groups = Map.groupBy(sorted, ({ of = ['every call and message'] }) =>
    of.map((name) => calls.get(name) ?? name).join(', '),
  );
  const benign = benignVariants.map(({ allowedBy, ...row }) => ({ ...row, clause: allowedBy }));
  const others = [
    ['what the documentation leaves open: it breaks no clause', benign],
    ['the mapping: played by npm run faults alone', mappingFaults],
  ] as const;
  return [...groups, ...others]
    .map(([changed, rows]) => {
      const lines = [...Map.groupBy<string, Fault>(rows, ({ clause }) => clause)]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([clause, own]) => `${clause}\n${indented(textTable(own.map(({ id, says }) => [id, says])))}`);
      return `${changed}\n${indented(lines.join(''))}`;
    })
    .join('\n');
}

const QUESTIONS = textFile('cli/questions.md');

type Question = Partial<Pick<OpenFact, 'fact' | 'choices' | 'affects'>> & { readonly default?: unknown };

/** A questionnaire in Markdown: a question for each fact with a setting, then the facts that no check depends on. */
function openQuestions(): string {
  const asked = FACTS.filter(({ setting }) => setting !== undefined);
  const others = FACTS.filter(({ setting }) => setting === undefined);
  const chapters = (name: string, rows: readonly Question[]) =>
    rows.map((row, at) => withValues(chapterOf(QUESTIONS, name), chapterTexts(row, at + 1))).join('');
  return withValues(chapterOf(QUESTIONS, 'whole'), {
    asked: String(asked.length),
    others: String(others.length),
    questions: chapters('question', asked),
    testData: chapters('test data', testDataRows),
    outOfContract: chapters('out of contract', others),
  });
}

/** What a chapter shows of a row. */
function chapterTexts(row: Question, number: number): Record<string, string> {
  const { fact = '', default: value, choices = [], affects = [] } = row;
  const assumed = settingText(value);
  return {
    ...Object.fromEntries(Object.entries(row).map(([key, each]) => [key, String(each)])),
    number: String(number),
    question: fact.replace(/\.$/, ''),
    assumed: ['""', '[]', '{}'].includes(assumed) ? `none (\`${assumed}\`)` : `\`${assumed}\``,
    choices: [choices].flat().join(', '),
    affected: someOf(affects) || 'no clause',
  };
}
