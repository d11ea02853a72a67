/** A section of the page with its heading, to which the navigation leads. */
import { type Html, html } from '../../../contracts/src/base/html.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  /** What the reader looks at, in a sentence. */
  readonly lead: string;
  readonly body: Html;
}

export function sectionHtml({ id, title, lead, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="lead">${lead}</p>
${body}
</section>`;
}

/** A table of fields that stands as cards where the screen is narrow. */

export interface TableRow {
  readonly cells: readonly (Html | string)[];
  /** What filters ask of the row. */
  readonly data?: Readonly<Record<string, string>>;
}

/** Roles are written out, because the style sheet takes them away with `display` on a narrow screen. */
export function fieldTableView(
  id: string,
  caption: string,
  head: readonly string[],
  rows: readonly TableRow[],
): Html {
  return html`<table id="${id}" role="table" aria-label="${caption}"><thead role="rowgroup"><tr role="row">${head.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => rowHtml(row, head))}</tbody></table>`;
}

function rowHtml({ cells, data = {} }: TableRow, head: readonly string[]): Html {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<tr role="row" class="row"${attributes}>${cells.map((cell, at) => html`<td role="cell" data-head="${head[at] ?? ''}"><div>${cell}</div></td>`)}</tr>`;
}

/** A table of numbers beneath its caption; where the screen is narrow the table scrolls and its caption stands. */

/** `head` and `rows` are the `tr` of the table. */
export function matrixTable(caption: string, head: Html, rows: readonly Html[]): Html {
  return html`<figure class="matrix"><figcaption>${caption}</figcaption><div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table aria-label="${caption}"><thead>${head}</thead><tbody>${rows}</tbody></table></div></figure>`;
}

/** A command that the reader may run, ready to be copied. */

/** A command longer than this is of no use on a page. */
const LONGEST = 4000;

export function commandView(label: string, command: string): Html {
  if (command.length > LONGEST) return html`<p>${label}: the command is in run.json.</p>`;
  return html`<div class="command"><p class="cap">${label}</p><pre>${command}</pre></div>`;
}

/** What was found wrong, the beginning of it where it is much. */

/** Whoever reads ten messages of one case has understood. */
const MOST = 10;

export function messagesView(findings: readonly { readonly message: string }[]): Html {
  const messages = [...new Set(findings.map(({ message }) => message))];
  const more = messages.length - MOST;
  const shown = messages.slice(0, MOST).map((message) => html`<p class="wrong">${message}</p>`);
  return html`${shown}${more > 0 && html`<p>and ${more} more in run.json</p>`}`;
}
