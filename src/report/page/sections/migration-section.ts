/** The migration: the flows side by side, what becomes of every field, and what V2 has no place for. */
import { operations } from '../../../../contracts/generated/operations.ts';
import { andList, count } from '../../../../contracts/src/base/text.ts';
import type { FieldResult } from '../../../../contracts/src/migration/mapping-engine.ts';
import { table } from '../../../../contracts/src/migration/mapping-table.ts';
import type { FlowCall } from '../../../runner/verdict.ts';
import { fieldCells } from '../../field-table.ts';
import type { TargetReport } from '../../run-json.ts';
import { carriedText, flowAnswer, isCarried } from '../../terminal/flows-text.ts';
import { type Html, html } from '../html.ts';
import { badge, cardTable, groupHtml, type Section, type TableRow } from '../page-parts.ts';

const CALLS = ['no call', 'one call', 'two calls'];
const EVERY_FIELD = 'What becomes of every field';
const TITLES = { import: 'Import of a bank connection', payment: 'Payment' };

/** undefined where no flow ran. The mapping is the same on every target; its values are published examples. */
export function migrationSection(targets: readonly TargetReport[], isUpheld: boolean): Section | undefined {
  const flows = targets.find((target) => target.flows.length > 0)?.flows ?? [];
  if (flows.length === 0) return undefined;
  const fields = flows.flatMap((pair) => pair.fields.map((field) => ({ flow: pair.flow, field })));
  const isWhole = flows.every(isCarried);
  // Where the verdict is another, a reader would take it for that of the run.
  const carried = isWhole ? isUpheld && 'nothing lost' : flows.map(carriedText).join('; ');
  return {
    id: 'migration',
    title: 'The migration',
    lead: 'V1 answers 451 with the web form’s address in its location header; Web Form V2 answers 201 with the address in the body.',
    body: html`${flowsHtml(targets)}
${groupHtml(EVERY_FIELD, [count(fields.length, 'field'), carried].filter((it) => it !== false).join(', '), cardTable(EVERY_FIELD, ['flow', 'V1', 'verdict', 'V2', 'loses'], fields.map(fieldRow)), { isOpen: !isWhole, id: 'fields-list' })}
${noPlace()}`,
  };
}

/** Both flows, once for all targets that answered alike. */
function flowsHtml(targets: readonly TargetReport[]): Html[] {
  const drawn = targets.flatMap(({ target, flows }) =>
    flows.map(({ flow, v1, v2 }) => {
      const sides = html`<div class="two">${sideHtml('V1', v1)}${sideHtml('V2', v2)}</div>`;
      return { target, title: TITLES[flow], sides };
    }),
  );
  drawn.sort((a, b) => Number(a.title > b.title) - Number(a.title < b.title));
  const alike = Map.groupBy(drawn, ({ title, sides }) => title + sides.text);
  return [...alike.values()].map((own) => {
    const names = andList(own.map(({ target }) => target));
    return html`<figure class="flow"><figcaption>${own[0]?.title}, on ${names}</figcaption>${own[0]?.sides}</figure>`;
  });
}

function sideHtml(version: string, calls: readonly FlowCall[]): Html {
  const steps = calls.map((call) => {
    const { method, path } = operations[call.operation];
    const { isDue, due, text } = flowAnswer(call);
    // Every 2xx is the same to the documentation.
    const answer = isDue
      ? html`<span class="good">✓ ${due}</span>`
      : html`<span class="wrong">✗ ${text}</span>`;
    return html`<li><code>${method} ${path}</code><br>${answer}${isDue && call.address && html` <span class="source">the address of the web form is in ${call.address}</span>`}</li>`;
  });
  return html`<div><p class="cap">${version}: ${CALLS[calls.length]}</p><ol>${steps}</ol></div>`;
}

function fieldRow({ flow, field }: { flow: string; field: FieldResult }): TableRow {
  const [from, value, verdict = '', to, becomes, loses = ''] = fieldCells(field, { isOpen: true });
  const placeHtml = (place = '-', text = '') =>
    place === '-' ? '–' : html`<code>${place}</code><br><span class="value">${text}</span>`;
  const loss = loses === 'nothing' ? html`<span class="none">nothing</span>` : html`<b>${loses}</b>`;
  return [flow, placeHtml(from, value), badge(verdict), placeHtml(to, becomes), loss];
}

/** What no request of V1 shows: the loss that comes with the flow itself. */
function noPlace(): Html {
  const lost = [
    ...table.submit.map((row) => ({ ...row, what: 'submit request' })),
    ...table.answers.map((row) => ({ ...row, what: 'answer' })),
  ].filter(({ to, loses }) => to === null && loses !== 'nothing');
  const rows = lost.map(({ what, from, loses, why }) => {
    return [what, html`<code>${from?.replace('#', ' ') ?? ''}</code>`, loses, why];
  });
  return groupHtml(
    'By design',
    `V2 has no place for ${count(lost.length, 'field')} of the V1 submit and the V1 answers`,
    cardTable('What V2 has no place for', ['V1', 'field', 'loses', 'why'], rows),
  );
}
