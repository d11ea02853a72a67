/** Clauses: how the areas did on each target, and every clause with its source, its cases and the evidence of a violation. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { andList, count } from '../../../../contracts/src/base/text.ts';
import type { FaultResult } from '../../../faults/strength.ts';
import { AREAS, type ClauseReport, tally, VERDICTS } from '../../clause-counts.ts';
import type { ReportedEvidence, TargetReport } from '../../run-json.ts';
import { settingsNote } from '../../settings-used.ts';
import { badges, failingBadges, failingFirst, has, tallyWords, verdictBar } from '../badges.ts';
import { breaksOther } from '../evidence/evidence.ts';
import { filterBy, filters, token } from '../page-filters.ts';
import { type Section, wideTable } from '../page-parts.ts';

export interface ClauseOnTargets extends Pick<ClauseReport, 'clause' | 'area' | 'says' | 'source'> {
  readonly on: readonly (ClauseReport & { readonly target: string })[];
}

/** Every clause with its verdict on each target. */
export function clausesOnTargets(targets: readonly TargetReport[]): ClauseOnTargets[] {
  const results = targets.flatMap(({ target, clauses }) => clauses.map((result) => ({ ...result, target })));
  return [...Map.groupBy(results, ({ clause }) => clause).values()].flatMap((on) =>
    on.slice(0, 1).map(({ clause, area, says, source }) => ({ clause, area, says, source, on })),
  );
}

/** undefined where no target was run. `evidence` is what the page shows of a broken clause. */
export function clausesSection(
  targets: readonly TargetReport[],
  clauses: readonly ClauseOnTargets[],
  evidence: (clause: string) => readonly Html[],
  faults: readonly FaultResult[],
): Section | undefined {
  if (targets.length === 0) return undefined;
  const areas = [...Map.groupBy(clauses, ({ area }) => area)].sort(
    ([a], [b]) => AREAS.indexOf(a) - AREAS.indexOf(b),
  );
  const view = clauseView(targets, evidence, faults);
  const verdicts = VERDICTS.filter((verdict) => clauses.some((row) => has(row, verdict)));
  const choices = [
    filterBy(
      'area',
      areas.map(([area]) => area),
    ),
    filterBy('verdict', verdicts),
  ];
  const rowHtml = (row: ClauseOnTargets): Html => {
    const { clause, area, says, on } = row;
    const tokens = verdicts.filter((verdict) => has(row, verdict)).map(token);
    return html`<details class="row" id="clause-${clause}" data-area="${token(area)}" data-verdict="${tokens.join(' ')}"><summary><code>${clause}</code> ${badges(on)} <span class="says">${says}</span></summary>
<div class="inside">${view(row)}</div></details>`;
  };
  const groups = areas.map(([area, rows]) => {
    const isBroken = rows.some((row) => has(row, 'violated'));
    return html`<details class="group" id="clause-list-${token(area)}"${isBroken && html` open`}><summary><h3>${area}</h3> <span>${count(rows.length, 'clause')}</span>${failingBadges(rows)}</summary>
${failingFirst(rows).map(rowHtml)}</details>`;
  });
  return {
    id: 'clauses',
    title: 'Clauses',
    lead: `${count(clauses.length, 'clause')} in ${count(areas.length, 'area')}. Open a clause to see where it is documented, what proves it and, where it is broken, the evidence.`,
    body: html`${areaTable(areas, targets)}
${filters('clause-list', 'clauses', choices, 'Search')}
<div id="clause-list">${groups}</div>`,
  };
}

function areaTable(
  areas: readonly (readonly [string, readonly ClauseOnTargets[]])[],
  targets: readonly TargetReport[],
): Html {
  const rows = areas.map(([area, own]) => [
    html`<a href="#clause-list-${token(area)}">${area}</a>`,
    ...targets.map(({ target }) => {
      const counts = tally(own.flatMap(({ on }) => on.filter((it) => it.target === target)));
      return html`${verdictBar(counts)}<span>${tallyWords(counts) || '–'}</span>`;
    }),
  ]);
  return wideTable('Areas by target', ['area', ...targets.map(({ target }) => target)], rows);
}

type CaseOnTarget = ReportedEvidence & { readonly target: string };

/** What an opened clause shows. */
function clauseView(
  targets: readonly TargetReport[],
  evidence: (clause: string) => readonly Html[],
  faults: readonly FaultResult[],
): (clause: ClauseOnTargets) => Html {
  const cases: CaseOnTarget[] = targets.flatMap((report) =>
    report.cases.map((it) => ({ ...it, target: report.target })),
  );
  const settingsOf = new Map(targets.map(({ target, settings }) => [target, settings]));
  const ownCases = Map.groupBy(cases, ({ clause }) => clause);
  const shownBy = Map.groupBy(
    cases.flatMap((it) => it.shown.map((clause) => ({ clause, name: `${it.file} ${it.says}` }))),
    ({ clause }) => clause,
  );
  const faultsOf = Map.groupBy(faults, ({ clause }) => clause);
  return (row) => {
    const { clause, source, on } = row;
    const failed = on.filter(({ verdict }) => verdict === 'violated' || verdict === 'admitted');
    const bySettings = Map.groupBy(failed, (result) =>
      settingsNote(settingsOf.get(result.target) ?? [], result),
    );
    const own = ownCases.get(clause) ?? [];
    const besides = new Set(shownBy.get(clause)?.map(({ name }) => name)).size;
    const breaking = faultsOf.get(clause) ?? [];
    const caught = breaking.filter(({ verdict }) => verdict === 'caught').length;
    return html`${on.map(({ target, verdict, reason }) => reason !== undefined && html`<p>On ${target} it is ${verdict}: ${reason}.</p>`)}
${on.map(({ target, refusal }) => refusal !== undefined && html`<p>${target} answers <code>${refusal}</code>.</p>`)}
${[...bySettings].map(([text, ofText]) => text !== undefined && html`<p>On ${andList(ofText.map(({ target }) => target))} it is ${text}.</p>`)}
${evidence(clause)}
<dl><dt>Documented</dt><dd>${source}</dd>
<dt>Cases</dt><dd>${casesHtml(own, row)}${besides > 0 && html`<p>Shown by ${count(besides, own.length > 0 ? 'other case' : 'case')} on the way.</p>`}${own.length + besides === 0 && 'none'}</dd>
${breaking.length > 0 && html`<dt>Faults</dt><dd>${caught} of ${breaking.length} caught</dd>`}</dl>`;
  };
}

/** The cases of a clause by file; a case whose verdict is not that of the clause says so. */
function casesHtml(cases: readonly CaseOnTarget[], { on }: ClauseOnTargets): Html[] {
  return [...Map.groupBy(cases, ({ file }) => file)].map(([file, ofFile]) => {
    const rows = [...Map.groupBy(ofFile, ({ says }) => says)].map(([says, results]) => {
      const isAsClause = results.every(
        ({ target, verdict }) => on.find((it) => it.target === target)?.verdict === verdict,
      );
      return html`<li>${says}${!isAsClause && html` ${badges(results)} ${breaksOther(results)}`}</li>`;
    });
    return html`<p class="source"><code>${file}</code></p><ul>${rows}</ul>`;
  });
}
