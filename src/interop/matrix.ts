/** Writes the interoperability matrix as a table, and below it what is wrong or out of reach. */
import { count } from '../../contracts/src/contract/show.ts';
import type { Row } from './row.ts';

/** Notes of one row beyond this are counted only. */
const LONGEST = 10;

export function matrix(rows: readonly Row[]): string {
  const lines = rows.map(({ tool, says, verdict }) => `| ${cell(tool)} | ${cell(says)} | ${verdict} |`);
  const notes = rows.filter((row) => row.notes.length > 0).map(notesOf);
  return `# Interoperability

What the tools of others say of the published contracts. Made by \`npm run interop\`.

| tool | holds when nothing is wrong | verdict |
| --- | --- | --- |
${lines.join('\n')}
${notes.join('')}
${tally(rows)}
`;
}

function tally(rows: readonly Row[]): string {
  const words = ['upheld', 'violated', 'unproven', 'out of reach'] as const;
  const parts = words.map((word) => `${rows.filter(({ verdict }) => verdict === word).length} ${word}`);
  return `${count(rows.length, 'check')}: ${parts.join(', ')}.`;
}

function notesOf({ tool, notes }: Row): string {
  const more = notes.length > LONGEST ? [`and ${notes.length - LONGEST} more`] : [];
  return `\n${tool}:\n\n${[...notes.slice(0, LONGEST), ...more].map((note) => `- ${note}\n`).join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
