/** Clauses by verdict: what is broken with its evidence, what is not known by its reason, what is upheld by area. */
import { count } from '../../../../contracts/src/base/text.ts';
import type { Verdict } from '../../../runner/verdict.ts';
import { byArea, byReason } from '../../clause-counts.ts';
import { type CaseReport, type ReportedClause, reportedClauses, type TargetReport } from '../../run-json.ts';
import { byVerdict, isBroken, SHOWN, WORST_FIRST } from '../../verdicts.ts';
import { type Html, html } from '../html.ts';
import { badge, type Section } from '../page-parts.ts';

type OnTarget<Result> = Result & { readonly target: string };

/** The worst result of a clause, and those on each target. */
interface Row extends ReportedClause {
  readonly on: readonly OnTarget<ReportedClause>[];
}

/** Longer lists are grouped by area or reason, to be opened. */
const MOST_LISTED = 20;

/** A section for each verdict that occurs. `evidence` is what the page shows of a broken clause. */
export function clauseSections(
  targets: readonly TargetReport[],
  evidence: (clause: string) => readonly Html[],
): Section[] {
  const results = targets.flatMap((report) =>
    reportedClauses(report).map((row) => ({ ...row, target: report.target })),
  );
  const rows = [...Map.groupBy(results, ({ clause }) => clause).values()].flatMap((on): Row[] =>
    on
      .toSorted(byVerdict)
      .slice(0, 1)
      .map((worst) => ({ ...worst, on })),
  );
  const inside = insideHtml(targets, evidence);
  return WORST_FIRST.flatMap((verdict) => {
    const own = rows.filter((row) => row.verdict === verdict);
    if (own.length === 0) return [];
    // The failure first: what a reader would open.
    const first = verdict === 'violated' ? byArea(own)[0]?.[1][0] : undefined;
    const draw = (row: Row) => {
      const waiting = Math.max(...row.on.map((it) => it.waiting));
      return rowHtml({ ...row, waiting }, inside(row), row === first);
    };
    const title = verdict.slice(0, 1).toUpperCase() + verdict.slice(1);
    const body = sectionBody(verdict, own, draw);
    return { id: token(verdict), title, count: own.length, lead: SHOWN[verdict].lead, body };
  });
}

type Draw = (row: Row) => Html;

function sectionBody(verdict: Verdict, rows: readonly Row[], draw: Draw): Html {
  const areas = byArea(rows);
  if (isBroken(verdict) && rows.length <= MOST_LISTED)
    return html`<div class="list">${areas.flatMap(([, own]) => own.map(draw))}</div>`;
  const isByReason = !isBroken(verdict) && verdict !== 'upheld';
  const groups = isByReason
    ? byReason(rows, verdict).map(({ reason, results }) => [reason, results] as const)
    : areas;
  return html`<div class="groups">${groups.map(([title, own], at) => {
    const id = `${token(verdict)}-${isByReason ? at : token(title)}`;
    return html`<details class="group" id="${id}"${verdict === 'violated' && at === 0 && ' open'}><summary><h3 class="${isByReason ? 'reason' : 'area'}">${title}</h3> <span class="count">${own.length}</span></summary>
${own.map(draw)}</details>`;
  })}</div>`;
}

/** A search box, chips and steps above the clauses; hidden where no script runs. */
export function filterHtml(targets: readonly TargetReport[], sections: readonly Section[]): Html {
  const chip = (kind: string, value: string, name: string, n: number) =>
    html`<button type="button" data-kind="${kind}" value="${value}" aria-pressed="false">${name} <span class="count">${n}</span></button>`;
  const clauses = new Map(
    targets.flatMap((report) => report.clauses.map((row) => [row.clause, row] as const)),
  );
  const areas = byArea([...clauses.values()]);
  const steps = html`<button type="button" name="previous" aria-keyshortcuts="ArrowLeft">← Previous violation</button> <button type="button" name="next" aria-keyshortcuts="ArrowRight">Next violation →</button>`;
  return html`<search class="filter" aria-label="Clauses" hidden>
<input type="search" id="search" aria-label="Search the clauses" aria-keyshortcuts="/" placeholder="Search clauses, calls and fields ( / )"> <label><input type="checkbox" name="bodies"> in requests and responses, too</label>
${sections.some(({ id }) => id === 'violated') && steps} <button type="button" name="expand">Expand all</button> <output></output>
<div role="group" aria-label="Verdicts">${sections.map(({ id, title, count: n = 0 }) => chip('verdict', id, title, n))}</div>
<div role="group" aria-label="Areas">${areas.map(([area, own]) => chip('area', area, area, own.length))}</div>
</search>`;
}

/** A value without spaces, for an id. */
function token(text: string): string {
  return text.replaceAll(' ', '-');
}

function rowHtml(
  { clause, area, says, on, verdict, found, waiting }: Row,
  inside: Html,
  isOpen: boolean,
): Html {
  const what = isBroken(verdict) && html`<span class="what t-${SHOWN[verdict].tone}">${found}</span> `;
  // Where all targets agree, the section has the verdict.
  const differs = on.some((result) => result.verdict !== verdict);
  return html`<details class="row" id="clause-${clause}" data-area="${area}"${isOpen && html` open`}><summary>${what}<code>${clause}</code> ${differs && badges(on)}${waiting > 0 && html`<span class="v t-unsure">${waiting} more ${waiting === 1 ? 'depends' : 'depend'} on it</span>`}<span class="says">${says}</span></summary>
<div class="inside">${inside}</div></details>`;
}

function badges(on: readonly OnTarget<{ readonly verdict: Verdict }>[]): Html {
  return html`${on.map((it) => badge(it.verdict, it.target))}`;
}

/** What a row shows when it is opened. */
function insideHtml(targets: readonly TargetReport[], evidence: (clause: string) => readonly Html[]): Draw {
  const cases = targets.flatMap(({ target, cases: of }) => of.map((it) => ({ ...it, target })));
  return ({ clause, source, on }) => {
    const own = cases.filter((it) => it.clause === clause);
    const showing = cases.filter(({ shown }) => shown.includes(clause));
    const others = new Set(showing.map(({ file, says }) => `${file} ${says}`)).size;
    return html`${on.map(({ target, verdict, reason }) => reason !== undefined && html`<p>On ${target} it is ${verdict}: ${reason}.</p>`)}
${on.map(({ target, refusal }) => refusal !== undefined && html`<p>${target} responds <code>${refusal}</code>.</p>`)}
${on.map(({ target, note }) => note !== undefined && html`<p>On ${target} it is ${note}.</p>`)}
${evidence(clause)}
<dl><dt>Link</dt><dd class="link"><a href="#clause-${clause}">#clause-${clause}</a></dd>
<dt>Documented</dt><dd>${source}</dd>
<dt>Cases</dt><dd>${casesHtml(own, on)}${others > 0 && html`<p>Shown by ${count(others, own.length > 0 ? 'other case' : 'case')} on the way.</p>`}${own.length + others === 0 && 'none'}</dd></dl>`;
  };
}

/** The cases of a clause by file, each with its verdict where one has another than the clause. */
function casesHtml(cases: readonly OnTarget<CaseReport>[], on: Row['on']): Html[] {
  const isAsClause = ({ target, verdict }: OnTarget<CaseReport>) =>
    on.find((it) => it.target === target)?.verdict === verdict;
  const differ = !cases.every(isAsClause);
  return [...Map.groupBy(cases, ({ file }) => file)].map(([file, ofFile]) => {
    const rows = [...Map.groupBy(ofFile, ({ says }) => says)].map(([says, results]) => {
      const [{ id } = {}] = results;
      return html`<li>${id !== undefined && html`<code>${id}</code> `}${says}${differ && html` ${badges(results)}`}</li>`;
    });
    return html`<p class="source"><code>${file}</code></p><ul>${rows}</ul>`;
  });
}
