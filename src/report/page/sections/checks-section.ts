/** What `check` found in recorded exchanges and messages. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import { badge, words } from '../badges.ts';
import { type CheckedLine, type CheckResult, type ComparisonResult, clauseFacts } from '../page-content.ts';
import { filters } from '../page-filters.ts';
import { fieldTableView, matrixTable, type Section } from '../page-parts.ts';

/** Of a clause; more help nobody. */
const MOST_FOUND = 10;
const MOST_NAMED = 20;
const HEAD = html`<tr><th scope="col">operation</th><th scope="col" class="n">upheld</th><th scope="col" class="n">violated</th><th scope="col" class="n">not judged</th></tr>`;

type Found = CheckedLine['findings'][number] & { readonly record: CheckedLine };

/** undefined where nothing was checked. */
export function checksSection(checks: readonly CheckResult[]): Section | undefined {
  if (checks.length === 0) return undefined;
  const records = checks.flatMap((check) => check.records);
  const operations = [...Map.groupBy(records, ({ operation }) => operation ?? 'no documented call')];
  return {
    id: 'checked',
    title: 'Recorded traffic',
    lead: `${count(records.length, 'record')} from ${checks.map(({ file }) => file).join(', ')}, each judged by what the documentation says. Records count from 0 in each file.`,
    body: html`${matrixTable('Records by operation', HEAD, operations.map(operationRow))}
${violations(records)}`,
  };
}

function operationRow([operation, records]: readonly [string, readonly CheckedLine[]]): Html {
  const counts = (['upheld', 'violated', 'not-judged'] as const).map(
    (verdict) => records.filter((it) => it.verdict === verdict).length,
  );
  return html`<tr><th scope="row"><code>${operation}</code></th>${counts.map((n) => html`<td class="n">${n}</td>`)}</tr>`;
}

/** The same at the same place, in one record or in many. */
function foundHtml(own: readonly Found[]): Html {
  const [{ message, pointer } = { message: '', pointer: '' }] = own;
  const named = own.slice(0, MOST_NAMED);
  const files = [...Map.groupBy(named, ({ record }) => record.file.replace(/^.*[\\/]/, ''))];
  const records = files.map(([file, its]) => {
    const indices = [...new Set(its.map(({ record }) => record.index))];
    return `${file}, ${indices.length === 1 ? 'record' : 'records'} ${words(indices.map(String))}`;
  });
  const more = own.length - named.length;
  return html`<li><p class="wrong">${message}</p><p class="source">at <code>${pointer}</code> in ${records.join('; ')}${more > 0 && html` and ${more} more`}</p></li>`;
}

function violations(records: readonly CheckedLine[]): Html[] {
  const found = records.flatMap((record) => record.findings.map((finding) => ({ ...finding, record })));
  return [...Map.groupBy(found, ({ clause }) => clause)].map(([clause, own]) => {
    const alike = [...Map.groupBy(own, ({ message, pointer }) => `${message} ${pointer}`).values()];
    const rows = alike.slice(0, MOST_FOUND).map(foundHtml);
    const more = alike.length - rows.length;
    const { says, source } = clauseFacts(clause);
    return html`<details class="row" id="checked-${clause}" open><summary><code>${clause}</code> <span class="v bad">${own.length} violated</span> <span class="says">${says}</span></summary>
<div class="inside"><p class="source">Documented: ${source}</p><ul class="findings">${rows}</ul>${more > 0 && html`<p>and ${more} more, all in the result of check.</p>`}</div></details>`;
  });
}

/** What `compare` found in a V2 request that somebody else wrote. */

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
