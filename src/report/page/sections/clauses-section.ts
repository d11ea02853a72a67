/** Section 3: how the areas stand on each target, and every clause with all that there is to say of it. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import { AREAS } from '../../ledger.ts';
import { tally, VERDICTS } from '../../tally.ts';
import type { TargetReport } from '../../target-report.ts';
import { clauseView } from '../clauses/clause-view.ts';
import { type ClauseOnTargets, clausesOnTargets } from '../clauses/clauses-on-targets.ts';
import type { PlayedScenario } from '../evidence/played-scenario.ts';
import { badges } from '../parts/badge.ts';
import { type Filter, filters, token } from '../parts/filters.ts';
import { matrixTable } from '../parts/matrix-table.ts';
import { tallyWords, verdictBar } from '../parts/verdict-bar.ts';
import type { PageContent } from '../results/content.ts';
import type { Section } from './section.ts';

/** undefined where no target was run. */
export function clausesSection(
  { targets, strength }: PageContent,
  scenarios: readonly PlayedScenario[],
): Section | undefined {
  if (targets.length === 0) return undefined;
  const clauses = clausesOnTargets(targets);
  const areas = [...Map.groupBy(clauses, ({ area }) => area)].sort(
    ([a], [b]) => AREAS.indexOf(a) - AREAS.indexOf(b),
  );
  const view = clauseView(targets, scenarios, strength?.faults ?? []);
  return {
    id: 'clauses',
    title: 'Clauses',
    lead: `${count(clauses.length, 'clause')} in ${count(areas.length, 'area')}. Open a clause to see where it is documented, what states it, what proves it and, where it is broken, the evidence.`,
    body: html`${matrix(areas, targets)}
${filters('clause-list', 'clauses', choices(clauses, targets), 'Search')}
<div id="clause-list">${areas.map(([area, own]) => areaHtml(area, own, view))}</div>`,
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

function choices(clauses: readonly ClauseOnTargets[], targets: readonly TargetReport[]): Filter[] {
  const areas = [...new Set(clauses.map(({ area }) => area))];
  const used = VERDICTS.filter((verdict) =>
    clauses.some(({ on }) => on.some((it) => it.verdict === verdict)),
  );
  const anywhere = used.map((verdict) => [token(verdict), verdict] as const);
  const each = targets.flatMap(({ target }) =>
    used.map((verdict) => [`${token(verdict)}@${token(target)}`, `${verdict} on ${target}`] as const),
  );
  return [
    { name: 'area', label: 'Area', choices: areas.map((area) => [token(area), area]) },
    { name: 'verdict', label: 'Verdict', choices: targets.length > 1 ? [...anywhere, ...each] : anywhere },
  ];
}

function areaHtml(
  area: string,
  clauses: readonly ClauseOnTargets[],
  view: (clause: ClauseOnTargets) => Html,
): Html {
  const broken = clauses.filter(({ on }) => on.some(({ verdict }) => verdict === 'violated')).length;
  return html`<details class="group" id="area-${area}"${broken > 0 && html` open`}><summary><h3>${area}</h3> <span>${count(clauses.length, 'clause')}</span>${broken > 0 && html` <span class="v bad">${broken} violated</span>`}</summary>
${worstFirst(clauses).map((clause) => clauseHtml(clause, view))}</details>`;
}

/** What fails is what the reader looks for. */
function worstFirst(clauses: readonly ClauseOnTargets[]): ClauseOnTargets[] {
  const order = ['violated', 'unproven', 'admitted'];
  const rank = ({ on }: ClauseOnTargets) =>
    Math.min(...on.map(({ verdict }) => (order.includes(verdict) ? order.indexOf(verdict) : order.length)));
  return clauses.toSorted((a, b) => rank(a) - rank(b));
}

function clauseHtml(clause: ClauseOnTargets, view: (clause: ClauseOnTargets) => Html): Html {
  const { clause: id, area, says, on } = clause;
  const verdicts = on.flatMap(({ target, verdict }) => [
    token(verdict),
    `${token(verdict)}@${token(target)}`,
  ]);
  return html`<details class="row" id="clause-${id}" data-area="${token(area)}" data-verdict="${verdicts.join(' ')}"><summary><code>${id}</code> ${badges(on)} <span class="says">${says}</span></summary>
<div class="inside">${view(clause)}</div></details>`;
}
