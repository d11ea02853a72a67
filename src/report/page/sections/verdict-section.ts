/** Section 1: each target with its verdict, what it breaks, and what is out of its reach and why. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { ClauseResult, Verdict } from '../../../runner/verdict.ts';
import type { TargetReport } from '../../run-json.ts';
import { bestCase, brokenClauses, staleDeviations, verdictSentence } from '../../run-outcome.ts';
import { leaningText, leftOpenText } from '../../settings-used.ts';
import { createdText } from '../../terminal/plan-screen.ts';
import { runTone, verdictBar } from '../badges.ts';
import type { PageContent } from '../page-content.ts';
import type { Section } from '../page-parts.ts';

/** What a glance takes in; the rest opens. */
const MOST_FOUND = 12;
const MOST_NAMED = 6;

/** undefined where no target was run. */
export function verdictSection({ targets, ending }: PageContent): Section | undefined {
  if (targets.length === 0) return undefined;
  return {
    id: 'verdict',
    title: 'Verdict',
    lead: 'A clause is one documented sentence or table cell. It is upheld, violated, admitted (violated, as its target file says), unproven (nothing could be told, for the reason given) or out of reach (this target cannot show it).',
    body: html`<div class="cards">${targets.map((target) => card(target, ending))}</div>`,
  };
}

function card(report: TargetReport, ending: PageContent['ending']): Html {
  const { target, accessUrl, webFormUrl, tally, clauses } = report;
  return html`<article class="card t-${runTone(report, ending)}">
<h3>${target}</h3>
${accessUrl !== '' && html`<p class="source"><code>${accessUrl}</code>${webFormUrl !== accessUrl && html` <code>${webFormUrl}</code>`}</p>`}
<p>${verdictSentence(report, ending)}</p>
${verdictBar(tally)}
${broken(report)}
${reasons(clauses, 'unproven')}
${reasons(clauses, 'admitted')}
${reasons(clauses, 'out of reach')}
${leftOpen(report)}
${leftBehind(report)}
</article>`;
}

/** What was found, and the clauses that it breaks; each leads to its evidence. */
function broken(report: TargetReport): Html | undefined {
  const leaningOf = leaningText(report);
  const found = [...brokenClauses(report)].map((clause) => {
    const finding = bestCase(report.cases, clause)?.findings.find((it) => it.clause === clause);
    const message = finding?.message ?? 'no evidence is in this result';
    return { clause, message, leaning: leaningOf(clause) };
  });
  const stale = staleDeviations(report).map(({ clause, reason = '' }) => ({
    clause,
    message: reason,
    leaning: undefined,
  }));
  const all = [...found, ...stale];
  if (all.length === 0) return undefined;
  const rows = [...Map.groupBy(all, ({ message }) => message)].map(([message, own]) => {
    const links = own.map(({ clause }) => html`<a href="#clause-${clause}">${clause}</a>`);
    const list = html`<code>${links}</code>`;
    const folded = html`<details class="more"><summary>${count(own.length, 'clause')}</summary>${list}</details>`;
    return html`<li><span class="wrong">${message}</span><br>${own.length > MOST_NAMED ? folded : list}${leaning(own)}</li>`;
  });
  const more = rows.slice(MOST_FOUND);
  return html`<h4>Violated</h4><ul class="findings">${rows.slice(0, MOST_FOUND)}</ul>${
    more.length > 0 &&
    html`<details class="more"><summary>${more.length} more</summary><ul class="findings">${more}</ul></details>`
  }`;
}

/** The settings that these clauses lean on, and how many of them do where not all. */
function leaning(clauses: readonly { readonly leaning: string | undefined }[]): Html[] {
  const texts = Map.groupBy(clauses, (it) => it.leaning);
  return [...texts].flatMap(([text, own]) => {
    if (text === undefined) return [];
    const some = own.length < clauses.length ? `${own.length} of them ` : '';
    return [html`<br><span class="source">${some}${text}</span>`];
  });
}

function reasons(clauses: readonly ClauseResult[], verdict: Verdict): Html | undefined {
  const groups = Map.groupBy(
    clauses.filter((it) => it.verdict === verdict),
    ({ reason }) => reason ?? 'no reason is given',
  );
  if (groups.size === 0) return undefined;
  const rows = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, own]) => html`<li><b>${count(own.length, 'clause')}</b>: ${reason}</li>`);
  return html`<h4>${verdict === 'out of reach' ? 'Out of reach' : verdict === 'unproven' ? 'Unproven' : 'Admitted'}</h4><ul>${rows}</ul>`;
}

function leftOpen(report: TargetReport): Html | undefined {
  const text = leftOpenText(report);
  return text === '' ? undefined : html`<h4>Left open</h4><p>${text}</p>`;
}

function leftBehind({ leftBehind: left }: TargetReport): Html | undefined {
  if (!left || left.isPutBack || left.users === 0) return undefined;
  return html`<h4>Left behind</h4><p>${createdText(left)}; the users are named <code>${left.prefix}-…</code>, and all the rest is theirs.</p>`;
}
