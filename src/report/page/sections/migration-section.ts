/** Section 2: the flows side by side, what becomes of every field, and what V2 has no place for. */

import { operations } from '../../../../contracts/generated/operations.ts';
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import { fieldCells } from '../../../../contracts/src/migration/field-table.ts';
import type { FieldResult } from '../../../../contracts/src/migration/mapping-engine.ts';
import { table } from '../../../../contracts/src/migration/mapping-table.ts';
import type { FlowCall, FlowPair } from '../../../runner/verdict.ts';
import { flowAnswer } from '../../flow-answer.ts';
import type { TargetReport } from '../../run-json.ts';
import { carriedText } from '../../terminal/flows-text.ts';
import { badge, words } from '../badges.ts';
import { filters } from '../page-filters.ts';
import { fieldTableView, type Section, type TableRow } from '../page-parts.ts';

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

/** Both flows drawn side by side, once for all targets that answered alike. */

const NUMBERS = ['no call', 'one call', 'two calls'];

export function flowDrawings(targets: readonly TargetReport[]): Html[] {
  const drawn = targets
    .flatMap(({ target, flows }) => flows.map((pair) => ({ target, pair })))
    .sort((a, b) => (a.pair.flow < b.pair.flow ? -1 : a.pair.flow > b.pair.flow ? 1 : 0));
  const alike = Map.groupBy(drawn, ({ pair: { flow, v1, v2 } }) =>
    [flow, ...v1, 'V2', ...v2]
      .map((it) => (typeof it === 'string' ? it : `${it.operation} ${answerWords(it)}`))
      .join('\n'),
  );
  return [...alike.values()].flatMap((group, at) => {
    const [first] = group;
    return first ? [pairHtml(`flow-${at}`, first.pair, words(group.map(({ target }) => target)))] : [];
  });
}

function pairHtml(id: string, { flow, v1, v2 }: FlowPair, targets: string): Html {
  return html`<figure class="flow"><figcaption>${flow === 'import' ? 'Import of a bank connection' : 'Payment'}, on ${targets}</figcaption>
<div class="two"><div>${side(`${id}-v1`, flow, 'V1', v1, '{base_url}')}</div><div>${side(`${id}-v2`, flow, 'V2', v2, '{webform_url}')}</div></div></figure>`;
}

function side(id: string, flow: string, version: string, calls: FlowPair['v1'], server: string): Html {
  const number = NUMBERS[calls.length] ?? '';
  return html`<p class="cap">${version}: ${number}</p>${sequenceSvg(id, `${flow} in ${version}, ${number}`, server, calls)}`;
}

/** The calls of one side of a flow as a sequence diagram. */

const WIDTH = 340;
const LEFT = 26;
const RIGHT = 314;
const TOP = 46;
/** Of a call and its answer. */
const STEP = 72;

/** `id` makes the ids of the drawing unique on the page; `title` says what it shows. */
export function sequenceSvg(id: string, title: string, server: string, calls: readonly FlowCall[]): Html {
  const foot = TOP + calls.length * STEP;
  const last = calls.at(-1);
  const form = last?.address && flowAnswer(last).isDue ? last.address : undefined;
  const height = foot + (form ? 46 : 14);
  return html`<svg class="sequence" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${described(calls, form)}</desc>
<line class="life" x1="${LEFT}" y1="30" x2="${LEFT}" y2="${foot}"/><line class="life" x1="${RIGHT}" y1="30" x2="${RIGHT}" y2="${foot}"/>
${box(2, 'your client')}${box(WIDTH - 132, server)}
${calls.map(callHtml)}
${form && formHtml(foot, form)}
</svg>`;
}

function box(x: number, text: string): Html {
  return html`<rect class="party" x="${x}" y="2" width="130" height="28" rx="6"/><text class="name" x="${x + 65}" y="20" text-anchor="middle">${text}</text>`;
}

function callHtml(call: FlowCall, at: number): Html {
  const { method, path } = operations[call.operation];
  const { isDue } = flowAnswer(call);
  const y = TOP + at * STEP;
  const tone = isDue ? 'good' : 'bad';
  return html`<text class="call" x="${WIDTH / 2}" y="${y + 10}" text-anchor="middle">${method} ${path}</text>
<path class="arrow" d="M${LEFT} ${y + 18}H${RIGHT - 6}"/><path class="head" d="M${RIGHT} ${y + 18}l-8 -4v8z"/>
<text class="answer ${tone}" x="${WIDTH / 2}" y="${y + 42}" text-anchor="middle">${isDue ? '✓' : '✗'} ${answerWords(call)}</text>
<path class="arrow back ${tone}" d="M${RIGHT} ${y + 50}H${LEFT + 6}"/><path class="head ${tone}" d="M${LEFT} ${y + 50}l8 -4v8z"/>`;
}

function formHtml(y: number, address: 'location' | 'url'): Html {
  return html`<rect class="form" x="2" y="${y + 8}" width="${WIDTH - 4}" height="30" rx="6"/><text class="name" x="${WIDTH / 2}" y="${y + 27}" text-anchor="middle">the user opens the web form: its address is in ${address}</text>`;
}

/** In the terms of the documentation, since every 2xx is the same to it. */
export function answerWords(call: FlowCall): string {
  const { isDue, due, text } = flowAnswer(call);
  return isDue ? due : text;
}

function described(calls: readonly FlowCall[], form: 'location' | 'url' | undefined): string {
  const told = calls.map((call) => {
    const { method, path } = operations[call.operation];
    return `${method} ${path} is answered with ${answerWords(call)}.`;
  });
  return [...told, ...(form ? ['The user opens the web form at the address in that answer.'] : [])].join(' ');
}
