/** What `assess` says of a recording: what is to be done, the calls, and what becomes of V1 fields and answers. */
import { count } from '../../../../contracts/src/base/text.ts';
import type { OpenPoint, Readiness } from '../../../../contracts/src/evidence/readiness.ts';
import { assessTables, type Cell, countsSentence, factLines } from '../../assess/assess-text.ts';
import { type Html, html } from '../html.ts';
import type { AssessmentResult } from '../page-content.ts';
import { badge, code, groupHtml, type Section, table } from '../page-parts.ts';

/** The titles name the file where there are several. */
export function assessSections(assessments: readonly AssessmentResult[]): Section[] {
  return assessments.flatMap((result, at) => {
    const of = assessments.length > 1 ? ` of ${result.file}` : '';
    const points = openPoints(result);
    const facts = factLines(result).map(([name, text]) => html`<li><b>${name}</b>: ${text}</li>`);
    const sections: Section[] = [
      { id: 'open', title: 'To do', body: table('To do', ['what', 'field', 'sent', 'why', 'how'], points) },
      {
        id: 'facts',
        title: 'Recording',
        lead: countsSentence(result),
        body: html`<ul class="findings">${facts}</ul>`,
      },
      { id: 'becomes', title: 'What becomes of V1', body: html`${tablesHtml(result)}` },
    ];
    return sections
      .filter(({ id }) => id !== 'open' || points.length > 0)
      .map((section) => ({ ...section, id: `${section.id}-${at}`, title: `${section.title}${of}` }));
  });
}

function openPoints({ decisions, noPlace }: Readiness) {
  const rowsOf = (verdict: string, points: readonly OpenPoint[]) =>
    points.map(({ field, values, why, how }) => [badge(verdict), code(field), `${values}`, `${why}.`, how]);
  return [...rowsOf('no place', noPlace), ...rowsOf('needs-decision', decisions)];
}

/** The calls and the fields are open. */
function tablesHtml(result: Readiness): Html[] {
  return assessTables(result).map(({ title, head, rows }) => {
    const body = table(
      title,
      head,
      rows.map((cells) => cells.map(cellHtml)),
    );
    return groupHtml(title, count(rows.length, 'row'), body, {
      isOpen: title === 'Calls' || title === 'V1 fields',
    });
  });
}

function cellHtml(cell: Cell): Html | string {
  if (typeof cell === 'string') return cell;
  return 'fate' in cell ? badge(cell.fate) : code(cell.code);
}
