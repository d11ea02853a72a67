/** The controls that narrow a list down. The script of the page shows them: without it they do nothing. */
import { type Html, html } from '../../../contracts/src/base/html.ts';

export interface Filter {
  /** The `data-` attribute of a row that holds its values, separated by spaces. */
  readonly name: string;
  readonly label: string;
  /** Value and label; "all" is added. */
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

/** A filter by the values that occur. */
export function filterBy(name: string, values: readonly string[]): Filter {
  const label = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return { name, label, choices: [...new Set(values)].map((value) => [token(value), value]) };
}

/** A value without spaces, as rows and choices write it. */
export function token(text: string): string {
  return text.replaceAll(' ', '-');
}
