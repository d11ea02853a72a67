/** Section 3: how the areas stand on each target, and every clause with all that there is to say of it. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { AREAS } from '../../ledger.ts';
import { tally } from '../../tally.ts';
import type { TargetReport } from '../../target-report.ts';
import type { ClauseOnTargets } from '../clauses/clauses-on-targets.ts';
import { badges } from '../parts/badge.ts';
import { failingBadges, failingFirst, has } from '../parts/failing-first.ts';
import { filters, token } from '../parts/filters.ts';
import { matrixTable } from '../parts/matrix-table.ts';
import { tallyWords, verdictBar } from '../parts/verdict-bar.ts';
import { verdictFilter } from '../parts/verdict-filter.ts';
import type { PageContent } from '../results/content.ts';
import type { Section } from './section.ts';

/** undefined where no target was run. */
export function clausesSection(
  { targets }: PageContent,
  clauses: readonly ClauseOnTargets[],
  view: (clause: ClauseOnTargets) => Html,
): Section | undefined {
  if (targets.length === 0) return undefined;
  const areas = [...Map.groupBy(clauses, ({ area }) => area)].sort(
    ([a], [b]) => AREAS.indexOf(a) - AREAS.indexOf(b),
  );
  const { filter, tokensOf } = verdictFilter(clauses);
  const draw = (clause: ClauseOnTargets) => clauseHtml(clause, tokensOf(clause), view(clause));
  const byArea = {
    name: 'area',
    label: 'Area',
    choices: areas.map(([area]) => [token(area), area] as const),
  };
  return {
    id: 'clauses',
    title: 'Clauses',
    lead: `${count(clauses.length, 'clause')} in ${count(areas.length, 'area')}. Open a clause to see where it is documented, what states it, what proves it and, where it is broken, the evidence.`,
    body: html`${matrix(areas, targets)}
${filters('clause-list', 'clauses', [byArea, filter], 'Search')}
<div id="clause-list">${areas.map(([area, own]) => areaHtml(area, own, draw))}</div>`,
  };
}

function matrix(
  areas: readonly (readonly [string, readonly ClauseOnTargets[]])[],
  targets: readonly TargetReport[],
): Html {
  const rows = areas.map(([area, own]) => {
    const cells = targets.map(({ target }) => {
      const counts = tally(own.flatMap(({ on }) => on.filter((it) => it.target === target)));
      return html`<td>${verdictBar(counts)}<span>${tallyWords(counts) || '–'}</span></td>`;
    });
    return html`<tr><th scope="row"><a href="#area-${area}">${area}</a></th>${cells}</tr>`;
  });
  return matrixTable(
    'Areas by target',
    html`<tr><th scope="col">area</th>${targets.map(({ target }) => html`<th scope="col">${target}</th>`)}</tr>`,
    rows,
  );
}

function areaHtml(
  area: string,
  clauses: readonly ClauseOnTargets[],
  draw: (clause: ClauseOnTargets) => Html,
): Html {
  const isBroken = clauses.some((clause) => has(clause, 'violated'));
  return html`<details class="group" id="area-${area}"${isBroken && html` open`}><summary><h3>${area}</h3> <span>${count(clauses.length, 'clause')}</span>${failingBadges(clauses)}</summary>
${failingFirst(clauses).map(draw)}</details>`;
}

function clauseHtml({ clause, area, says, on }: ClauseOnTargets, verdicts: string, view: Html): Html {
  return html`<details class="row" id="clause-${clause}" data-area="${token(area)}" data-verdict="${verdicts}"><summary><code>${clause}</code> ${badges(on)} <span class="says">${says}</span></summary>
<div class="inside">${view}</div></details>`;
}
