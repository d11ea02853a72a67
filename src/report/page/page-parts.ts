/** The parts that the sections of the page share: headings, tables, commands, badges and links to clauses. */
import { SHOWN, type Tone, WORST_FIRST } from '../verdicts.ts';
import { Html, html } from './html.ts';

/** Text, markup, a name in code (null where there is none), or a verdict or what becomes of a field. */
type Cell = string | Html | { readonly code: string | null } | { readonly verdict: string };

export interface PageTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** A text beside the title of a table that the reader opens. */
  readonly note?: string;
  readonly isOpen?: boolean;
  readonly id?: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** How many there are of what it lists. */
  readonly count?: number;
  /** What the section shows, in a sentence. */
  readonly lead?: string;
  /** What comes before the tables. */
  readonly body?: Html;
  readonly tables?: readonly PageTable[];
}

export function sectionHtml({ id, title, count, lead, body, tables = [] }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}${count !== undefined && html` <span class="count">${count}</span>`}</h2>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
${body}
${tables.filter(({ rows }) => rows.length > 0).map(tableHtml)}
</section>`;
}

/** Rows are cards on a narrow screen: the style sheet changes `display`, so roles are written out. */
function tableHtml({ title, head, rows, note, ...opened }: PageTable): Html {
  const rowsHtml = rows.map((cells) => {
    const own = cells.map(
      (cell, at) => html`<td role="cell" data-head="${head[at] ?? ''}"><div>${cellHtml(cell)}</div></td>`,
    );
    return html`<tr role="row" class="row">${own}</tr>`;
  });
  const table = html`<table role="table" aria-label="${title}"><thead role="rowgroup"><tr role="row">${head.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rowsHtml}</tbody></table>`;
  return note === undefined ? table : groupHtml(title, note, table, opened);
}

function cellHtml(cell: Cell): Html | string {
  if (typeof cell === 'string' || cell instanceof Html) return cell;
  if ('verdict' in cell) return badge(cell.verdict);
  return cell.code === null ? '–' : html`<code>${cell.code}</code>`;
}

/** What the reader opens: a title, what is in it, and that. */
function groupHtml(title: string, note: string, body: Html, { isOpen = false, id = '' } = {}): Html {
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

/** The tones of what becomes of a field, a request or a move. */
const TONES: Readonly<Record<Exclude<Tone, 'faint'>, readonly string[]>> = {
  good: ['kept', 'renamed', 'moved', 'recoded', 'wrapped', 'merged', 'added', 'equivalent', 'ready', 'done'],
  bad: ['lost', 'unexpected', 'wrong-value', 'undocumented', 'no counterpart', 'not-equivalent', 'not ready'],
  unsure: ['needs-decision', 'to-confirm', 'dropped', 'decisions', 'unreadable', 'left'],
};

/** The tone of the verdict on a clause, a field, a request or a move. */
export function toneOf(verdict: string): Tone {
  const ofClause = WORST_FIRST.find((known) => known === verdict);
  if (ofClause !== undefined) return SHOWN[ofClause].tone;
  return (['good', 'bad', 'unsure'] as const).find((tone) => TONES[tone].includes(verdict)) ?? 'faint';
}

/** `of` names the target where several have verdicts of their own. */
export function badge(verdict: string, of?: string): Html {
  return html`<span class="v t-${toneOf(verdict)}">${of !== undefined && `${of} `}${verdict}</span>`;
}
