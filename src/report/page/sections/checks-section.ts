/** What `check` found in recorded exchanges and messages, and `compare` in a V2 request. */
import { andList, count } from '../../../../contracts/src/base/text.ts';
import { clauseFacts } from '../../clause-counts.ts';
import { type Html, html } from '../html.ts';
import type { CheckedLine, CheckFile, ComparisonResult } from '../page-content.ts';
import { badge, code, type Section, table } from '../page-parts.ts';

/** Of a clause; more say nothing new. */
const MOST_FOUND = 10;
const MOST_NAMED = 20;

type Found = CheckedLine['findings'][number] & { readonly record: CheckedLine };

/** undefined where nothing was checked. */
export function checksSection(checks: readonly CheckFile[]): Section | undefined {
  if (checks.length === 0) return undefined;
  const records = checks.flatMap((check) => check.records);
  const verdicts = ['upheld', 'violated', 'refused', 'not-judged'];
  const operations = Map.groupBy(records, ({ operation }) => operation ?? 'no documented call');
  const rows = [...operations].map(([operation, own]) => {
    const counts = verdicts.map((verdict) => `${own.filter((it) => it.verdict === verdict).length}`);
    return [code(operation), ...counts];
  });
  const found = records.flatMap((record) => record.findings.map((finding) => ({ ...finding, record })));
  const { provider = [], client = [] } = Object.groupBy(found, ({ about }) => about);
  return {
    id: 'checked',
    title: 'Recorded traffic',
    lead: `${count(records.length, 'record')} from ${checks.map(({ file }) => file).join(', ')}, each judged by what the documentation says. Records count from 0 in each file.`,
    body: html`${table('Records by operation', ['operation', 'upheld', 'violated', 'refused', 'not judged'], rows)}
${clausesHtml(provider, 'violated')}${client.length > 0 && html`<h3>Your requests</h3>${clausesHtml(client, 'deviate')}`}`,
  };
}

function clausesHtml(all: readonly Found[], what: 'violated' | 'deviate'): Html[] {
  return [...Map.groupBy(all, ({ clause }) => clause)].map(([clause, found]) => {
    const alike = [...Map.groupBy(found, ({ message, pointer }) => `${message} ${pointer}`).values()];
    const more = alike.length - MOST_FOUND;
    const { says, source } = clauseFacts(clause);
    return html`<details class="row" id="${what}-${clause}" open><summary><code>${clause}</code> <span class="v bad">${found.length} ${what}</span> <span class="says">${says}</span></summary>
<div class="inside"><p class="source">Documented: ${source}</p><ul class="findings">${alike.slice(0, MOST_FOUND).map(foundHtml)}</ul>${more > 0 && html`<p>and ${more} more, all in the result of check.</p>`}</div></details>`;
  });
}

/** The same at the same place, in one record or in many. */
function foundHtml(own: readonly Found[]): Html {
  const [{ message, pointer, earlier } = { message: '', pointer: '' }] = own;
  const files = Map.groupBy(own.slice(0, MOST_NAMED), ({ record }) => nameOf(record.file));
  const records = [...files].map(([file, its]) => {
    const indices = [...new Set(its.map(({ record }) => `${record.index}`))];
    return `${file}, ${indices.length === 1 ? 'record' : 'records'} ${andList(indices)}`;
  });
  const more = own.length > MOST_NAMED ? ` and ${own.length - MOST_NAMED} more` : '';
  const before = earlier ? `, compared with ${nameOf(earlier.file)}, record ${earlier.index}` : '';
  return html`<li><p class="wrong">${message}</p><p class="source">at <code>${pointer}</code> in ${records.join('; ')}${more}${before}</p></li>`;
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
