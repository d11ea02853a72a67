/** How `explain` lays out what it prints, and the questionnaire of open facts. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { testDataRows } from '../../contracts/generated/test-data.ts';
import type { OpenFact } from '../../contracts/src/base/ledgers.ts';
import { settingText } from '../../contracts/src/base/text.ts';
import { textTable } from '../report/table.ts';

/** A row without a text is not printed. */
export type EntryRow = readonly [label: string, text: string | undefined];

/** A title, a sentence, and rows of a label and its text; ends with a newline. */
export function entryText(title: string, sentence: string, rows: readonly EntryRow[]): string {
  const table = textTable(rows.flatMap(([label, text]) => (text === undefined ? [] : [[label, text]])));
  return `${title}\n  ${sentence}\n${table.replace(/^(?=.)/gm, '  ')}`;
}

const MOST_CLAUSES = 6;

/** The first `most` names, and how many more there are; undefined for no names. */
export function someOf(names: readonly string[], most = 3): string | undefined {
  if (names.length === 0) return undefined;
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + more;
}

/** What a setting may be, in words. */
export function choicesText({ choices = '' }: Pick<OpenFact, 'choices'>): string {
  return typeof choices === 'string' ? choices : choices.map(settingText).join(', ');
}

/** Many clauses in few words: whole areas, up to `most` ids of an area, else their number. */
export function clausesInWords(ids: readonly string[], most = MOST_CLAUSES): string {
  if (ids.length === 0) return 'no clause';
  const known = ledger.clauses.filter(({ excluded }) => !excluded);
  const areas = new Set(known.map(({ area }) => area));
  const parts = [...areas].flatMap((area) => {
    const clauses = known.filter((clause) => clause.area === area);
    const own = clauses.map(({ id }) => id).filter((id) => ids.includes(id));
    if (own.length === 0) return [];
    if (own.length === clauses.length) return [`all ${own.length} clauses of ${area}`];
    return own.length <= most ? own : [`${own.length} of ${clauses.length} clauses of ${area}`];
  });
  return parts.join(', ');
}

/** A questionnaire in Markdown: a question for each fact with a setting, then the facts that no check depends on. */
export function openQuestions(facts: readonly OpenFact[]): string {
  const asked = facts.filter(({ setting }) => setting !== undefined);
  const others = facts.filter(({ setting }) => setting === undefined);
  return `# What the documentation leaves open

${asked.length} questions about the banking data access API, and what we assume until you answer. We write each answer
into our description of your service, as the setting named here.

${asked.map(question).join('\n')}
## Test data

Our requests hold these values. Which ones does your service take? We write each answer under testData of our description.

${testDataRows.map(testDataQuestion).join('\n')}
## Out of contract

None of our checks depends on these ${others.length} facts. Let us know if one of them matters.

${others.map(({ id, fact, source, outOfContract }) => `- ${fact} (${source}; ${id}) ${outOfContract}\n`).join('')}`;
}

function question(fact: OpenFact, index: number): string {
  const { id, source, setting = '', affects = [] } = fact;
  return `## ${index + 1}. ${fact.fact.replace(/\.$/, '')}

- Left open in: ${source} (${id})
- We assume: ${assumed(fact.default)}
- It may be: ${choicesText(fact)}
- Our setting: ${code(setting)}
- Affects: ${clausesInWords(affects)}
- Your answer:
`;
}

function testDataQuestion({ key, meaning, default: value, choices }: (typeof testDataRows)[number]): string {
  return `- ${code(key)}: ${meaning}
  - We send: ${assumed(value)}
  - It may be: ${choices}
  - Your answer:
`;
}

function assumed(value: unknown): string {
  const text = settingText(value);
  return ['""', '[]', '{}'].includes(text) ? `none (${code(text)})` : code(text);
}

function code(text: string): string {
  return `\`${text}\``;
}
