/** The migration: the flows side by side, what becomes of every field, and what V2 has no place for. */

import { count } from '../../../../contracts/src/base/text.ts';
import { callName } from '../../../../contracts/src/judge/operation.ts';
import type { FlowCall } from '../../../runner/verdict.ts';
import { fieldCells } from '../../field-table.ts';
import type { TargetReport } from '../../run-json.ts';
import { carriedText, flowAnswer, isCarried, lostByDesign } from '../../terminal/flows-text.ts';
import { type Html, html } from '../html.ts';
import type { PageTable, Section } from '../page-parts.ts';

const TITLES = { import: 'Import of a bank connection', payment: 'Payment' };

/** undefined where no flow ran. The mapping is the same on every target; its values are published examples. */
export function migrationSection(targets: readonly TargetReport[], isUpheld: boolean): Section | undefined {
  const flows = targets.find((target) => target.flows.length > 0)?.flows ?? [];
  if (flows.length === 0) return undefined;
  const isWhole = flows.every(isCarried);
  const rows = flows.flatMap(({ flow, fields }) =>
    fields.map((field) => {
      const [from, value, verdict = '', to, becomes, loses = ''] = fieldCells(field, { isOpen: true });
      const loss = loses === 'nothing' ? html`<span class="none">nothing</span>` : html`<b>${loses}</b>`;
      return [flow, placeHtml(from, value), { verdict }, placeHtml(to, becomes), loss];
    }),
  );
  // Where the verdict is another, a reader would take it for that of the run.
  const carried = isWhole && !isUpheld ? count(rows.length, 'field') : flows.map(carriedText).join('; ');
  return {
    id: 'migration',
    title: 'The migration',
    lead: 'V1 answers 451 with the web form’s address in its location header; Web Form V2 answers 201 with the address in the body.',
    body: html`${flowsHtml(targets)}`,
    tables: [
      {
        title: 'What becomes of every field',
        note: carried,
        isOpen: !isWhole,
        id: 'fields-list',
        head: ['flow', 'V1', 'verdict', 'V2', 'loses'],
        rows,
      },
      noPlace(),
    ],
  };
}

function placeHtml(place = '-', text = ''): Html | string {
  return place === '-' ? '–' : html`<code>${place}</code><br><span class="value">${text}</span>`;
}

/** The flows of each target. */
function flowsHtml(targets: readonly TargetReport[]): Html[] {
  return targets.flatMap(({ target, flows }) =>
    flows.map(
      ({ flow, v1, v2 }) =>
        html`<figure class="flow"><figcaption>${TITLES[flow]}, on ${target}</figcaption><div class="two">${sideHtml('V1', v1)}${sideHtml('V2', v2)}</div></figure>`,
    ),
  );
}

function sideHtml(version: string, calls: readonly FlowCall[]): Html {
  const steps = calls.map((call) => {
    const { isDue, text } = flowAnswer(call);
    const answer = isDue
      ? html`<span class="good">✓ ${text}</span>`
      : html`<span class="wrong">✗ ${text}</span>`;
    return html`<li><code>${callName(call.operation)}</code><br>${answer}</li>`;
  });
  return html`<div><p class="cap">${version}: ${count(calls.length, 'call')}</p><ol>${steps}</ol></div>`;
}

/** What no request of V1 shows: the loss that comes with the flow itself. */
function noPlace(): PageTable {
  const { ofSubmit, ofAnswers } = lostByDesign();
  const rows = [
    ...ofSubmit.map((row) => ({ ...row, what: 'submit request' })),
    ...ofAnswers.map((row) => ({ ...row, what: 'answer' })),
  ]
    .filter(({ loses }) => loses !== 'nothing')
    .map(({ what, from, loses, why }) => [what, { code: from?.replace('#', ' ') ?? null }, loses, why]);
  return {
    title: 'By design',
    head: ['V1', 'field', 'loses', 'why'],
    rows,
    note: `V2 has no place for ${count(rows.length, 'field')} of the V1 submit and the V1 answers`,
  };
}
