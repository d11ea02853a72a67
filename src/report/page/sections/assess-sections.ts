/** What `assess` says of a recording: what is to be done, the calls, and what becomes of V1 fields and answers. */
import { count } from '../../../../contracts/src/base/text.ts';
import type { OpenPoint, Readiness } from '../../../../contracts/src/evidence/readiness.ts';
import { CALLS_HEAD, callRows, countsSentence, factLines } from '../../assess/assess-text.ts';
import { type Html, html } from '../html.ts';
import type { AssessmentResult } from '../page-content.ts';
import { badge, code, groupHtml, type Section, type TableRow, table } from '../page-parts.ts';

/** The titles name the file where there are several. */
export function assessSections(assessments: readonly AssessmentResult[]): Section[] {
  return assessments.flatMap((result, at) => {
    const of = assessments.length > 1 ? ` of ${result.file}` : '';
    const points = openPoints(result);
    const sections: Section[] = [
      ...(points.length > 0
        ? [{ id: 'open', title: 'To do', body: table('To do', POINTS_HEAD, points) }]
        : []),
      { id: 'calls', title: 'Calls', lead: countsSentence(result), body: callsHtml(result) },
      { id: 'becomes', title: 'What becomes of V1', body: fieldsHtml(result) },
    ];
    return sections.map((section) => ({
      ...section,
      id: `${section.id}-${at}`,
      title: `${section.title}${of}`,
    }));
  });
}

const POINTS_HEAD = ['what', 'field', 'sent', 'why', 'how'];

function openPoints({ decisions, noPlace }: Readiness): TableRow[] {
  const rowsOf = (verdict: string, points: readonly OpenPoint[]) =>
    points.map(({ field, values, why, how }) => [badge(verdict), code(field), `${values}`, `${why}.`, how]);
  return [...rowsOf('no place', noPlace), ...rowsOf('needs-decision', decisions)];
}

function callsHtml(result: Readiness): Html {
  const rows = callRows(result).map(([operation = '', ...cells]) => [code(operation), ...cells]);
  const facts = factLines(result).map(([name, text]) => html`<li><b>${name}</b>: ${text}</li>`);
  return html`${table('Calls by operation', CALLS_HEAD, rows)}
<ul class="findings">${facts}</ul>`;
}

/** The fields are open where one of them has no place. */
function fieldsHtml({ fields, undocumented, neverUsed, answers, noPlace }: Readiness): Html {
  const rows: TableRow[] = [
    ...undocumented.map(({ in: request, pointer, count: times }) => {
      return [request, code(pointer), badge('undocumented'), '–', '–', `${times}`];
    }),
    ...fields.map(({ request, from, to, fate, calls, values, refused }) => {
      const verdict = badge(refused > 0 ? 'wrong-value' : fate);
      return [request, code(from), verdict, code(to), `${calls}`, `${values}`];
    }),
  ];
  const answered = answers.map(({ from, to, calls, loses }) => {
    return [code(from.replace('#', ' ')), code(to?.replace('#', ' ') ?? null), `${calls}`, loses];
  });
  const names = neverUsed.map((name) => html`<li>${code(name)}</li>`);
  const tables = {
    fields: table('V1 fields', ['request', 'V1', 'verdict', 'V2', 'calls', 'values'], rows),
    answers: table('V1 answers', ['V1', 'V2', 'answers', 'loses'], answered),
  };
  return html`${groupHtml('V1 fields', count(rows.length, 'field'), tables.fields, { isOpen: noPlace.length > 0 })}
${names.length > 0 && groupHtml('Never used', count(names.length, 'documented field'), html`<ul class="findings">${names}</ul>`)}
${answered.length > 0 && groupHtml('V1 answers', count(answered.length, 'field'), tables.answers)}`;
}
