/** The controls that narrow a list down; the script of the page shows them, since without it they could do nothing. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';

export interface Filter {
  /** The `data-` attribute of a row that it asks, whose words are parted by spaces. */
  readonly name: string;
  readonly label: string;
  /** Value and what the reader sees; the choice of all of them comes by itself. */
  readonly choices: readonly (readonly [value: string, text: string])[];
}

/** `of` is the id of the element that holds the rows, `noun` what a row is; `search` is the label of a field for words. */
export function filters(of: string, noun: string, all: readonly Filter[], search?: string): Html {
  return html`<form class="filters" data-of="${of}" data-noun="${noun}" aria-label="Filter the ${noun}" hidden>
${all.map(selectHtml)}
${search !== undefined && html`<label>${search} <input type="search" name="words" autocomplete="off"></label>`}
<button type="reset">Show all</button>
<output></output>
</form>`;
}

function selectHtml({ name, label, choices }: Filter): Html {
  const options = choices.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label>${label} <select name="${name}"><option value="">all</option>${options}</select></label>`;
}

/** A value without spaces, as rows and choices write it. */
export function token(text: string): string {
  return text.replaceAll(' ', '-');
}
