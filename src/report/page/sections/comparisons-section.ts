/** What `compare` found in a V2 request that somebody else wrote. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { badge } from '../parts/badge.ts';
import { fieldTableView } from '../parts/field-table-view.ts';
import { filters } from '../parts/filters.ts';
import type { ComparisonResult } from '../results/content.ts';
import type { Section } from './section.ts';

/** undefined where nothing was compared. */
export function comparisonsSection(comparisons: readonly ComparisonResult[]): Section | undefined {
  if (comparisons.length === 0) return undefined;
  return {
    id: 'compared',
    title: 'Compared requests',
    lead: 'A V2 request is equivalent when it carries everything that the V1 request asks for, and no more.',
    body: html`${comparisons.map(comparisonHtml)}`,
  };
}

function comparisonHtml({ file, verdict, fields }: ComparisonResult, at: number): Html {
  const id = `compared-${at}`;
  const verdicts = [...new Set(fields.map((field) => field.verdict))];
  const rows = fields.map((field) => ({
    data: { verdict: field.verdict },
    cells: [place(field.from), place(field.to), badge(field.verdict), field.message || '–'],
  }));
  return html`<h3>${file}: ${badge(verdict)} ${count(fields.length, 'field')}</h3>
${filters(id, 'fields', [{ name: 'verdict', label: 'Verdict', choices: verdicts.map((it) => [it, it]) }])}
${fieldTableView(id, `Fields of ${file}`, ['V1', 'V2', 'verdict', 'note'], rows)}`;
}

function place(pointer: string | null): Html {
  return pointer === null ? html`–` : html`<code>${pointer}</code>`;
}
