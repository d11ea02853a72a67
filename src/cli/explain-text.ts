/** What `explain` tells of one thing: a title, its sentence, and rows of a label and what there is to say. */

import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import type { OpenFact } from '../../contracts/src/base/ledgers.ts';
import { textTable } from '../../contracts/src/base/table.ts';
import { settingText } from '../../contracts/src/base/text.ts';
import { fitted } from './terminal-text.ts';

export type ToldRow = readonly [label: string, text: string];

/** Ends with a newline. */
export function toldRows(title: string, sentence: string, rows: readonly ToldRow[]): string {
  const table = textTable(rows.map((row) => [...row]));
  return `${title}\n  ${sentence}\n${table.replace(/^(?=.)/gm, '  ')}`;
}

/** Keeps what `explain` tells of one thing to ten lines on a narrow terminal. */

const LINES = 10;
const NARROW = { isTTY: true, columns: 80 } as const;
/** One schema, call or fault tells what many others of its list tell. */
const MOST_NAMED = 4;

/** The first text that fits; `textWith` gets how many of a list it may name, from four down to one. */
export function tenLines(textWith: (most: number) => string): string {
  for (let most = MOST_NAMED; most > 1; most--) {
    const text = textWith(most);
    if (fitted(text, NARROW).trimEnd().split('\n').length <= LINES) return text;
  }
  return textWith(1);
}

/** What a setting may be, in words. */

export function choicesText({ choices = '' }: Pick<OpenFact, 'choices'>): string {
  return typeof choices === 'string' ? choices : choices.map(settingText).join(', ');
}

/** Many clauses in few words: an area as a whole, a few by their ids, of more than `most` the number. */

const MOST_NAMED_LEANING_TEXT = 6;

export function leaningText(ids: readonly string[], most = MOST_NAMED_LEANING_TEXT): string {
  if (ids.length === 0) return 'nothing: no case depends on it';
  const known = ledger.clauses.filter(({ level }) => level !== 'excluded');
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

/** Everything that the documentation leaves open, as a questionnaire to send to a provider. */

/** Markdown: a question for each fact with a setting, then the facts that no check depends on; ends with a newline. */
export function openQuestions(facts: readonly OpenFact[]): string {
  const asked = facts.filter(({ setting }) => setting !== undefined);
  const others = facts.filter(({ setting }) => setting === undefined);
  return `# What the documentation leaves open

${asked.length} questions on the banking data access API, and what we assume until they are answered. An answer goes
into our description of your service, under the name of its setting.

${asked.map(question).join('\n')}
## Out of contract

No check of ours depends on these ${others.length} facts. Tell us where we are wrong to do without.

${others.map(({ id, fact, source, outOfContract }) => `- ${fact} (${source}; ${id}) ${outOfContract}\n`).join('')}`;
}

function question(fact: OpenFact, index: number): string {
  const { id, source, setting = '', affects = [] } = fact;
  return `## ${index + 1}. ${fact.fact.replace(/\.$/, '')}

- Left open in: ${source} (${id})
- We assume: ${assumed(fact.default)}
- It may be: ${choicesText(fact)}
- Our setting: ${code(setting)}
- What leans on it: ${leaningText(affects)}
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
