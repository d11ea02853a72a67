/** Clauses by verdict: what is broken with its evidence, what is not known by its reason, what is upheld by area. */
import { count } from '../../../../contracts/src/base/text.ts';
import type { Verdict } from '../../../runner/verdict.ts';
import { byArea, byReason } from '../../clause-counts.ts';
import { type CaseReport, type ReportedClause, reportedClauses, type TargetReport } from '../../run-json.ts';
import { type Html, html } from '../html.ts';
import { badge, type Section } from '../page-parts.ts';

type OnTarget<Result> = Result & { readonly target: string };

/** The worst result of a clause, and those on each target. */
interface Row extends ReportedClause {
  readonly on: readonly OnTarget<ReportedClause>[];
}

/** The worst first; a clause is out of reach only where no target shows it. */
const LEADS = {
  violated: 'The provider breaks these documented sentences. Open one to see the call that shows it.',
  unproven: 'These clauses could not be checked in this run, for the reasons given.',
  admitted: 'These clauses are violated, and the target file lists them as deviations.',
  upheld: 'The checks of these clauses ran and held.',
  'out of reach': 'No target of this run can show these clauses, for the reasons given.',
} as const satisfies Record<Verdict, string>;
const VERDICTS = Object.keys(LEADS) as Verdict[];

/** More are listed by area or reason, to be opened. */
const MOST_LISTED = 20;

/** A section for each verdict that occurs. `evidence` is what the page shows of a broken clause. */
export function clauseSections(
  targets: readonly TargetReport[],
  evidence: (clause: string) => readonly Html[],
): Section[] {
  const results = targets.flatMap((report) =>
    reportedClauses(report).map((row) => ({ ...row, target: report.target })),
  );
  const byClause = [...Map.groupBy(results, ({ clause }) => clause).values()];
  const inside = insideHtml(targets, evidence);
  return VERDICTS.flatMap((verdict, at) => {
    const better = VERDICTS.slice(at);
    const own = byClause
      .filter((on) => on.every((result) => better.includes(result.verdict)))
      .flatMap((on): Row[] =>
        on
          .filter((it) => it.verdict === verdict)
          .slice(0, 1)
          .map((it) => ({ ...it, on })),
      );
    if (own.length === 0) return [];
    // The failure first: what a reader would open.
    const first = verdict === 'violated' ? byArea(own)[0]?.[1][0] : undefined;
    const draw = (row: Row) => rowHtml(row, inside(row), row === first);
    const title = verdict.slice(0, 1).toUpperCase() + verdict.slice(1);
    const body = bodyOf(verdict, own, draw);
    return { id: token(verdict), title, count: own.length, lead: LEADS[verdict], body };
  });
}

type Draw = (row: Row) => Html;

function bodyOf(verdict: Verdict, rows: readonly Row[], draw: Draw): Html {
  const isBroken = verdict === 'violated' || verdict === 'admitted';
  const areas = byArea(rows);
  if (isBroken && rows.length <= MOST_LISTED)
    return html`<div class="list">${areas.flatMap(([, own]) => own.map(draw))}</div>`;
  const isByReason = !isBroken && verdict !== 'upheld';
  const groups = isByReason ? byReason(rows, verdict) : areas;
  return html`${groups.map(([title, own], at) => {
    const id = `${token(verdict)}-${isByReason ? at : token(title)}`;
    return html`<details class="group" id="${id}"><summary><h3 class="${isByReason ? 'reason' : 'area'}">${title}</h3> <span class="count">${own.length}</span></summary>
${own.map(draw)}</details>`;
  })}`;
}

/** A value without spaces, for an id. */
function token(text: string): string {
  return text.replaceAll(' ', '-');
}

function rowHtml({ clause, says, on, verdict, found }: Row, inside: Html, isOpen: boolean): Html {
  const isBroken = verdict === 'violated' || verdict === 'admitted';
  const what = isBroken && html`<span class="what">${found}</span> `;
  // Where all targets agree, the section has the verdict.
  const differs = on.some((result) => result.verdict !== verdict);
  return html`<details class="row" id="clause-${clause}"${isOpen && html` open`}><summary>${what}<code>${clause}</code> ${differs && badges(on)}<span class="says">${says}</span></summary>
<div class="inside">${inside}</div></details>`;
}

/** One for each target. */
function badges(on: readonly OnTarget<{ readonly verdict: Verdict }>[]): Html {
  return html`<span class="vs">${on.map((it) => badge(it.verdict, it.target))}</span>`;
}

/** What a row shows when it is opened. */
function insideHtml(targets: readonly TargetReport[], evidence: (clause: string) => readonly Html[]): Draw {
  const cases = targets.flatMap(({ target, cases: of }) => of.map((it) => ({ ...it, target })));
  const ownCases = Map.groupBy(cases, ({ clause }) => clause);
  const showing = new Map<string, Set<string>>();
  for (const { file, says, shown } of cases)
    for (const clause of shown)
      showing.set(clause, (showing.get(clause) ?? new Set()).add(`${file} ${says}`));
  return ({ clause, source, on }) => {
    const own = ownCases.get(clause) ?? [];
    const others = showing.get(clause)?.size ?? 0;
    return html`${on.map(({ target, verdict, reason }) => reason !== undefined && html`<p>On ${target} it is ${verdict}: ${reason}.</p>`)}
${on.map(({ target, refusal }) => refusal !== undefined && html`<p>${target} answers <code>${refusal}</code>.</p>`)}
${on.map(({ target, note }) => note !== undefined && html`<p>On ${target} it is ${note}.</p>`)}
${evidence(clause)}
<dl><dt>Documented</dt><dd>${source}</dd>
<dt>Cases</dt><dd>${casesHtml(own, on)}${others > 0 && html`<p>Shown by ${count(others, own.length > 0 ? 'other case' : 'case')} on the way.</p>`}${own.length + others === 0 && 'none'}</dd></dl>`;
  };
}

/** The cases of a clause by file; a case whose verdict is not that of the clause says so. */
function casesHtml(cases: readonly OnTarget<CaseReport>[], on: Row['on']): Html[] {
  return [...Map.groupBy(cases, ({ file }) => file)].map(([file, ofFile]) => {
    const rows = [...Map.groupBy(ofFile, ({ says }) => says)].map(([says, results]) => {
      const isAsClause = results.every(
        ({ target, verdict }) => on.find((it) => it.target === target)?.verdict === verdict,
      );
      return html`<li>${says}${!isAsClause && html` ${badges(results)}`}</li>`;
    });
    return html`<p class="source"><code>${file}</code></p><ul>${rows}</ul>`;
  });
}
