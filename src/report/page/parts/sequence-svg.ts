/** The calls of one side of a flow as a sequence diagram. */
import { operations } from '../../../../contracts/generated/operations.ts';
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { FlowCall } from '../../../drive/verdict.ts';
import { flowAnswer } from '../../flow-answer.ts';

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
