/** The controls that narrow a list down. The script of the page shows them: without it they do nothing. */
import { type Html, html } from '../../../contracts/src/base/html.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { VERDICTS } from '../clause-counts.ts';
import { failingBadges, failingFirst, has, type OnTargets } from './badges.ts';

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

/** Rows in groups that open, those that fail first, with filters by verdict and by what `more` names. */
export function groupedList<Row extends OnTargets>(
  id: string,
  noun: string,
  groups: readonly (readonly [name: string, rows: readonly Row[]])[],
  more: readonly Filter[],
  rowHtml: (row: Row, verdicts: string) => Html,
): Html {
  const { filter, tokensOf } = verdictFilter(groups.flatMap(([, rows]) => rows));
  const lists = groups.map(([name, rows]) => {
    const isBroken = rows.some((row) => has(row, 'violated'));
    return html`<details class="group" id="${id}-${token(name)}"${isBroken && html` open`}><summary><h3>${name}</h3> <span>${count(rows.length, noun)}</span>${failingBadges(rows)}</summary>
${failingFirst(rows).map((row) => rowHtml(row, tokensOf(row)))}</details>`;
  });
  return html`${filters(id, `${noun}s`, [...more, filter], 'Search')}
<div id="${id}">${lists}</div>`;
}

/** A filter by verdict, with several targets also by that of one target; `tokensOf` is the `data-verdict` of a row. */
function verdictFilter(rows: readonly OnTargets[]): {
  readonly filter: Filter;
  readonly tokensOf: (row: OnTargets) => string;
} {
  const targets = [...new Set(rows.flatMap(({ on }) => on.map(({ target }) => target)))];
  // Targets are written by their number: their names may be long.
  const kinds = ['', ...(targets.length > 1 ? targets : [])].flatMap((target, number) =>
    VERDICTS.map((verdict) => ({
      value: `${token(verdict)}${target && `@${number}`}`,
      text: `${verdict}${target && ` on ${target}`}`,
      has: ({ on }: OnTargets) =>
        on.some((it) => it.verdict === verdict && (target === '' || it.target === target)),
    })),
  );
  const used = kinds.filter(({ has }) => rows.some(has));
  return {
    filter: { name: 'verdict', label: 'Verdict', choices: used.map(({ value, text }) => [value, text]) },
    tokensOf: (row) =>
      used
        .filter(({ has }) => has(row))
        .map(({ value }) => value)
        .join(' '),
  };
}
