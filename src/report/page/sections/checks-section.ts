/** What `check` found in recorded exchanges and messages, and `compare` in a V2 request. */
import { count } from '../../../../contracts/src/base/text.ts';
import type { FoundOfClause } from '../../../../contracts/src/judge/clause-count.ts';
import type { FoundInRecord } from '../../check/check-totals.ts';
import { clauseFacts } from '../../clause-counts.ts';
import { type Html, html } from '../html.ts';
import type { ComparisonResult, PageContent } from '../page-content.ts';
import { badge, code, type Section, table } from '../page-parts.ts';

/** undefined where nothing was checked. */
export function checksSection(check: PageContent['check']): Section | undefined {
  if (!check) return undefined;
  const { files, totals } = check;
  const [head = [], ...rows] = totals.table();
  const { provider, client } = totals.clauses.findings;
  return {
    id: 'checked',
    title: 'Recorded traffic',
    lead: `Of ${files.join(', ')}: each record judged by what the documentation says. Records count from 0 in each file.`,
    body: html`${table('Records by operation', head, rows)}
${clausesHtml(provider, 'violated')}${client.size > 0 && html`<h3>Your requests</h3>${clausesHtml(client, 'deviate')}`}`,
  };
}

function clausesHtml(found: ReadonlyMap<string, FoundOfClause<FoundInRecord>>, what: string): Html[] {
  return [...found].map(([clause, { count: all, first }]) => {
    const { says, source } = clauseFacts(clause);
    const more = all - first.length;
    const places = first.map(({ message, pointer, file, index, earlier }) => {
      const before = earlier ? `, compared with ${nameOf(earlier.file)}, record ${earlier.index}` : '';
      return html`<li><p class="wrong">${message}</p><p class="source">at <code>${pointer}</code> in ${nameOf(file)}, record ${index}${before}</p></li>`;
    });
    return html`<details class="row" id="${what}-${clause}" open><summary><code>${clause}</code> <span class="v bad">${all} ${what}</span> <span class="says">${says}</span></summary>
<div class="inside"><p class="source">Documented: ${source}</p><ul class="findings">${places}</ul>${more > 0 && html`<p>and ${more} more, all in the result of check.</p>`}</div></details>`;
  });
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '');
}

/** undefined where nothing was compared. */
export function comparisonsSection(comparisons: readonly ComparisonResult[]): Section | undefined {
  if (comparisons.length === 0) return undefined;
  const tables = comparisons.map(({ file, verdict, fields }) => {
    const rows = fields.map((field) => [
      ...[code(field.from), code(field.to)],
      ...[badge(field.verdict), field.message || '–'],
    ]);
    return html`<h3>${file}: ${badge(verdict)} ${count(fields.length, 'field')}</h3>
${table(`Fields of ${file}`, ['V1', 'V2', 'verdict', 'note'], rows)}`;
  });
  return {
    id: 'compared',
    title: 'Compared requests',
    lead: 'A V2 request is equivalent when it carries everything that the V1 request asks for, and no more.',
    body: html`${tables}`,
  };
}
