/** The controls that narrow a list down; the script of the page shows them, since without it they could do nothing. */
import { type Html, html } from '../../../contracts/src/base/html.ts';
import type { Verdict } from '../../runner/verdict.ts';
import { VERDICTS } from '../clause-counts.ts';

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

/** The filter by verdict, also by that of one target where there are several, and what a row tells it of itself. */

/** A row of the page: what a clause or a scenario came to on each target. */
export interface OnTargets {
  readonly on: readonly { readonly target: string; readonly verdict: Verdict }[];
}

export interface VerdictFilter {
  readonly filter: Filter;
  /** The `data-verdict` of a row. */
  readonly tokensOf: (row: OnTargets) => string;
}

/** Only verdicts that occur can be chosen. Targets are written by their number: their names may be long. */
export function verdictFilter(rows: readonly OnTargets[]): VerdictFilter {
  const results = rows.flatMap(({ on }) => on);
  const targets = [...new Set(results.map(({ target }) => target))];
  const tokenOn = (target: string, verdict: Verdict) => `${token(verdict)}@${targets.indexOf(target)}`;
  const usedBy = (own: OnTargets['on']) =>
    VERDICTS.filter((verdict) => own.some((it) => it.verdict === verdict));
  const anywhere = usedBy(results).map((verdict) => [token(verdict), verdict] as const);
  const each = targets.flatMap((target) =>
    usedBy(results.filter((it) => it.target === target)).map(
      (verdict) => [tokenOn(target, verdict), `${verdict} on ${target}`] as const,
    ),
  );
  const isOne = targets.length === 1;
  return {
    filter: { name: 'verdict', label: 'Verdict', choices: isOne ? anywhere : [...anywhere, ...each] },
    tokensOf: ({ on }) => {
      const own = on.flatMap(({ target, verdict }) => (isOne ? [] : [tokenOn(target, verdict)]));
      return [...new Set(on.map(({ verdict }) => token(verdict))), ...own].join(' ');
    },
  };
}
