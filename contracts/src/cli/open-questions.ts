/** Everything that the documentation leaves open, as a questionnaire to send to a provider. */
import type { OpenFact } from '../contract/ledger.ts';
import { settingText } from '../contract/setting-text.ts';
import { choicesText } from './choices-text.ts';
import { leaningText } from './leaning-text.ts';

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
  const { id, source, setting = '', leans = [] } = fact;
  return `## ${index + 1}. ${fact.fact.replace(/\.$/, '')}

- Left open in: ${source} (${id})
- We assume: ${assumed(fact.default)}
- It may be: ${choicesText(fact)}
- Our setting: ${code(setting)}
- What leans on it: ${leaningText(leans)}
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
