/** What `check` found in recorded exchanges and messages. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { clauseFacts } from '../clauses/clause-facts.ts';
import { matrixTable } from '../parts/matrix-table.ts';
import { words } from '../parts/words.ts';
import type { CheckedLine, CheckResult } from '../results/content.ts';
import type { Section } from './section.ts';

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
