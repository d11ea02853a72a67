/** The parts that the sections of the page share: headings, tables, commands and links to clauses. */
import { type Html, html } from '../../../contracts/src/base/html.ts';

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
export function groupHtml(
  title: string,
  note: string,
  body: Html,
  { isOpen = false, id }: { readonly isOpen?: boolean; readonly id?: string } = {},
): Html {
  return html`<details class="group"${id !== undefined && html` id="${id}"`}${isOpen && html` open`}><summary><h3>${title}</h3> <span>${note}</span></summary>
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
