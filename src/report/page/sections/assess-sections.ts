/** What `assess` says of a recording: what is to be done, the calls, and what becomes of V1 fields and answers. */

import { count } from '../../../../contracts/src/base/text.ts';
import type { OpenPoint, Readiness } from '../../../../contracts/src/evidence/readiness.ts';
import { CALLS_HEAD, callRows, countsSentence, factLines } from '../../assess/assess-text.ts';
import { type Html, html } from '../html.ts';
import type { AssessmentResult } from '../page-content.ts';
import { badge, cardTable, groupHtml, type Section, type TableRow, wideTable } from '../page-parts.ts';

/** The titles name the file where there are several. */
export function assessSections(assessments: readonly AssessmentResult[]): Section[] {
  return assessments.flatMap((result, at) => {
    const of = assessments.length > 1 ? ` of ${result.file}` : '';
    const sections = [openSection(result), callsSection(result), fieldsSection(result)];
    return sections.flatMap((section) =>
      section ? [{ ...section, id: `${section.id}-${at}`, title: `${section.title}${of}` }] : [],
    );
  });
}

function openSection({ decisions, noPlace }: Readiness): Section | undefined {
  const row = (verdict: string, { field, values, why, how }: OpenPoint): TableRow => {
    return [badge(verdict), html`<code>${field}</code>`, `${values}`, `${why}.`, how];
  };
  const rows = [
    ...noPlace.map((point) => row('no place', point)),
    ...decisions.map((point) => row('needs-decision', point)),
  ];
  if (rows.length === 0) return undefined;
  const parts = [
    noPlace.length > 0 && count(noPlace.length, 'field has no place in V2', 'fields have no place in V2'),
    decisions.length > 0 && count(decisions.length, 'decision is open', 'decisions are open'),
  ].filter((part) => part !== false);
  return {
    id: 'open',
    title: 'To do',
    lead: `${parts.join(', and ')}.`,
    body: cardTable('To do', ['what', 'field', 'sent', 'why', 'how'], rows),
  };
}

function callsSection(result: Readiness): Section {
  const rows = callRows(result).map(([operation, ...cells]) => [html`<code>${operation}</code>`, ...cells]);
  const facts = factLines(result).map(([name, text]) => html`<li><b>${name}</b>: ${text}</li>`);
  return {
    id: 'calls',
    title: 'Calls',
    lead: countsSentence(result),
    body: html`${wideTable('Calls by operation', CALLS_HEAD, rows)}
<ul class="findings">${facts}</ul>`,
  };
}

function fieldsSection(result: Readiness): Section | undefined {
  const { fields, undocumented, neverUsed, answers } = result;
  if (fields.length + undocumented.length + answers.length === 0) return undefined;
  return {
    id: 'becomes',
    title: 'What becomes of V1',
    lead: 'Every field that was sent to V1 with its place in V2, and what a handler of V1 answers reads today.',
    body: html`${fieldsHtml(result)}
${neverUsed.length > 0 && groupHtml('Never used', count(neverUsed.length, 'documented field'), html`<ul class="findings">${neverUsed.map((name) => html`<li><code>${name}</code></li>`)}</ul>`)}
${answers.length > 0 && groupHtml('V1 answers', count(answers.length, 'field'), answersTable(result))}`,
  };
}

/** Open where a field has no place. */
function fieldsHtml({ fields, undocumented, noPlace }: Readiness): Html {
  const rows: TableRow[] = [
    ...undocumented.map(({ in: request, pointer, count: times }) => {
      return [request, html`<code>${pointer}</code>`, badge('undocumented'), '–', '–', `${times}`];
    }),
    ...fields.map(({ request, from, to, fate, calls, values, refused }) => {
      const place = to === null ? '–' : html`<code>${to}</code>`;
      const verdict = badge(refused > 0 ? 'wrong-value' : fate);
      return [request, html`<code>${from}</code>`, verdict, place, `${calls}`, `${values}`];
    }),
  ];
  const table = cardTable('V1 fields', ['request', 'V1', 'verdict', 'V2', 'calls', 'values'], rows);
  return groupHtml('V1 fields', count(rows.length, 'field'), table, { isOpen: noPlace.length > 0 });
}

function answersTable({ answers }: Readiness): Html {
  const rows = answers.map(({ from, to, calls, loses }) => {
    const places = [from, to ?? '–'].map((each) => html`<code>${each.replace('#', ' ')}</code>`);
    return [...places, `${calls}`, loses];
  });
  return cardTable('V1 answers', ['V1', 'V2', 'answers', 'loses'], rows);
}
