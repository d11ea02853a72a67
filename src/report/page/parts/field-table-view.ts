/** A table of fields that stands as cards where the screen is narrow. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';

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
