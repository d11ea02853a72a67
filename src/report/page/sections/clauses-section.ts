/** Clauses by verdict: what is broken with its evidence, what is not known by its reason, what is upheld by area. */

import { andList, count } from '../../../../contracts/src/base/text.ts';
import type { Verdict } from '../../../runner/verdict.ts';
import { AREAS, type ClauseReport, foundText } from '../../clause-counts.ts';
import type { ReportedEvidence, TargetReport } from '../../run-json.ts';
import { settingsNote } from '../../settings-used.ts';
import { breaksOther } from '../evidence/evidence.ts';
import { type Html, html } from '../html.ts';
import type { Section } from '../page-parts.ts';
import { badges, has } from '../page-parts.ts';

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

/** The worst first; a clause is out of reach only where no target shows it. */
const VERDICTS = {
  violated: 'The provider breaks these documented sentences. Open one to see the call that shows it.',
  unproven: 'These clauses could not be judged here, though they should be, for the reasons given.',
  admitted: 'These clauses are violated, and the target file lists them as deviations.',
  upheld: 'The checks of these clauses ran and held.',
  'out of reach': 'No target of this run can show these clauses, for the reasons given.',
} as const satisfies Record<Verdict, string>;

const MOST_LISTED = 20;
const MOST_REASONS = 8;
const MOST_OPEN = 3;

/** A section for each verdict that occurs. `evidence` is what the page shows of a broken clause. */
export function clauseSections(
  targets: readonly TargetReport[],
  clauses: readonly ClauseOnTargets[],
  evidence: (clause: string) => readonly Html[],
): Section[] {
  const verdicts = Object.keys(VERDICTS) as Verdict[];
  const rows = Map.groupBy(clauses, (row) => verdicts.find((verdict) => has(row, verdict)));
  const view = clauseView(targets, evidence);
  return verdicts.flatMap((verdict) => {
    const own = rows.get(verdict) ?? [];
    if (own.length === 0) return [];
    const title = verdict.slice(0, 1).toUpperCase() + verdict.slice(1);
    // A few violations show at once what a reader would open.
    const isFew = verdict === 'violated' && own.length <= MOST_OPEN;
    const opened = isFew ? areasOf(own)[0]?.[1][0] : undefined;
    const draw = (row: ClauseOnTargets) => rowHtml(row, verdict, view(row), row === opened);
    const body = bodyOf(verdict, own, draw);
    return [{ id: token(verdict), title, count: own.length, lead: VERDICTS[verdict], body }];
  });
}

type Draw = (row: ClauseOnTargets) => Html;

function bodyOf(verdict: Verdict, rows: readonly ClauseOnTargets[], draw: Draw): Html {
  if (verdict === 'upheld') return html`${areaGroups(verdict, rows, draw)}`;
  if (verdict === 'unproven' || verdict === 'out of reach') return reasonGroups(verdict, rows, draw);
  const sorted = areasOf(rows).flatMap(([, own]) => own);
  if (rows.length <= MOST_LISTED) return html`<div class="list">${sorted.map(draw)}</div>`;
  const first = sorted.slice(0, MOST_LISTED / 2);
  const rest = sorted.slice(first.length);
  return html`<div class="list">${first.map(draw)}</div>
<h3>${rest.length} more, by area</h3>
${areaGroups(verdict, rest, draw)}`;
}

function areasOf(rows: readonly ClauseOnTargets[]): [area: string, rows: ClauseOnTargets[]][] {
  const groups = Map.groupBy(rows, ({ area }) => area);
  return [...groups].sort(([a], [b]) => AREAS.indexOf(a) - AREAS.indexOf(b));
}

function areaGroups(verdict: Verdict, rows: readonly ClauseOnTargets[], draw: Draw): Html[] {
  return areasOf(rows).map(([area, own]) =>
    areaHtml(`${token(verdict)}-${token(area)}`, html`<h3>${area}</h3>`, own, draw),
  );
}

/** The reason of most clauses first. */
function reasonGroups(verdict: Verdict, rows: readonly ClauseOnTargets[], draw: Draw): Html {
  const reasonOf = ({ on }: ClauseOnTargets) =>
    on.find((result) => result.verdict === verdict)?.reason ?? 'no reason is given';
  const sorted = [...Map.groupBy(rows, reasonOf)].sort(([, a], [, b]) => b.length - a.length);
  const groups = sorted.map(([reason, own], at) =>
    areaHtml(`${token(verdict)}-${at}`, html`<h3 class="reason">${reason}</h3>`, own, draw),
  );
  const rest = groups.slice(MOST_REASONS);
  const more = html`<details class="more"><summary>${count(rest.length, 'more reason')}</summary>${rest}</details>`;
  return html`${groups.slice(0, MOST_REASONS)}${rest.length > 0 && more}`;
}

function areaHtml(id: string, title: Html, rows: readonly ClauseOnTargets[], draw: Draw): Html {
  return html`<details class="group" id="${id}"><summary>${title} <span class="count">${rows.length}</span></summary>
${rows.map(draw)}</details>`;
}

/** A value without spaces, for an id. */
function token(text: string): string {
  return text.replaceAll(' ', '-');
}

function rowHtml(row: ClauseOnTargets, verdict: Verdict, inside: Html, isOpen: boolean): Html {
  const { clause, says, on } = row;
  const found = on.find((result) => result.verdict === verdict);
  const isBroken = verdict === 'violated' || verdict === 'admitted';
  const what = isBroken && found ? html`<span class="what">${foundText(found)}</span> ` : undefined;
  // Where all targets agree, the section has the verdict.
  const differs = on.some((result) => result.verdict !== verdict);
  return html`<details class="row" id="clause-${clause}"${isOpen && html` open`}><summary>${what}<code>${clause}</code> ${differs && badges(on)}<span class="says">${says}</span></summary>
<div class="inside">${inside}</div></details>`;
}

type CaseOnTarget = ReportedEvidence & { readonly target: string };

function clauseView(
  targets: readonly TargetReport[],
  evidence: (clause: string) => readonly Html[],
): (clause: ClauseOnTargets) => Html {
  const cases = targets.flatMap(({ target, cases: of }) => of.map((it): CaseOnTarget => ({ ...it, target })));
  const settingsOf = new Map(targets.map(({ target, settings }) => [target, settings]));
  const ownCases = Map.groupBy(cases, ({ clause }) => clause);
  const shownBy = Map.groupBy(
    cases.flatMap((it) => it.shown.map((clause) => ({ clause, name: `${it.file} ${it.says}` }))),
    ({ clause }) => clause,
  );
  return (row) => {
    const { clause, source, on } = row;
    const failed = on.filter(({ verdict }) => verdict === 'violated' || verdict === 'admitted');
    const bySettings = Map.groupBy(failed, (result) =>
      settingsNote(settingsOf.get(result.target) ?? [], result),
    );
    const own = ownCases.get(clause) ?? [];
    const besides = new Set(shownBy.get(clause)?.map(({ name }) => name)).size;
    return html`${on.map(({ target, verdict, reason }) => reason !== undefined && html`<p>On ${target} it is ${verdict}: ${reason}.</p>`)}
${on.map(({ target, refusal }) => refusal !== undefined && html`<p>${target} answers <code>${refusal}</code>.</p>`)}
${[...bySettings].map(([text, ofText]) => text !== undefined && html`<p>On ${andList(ofText.map(({ target }) => target))} it is ${text}.</p>`)}
${evidence(clause)}
<dl><dt>Documented</dt><dd>${source}</dd>
<dt>Cases</dt><dd>${casesHtml(own, row)}${besides > 0 && html`<p>Shown by ${count(besides, own.length > 0 ? 'other case' : 'case')} on the way.</p>`}${own.length + besides === 0 && 'none'}</dd></dl>`;
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
