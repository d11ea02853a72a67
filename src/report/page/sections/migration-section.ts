/** Section 2: the flows side by side, what becomes of every field, and what V2 has no place for. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import type { FieldResult } from '../../../../contracts/src/migration/field.ts';
import { fieldCells } from '../../../../contracts/src/migration/field-table.ts';
import { table } from '../../../../contracts/src/migration/table.ts';
import type { TargetReport } from '../../target-report.ts';
import { carriedText } from '../../terminal/mapping.ts';
import { badge } from '../parts/badge.ts';
import { fieldTableView, type TableRow } from '../parts/field-table-view.ts';
import { filters } from '../parts/filters.ts';
import { flowDrawings } from '../parts/flow-drawings.ts';
import type { Section } from './section.ts';

const HEAD = ['flow', 'V1', 'fate', 'V2', 'verdict', 'loses'];

/** undefined where no flow ran. The mapping is the same on every target; its values are published examples. */
export function migrationSection(targets: readonly TargetReport[]): Section | undefined {
  const flows = targets.find((target) => target.flows.length > 0)?.flows ?? [];
  if (flows.length === 0) return undefined;
  const fields = flows.flatMap((pair) => pair.fields.map((field) => ({ flow: pair.flow, field })));
  const asked = ({ name, of }: { name: string; of: (row: (typeof fields)[number]) => string }) => ({
    name,
    label: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    choices: [...new Set(fields.map(of))].map((value) => [value, value] as const),
  });
  return {
    id: 'migration',
    title: 'The migration',
    lead: `V1 answers 451 with the web form’s address in its location header; Web Form V2 answers 201 with the address in the body. Through the mapping: ${flows.map((pair) => `${pair.flow} ${carriedText(pair.fields)}`).join('; ')}.`,
    body: html`${flowDrawings(targets)}
<h3>What becomes of every field</h3>
${filters('fields', 'fields', [
  asked({ name: 'flow', of: ({ flow }) => flow }),
  asked({ name: 'verdict', of: ({ field }) => field.verdict }),
  asked({ name: 'fate', of: ({ field }) => field.fate }),
])}
${fieldTableView('fields', 'What becomes of every field', HEAD, fields.map(fieldRow))}
${noPlace()}`,
  };
}

function fieldRow({ flow, field }: { flow: string; field: FieldResult }): TableRow {
  const [from, value, fate, to, becomes, verdict, loses] = fieldCells(field, { isOpen: true });
  return {
    data: { flow, verdict: field.verdict, fate: field.fate },
    cells: [
      flow,
      placeHtml(from, value),
      fate ?? '',
      placeHtml(to, becomes),
      badge(verdict ?? ''),
      loses === 'nothing' ? html`<span class="none">nothing</span>` : html`<b>${loses}</b>`,
    ],
  };
}

function placeHtml(place = '-', value = ''): Html {
  return place === '-' ? html`–` : html`<code>${place}</code><br><span class="value">${value}</span>`;
}

/** What no request of V1 shows: the loss that comes with the flow itself. */
function noPlace(): Html {
  const rows = [
    ...table.submit.map(({ from, ...row }) => ({ ...row, what: 'submit request', from })),
    ...table.answers.map(({ from, ...row }) => ({
      ...row,
      what: 'answer',
      from: from?.replace('#', ' ') ?? null,
    })),
  ].filter(({ to, loses }) => to === null && loses !== 'nothing');
  const items = rows.map(({ what, from, loses, why }) => ({
    cells: [what, html`<code>${from ?? ''}</code>`, loses, why],
  }));
  return html`<details class="group"><summary><h3>By design</h3> <span>V2 has no place for ${count(rows.length, 'field')} of the V1 submit and the V1 answers</span></summary>
${fieldTableView('no-place', 'What V2 has no place for', ['V1', 'field', 'loses', 'why'], items)}</details>`;
}
