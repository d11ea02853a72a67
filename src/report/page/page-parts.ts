/** The parts that the sections of the page share: headings, tables, commands and links to clauses. */

import type { TargetRun, Verdict } from '../../runner/verdict.ts';
import { type Tally, VERDICTS } from '../clause-counts.ts';
import { type Ending, outcomeOf } from '../run-outcome.ts';
import { type Html, html } from './html.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  /** How many there are of what it lists. */
  readonly count?: number;
  /** What the section shows, in a sentence, or ''. */
  readonly lead: string;
  readonly body: Html;
}

export function sectionHtml({ id, title, count, lead, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}${count !== undefined && html` <span class="count">${count}</span>`}</h2>
${lead !== '' && html`<p class="lead">${lead}</p>`}
${body}
</section>`;
}

/** The cells of a row. */
export type TableRow = readonly (Html | string)[];

/** A table whose rows are cards on a narrow screen: the style sheet changes `display`, so roles are written out. */
export function cardTable(caption: string, head: readonly string[], rows: readonly TableRow[]): Html {
  const rowHtml = (cells: TableRow): Html => {
    return html`<tr role="row" class="row">${cells.map((cell, at) => html`<td role="cell" data-head="${head[at] ?? ''}"><div>${cell}</div></td>`)}</tr>`;
  };
  return html`<table role="table" aria-label="${caption}"><thead role="rowgroup"><tr role="row">${head.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(rowHtml)}</tbody></table>`;
}

/** A table that scrolls below its caption on a narrow screen. Cells of digits are right-aligned; the first names the row. */
export function wideTable(caption: string, head: readonly string[], rows: readonly TableRow[]): Html {
  const isNumber = (at: number) =>
    rows.some((cells) => typeof cells[at] === 'string' && /^\d/.test(cells[at]));
  const rowClass = (at: number) => at > 0 && isNumber(at) && html` class="n"`;
  const bodyRows = rows.map(
    ([name = '', ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td${rowClass(at + 1)}>${cell}</td>`)}</tr>`,
  );
  const heads = head.map((name, at) => html`<th scope="col"${rowClass(at)}>${name}</th>`);
  return html`<figure class="matrix"><figcaption>${caption}</figcaption><div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table aria-label="${caption}"><thead><tr>${heads}</tr></thead><tbody>${bodyRows}</tbody></table></div></figure>`;
}

/** What the reader opens: a title, what is in it, and that. */
export function groupHtml(title: string, note: string, body: Html, { isOpen = false, id = '' } = {}): Html {
  return html`<details class="group"${id !== '' && html` id="${id}"`}${isOpen && html` open`}><summary><h3>${title}</h3> <span>${note}</span></summary>
${body}</details>`;
}

/** A command longer than this is of no use on a page. */
const LONGEST_COMMAND = 4000;

/** A command that the reader can copy. */
export function commandHtml(label: string, command: string): Html {
  if (command.length > LONGEST_COMMAND) return html`<p>${label}: the command is in run.json.</p>`;
  return html`<div class="command"><p class="cap">${label}</p><pre>${command}</pre></div>`;
}

/** A link to the clause where the page shows it, else its id. `shown` are the clauses that the page shows. */
export function clauseLink(clause: string, shown: ReadonlySet<string>): Html {
  if (!shown.has(clause)) return html`<code>${clause}</code>`;
  return html`<a href="#clause-${clause}"><code>${clause}</code></a>`;
}

/** What a verdict means to a reader; the style sheet has a colour for each. */
export type Tone = 'good' | 'bad' | 'unsure' | 'faint';

const TONES: Readonly<Record<Exclude<Tone, 'faint'>, readonly string[]>> = {
  good: [...['upheld', 'kept', 'renamed', 'moved', 'recoded', 'wrapped', 'merged', 'added', 'equivalent']],
  bad: ['violated', 'lost', 'unexpected', 'wrong-value', 'undocumented', 'no place', 'not-equivalent'],
  unsure: ['admitted', 'unproven', 'needs-decision', 'to-confirm', 'dropped'],
};

/** `of` names the target where several have verdicts of their own. */
export function badge(verdict: string, of?: string): Html {
  return html`<span class="v ${toneOf(verdict)}">${of !== undefined && html`<b>${of}</b> `}${verdict}</span>`;
}

/** Of the verdict on a clause, a field or a request. */
export function toneOf(verdict: string): Tone {
  const { good, bad, unsure } = TONES;
  if (good.includes(verdict)) return 'good';
  if (bad.includes(verdict)) return 'bad';
  return unsure.includes(verdict) ? 'unsure' : 'faint';
}

/** A row of the page: a clause or a scenario, and its verdict on each target. */
export interface OnTargets {
  readonly on: readonly { readonly target: string; readonly verdict: Verdict }[];
}

/** One badge where all targets agree, else one for each. */
export function badges(verdicts: OnTargets['on']): Html {
  const [first] = verdicts;
  const isSame = verdicts.every(({ verdict }) => verdict === first?.verdict);
  const shown = isSame
    ? first && badge(first.verdict)
    : verdicts.map(({ target, verdict }) => badge(verdict, target));
  return html`<span class="vs">${shown}</span>`;
}

export function has({ on }: OnTargets, verdict: Verdict): boolean {
  return on.some((it) => it.verdict === verdict);
}

export function runTone(run: Pick<TargetRun, 'clauses' | 'cases'>, ending: Ending): Tone {
  const outcome = outcomeOf([run], ending);
  return outcome === 'out of reach' ? 'bad' : toneOf(outcome);
}

const BAR_WIDTH = 100;

/** How the clauses of a target are split. The words beside it say the same, so a screen reader skips the bar. */
export function verdictBar(counts: Tally): Html {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  const total = shown.reduce((sum, verdict) => sum + counts[verdict], 0);
  let x = 0;
  const parts = shown.map((verdict) => {
    const width = (counts[verdict] / total) * BAR_WIDTH;
    const part = html`<rect class="f-${toneOf(verdict)}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="4"/>`;
    x += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** 81 upheld, 258 out of reach. */
export function tallyWords(counts: Tally): string {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return shown.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
}
