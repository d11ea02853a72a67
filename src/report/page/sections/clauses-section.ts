/** Section 3: how the areas stand on each target, and every clause with all that there is to say of it. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import { AREAS, tally } from '../../clause-counts.ts';
import type { ClauseReport, TargetReport } from '../../run-json.ts';
import { brokenClauses } from '../../run-outcome.ts';
import { badges, failingBadges, failingFirst, has, tallyWords, verdictBar } from '../badges.ts';
import { clauseFacts, type PageContent } from '../page-content.ts';
import { filters, token, verdictFilter } from '../page-filters.ts';
import { matrixTable, type Section } from '../page-parts.ts';

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

/** Every clause of a page with what it came to on each target. */

export interface ClauseOnTargets extends Pick<ClauseReport, 'clause' | 'area' | 'says' | 'source'> {
  readonly on: readonly (ClauseReport & { readonly target: string })[];
}

/** In the order of the targets. */
export function clausesOnTargets(targets: readonly TargetReport[]): ClauseOnTargets[] {
  const results = targets.flatMap((report) =>
    [...report.clauses, ...besides(report)].map((it) => ({ ...it, target: report.target })),
  );
  return [...Map.groupBy(results, ({ clause }) => clause)].flatMap(([clause, on]) => {
    const [first] = on;
    return first ? [{ clause, area: first.area, says: first.says, source: first.source, on }] : [];
  });
}

/** A case can break a clause that the run was not asked for. */
function besides(report: TargetReport): ClauseReport[] {
  const asked = new Set<string>(report.clauses.map(({ clause }) => clause));
  const clauses = [...brokenClauses(report)].filter((clause) => !asked.has(clause));
  return clauses.map((clause) => ({
    ...clauseFacts(clause),
    clause: clause as ClauseReport['clause'],
    verdict: 'violated',
  }));
}

/** Leads to a clause where the page shows it, and only names it where it does not. */

/** `shown` are the clauses that the page shows. */
export function clauseLink(clause: string, shown: ReadonlySet<string>): Html {
  if (!shown.has(clause)) return html`<code>${clause}</code>`;
  return html`<a href="#clause-${clause}"><code>${clause}</code></a>`;
}
