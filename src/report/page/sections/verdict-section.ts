/** The verdict: each target with what it breaks, what is unproven, and what is out of its reach and why. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { ClauseResult } from '../../../runner/verdict.ts';
import { byReason } from '../../clause-counts.ts';
import type { TargetReport } from '../../run-json.ts';
import { bestCase, brokenClauses, type Ending, staleDeviations, verdictSentence } from '../../run-outcome.ts';
import { leaningText, leftOpenText } from '../../settings-used.ts';
import { createdText } from '../../terminal/plan-screen.ts';
import { runTone, verdictBar } from '../badges.ts';
import type { Section } from '../page-parts.ts';

/** What is seen at a glance; the rest opens. */
const MOST_FOUND = 12;
const MOST_NAMED = 6;

/** undefined where no target was run. */
export function verdictSection(targets: readonly TargetReport[], ending: Ending): Section | undefined {
  if (targets.length === 0) return undefined;
  return {
    id: 'verdict',
    title: 'Verdict',
    lead: 'A clause is one documented sentence or table cell. It is upheld, violated, admitted (violated, as its target file says), unproven (nothing could be told, for the reason given) or out of reach (this target cannot show it).',
    body: html`<div class="cards">${targets.map((target) => card(target, ending))}</div>`,
  };
}

function card(report: TargetReport, ending: Ending): Html {
  const { target, accessUrl, webFormUrl, tally, clauses, leftBehind } = report;
  const leftOpen = leftOpenText(report);
  return html`<article class="card t-${runTone(report, ending)}">
<h3>${target}</h3>
${accessUrl !== '' && html`<p class="source"><code>${accessUrl}</code>${webFormUrl !== accessUrl && html` <code>${webFormUrl}</code>`}</p>`}
<p>${verdictSentence(report, ending)}</p>
${verdictBar(tally)}
${violations(report)}
${reasons('Unproven', clauses, 'unproven')}
${reasons('Admitted', clauses, 'admitted')}
${reasons('Out of reach', clauses, 'out of reach')}
${leftOpen !== '' && html`<h4>Left open</h4><p>${leftOpen}</p>`}
${leftBehind && !leftBehind.isPutBack && leftBehind.users > 0 && html`<h4>Left behind</h4><p>${createdText(leftBehind)}; the users are named <code>${leftBehind.prefix}-…</code>, and all the rest is theirs.</p>`}
</article>`;
}

/** Each message with the clauses that it breaks, which lead to their evidence, and the settings that could explain it. */
function violations(report: TargetReport): Html | undefined {
  const settingsOf = leaningText(report);
  const broken = [...brokenClauses(report)].map((clause) => {
    const finding = bestCase(report.cases, clause)?.findings.find((it) => it.clause === clause);
    return { clause, message: finding?.message ?? 'no evidence is in this result' };
  });
  const stale = staleDeviations(report).map(({ clause, reason = '' }) => ({ clause, message: reason }));
  const rows = [...Map.groupBy([...broken, ...stale], ({ message }) => message)].map(([message, own]) => {
    const links = html`<code>${own.map(({ clause }) => html`<a href="#clause-${clause}">${clause}</a>`)}</code>`;
    const list =
      own.length > MOST_NAMED
        ? html`<details class="more"><summary>${count(own.length, 'clause')}</summary>${links}</details>`
        : links;
    const bySettings = Map.groupBy(own, ({ clause }) => settingsOf(clause));
    const settings = [...bySettings].map(
      ([text, some]) =>
        text !== undefined &&
        html`<br><span class="source">${some.length < own.length && `${some.length} of them `}${text}</span>`,
    );
    return html`<li><span class="wrong">${message}</span><br>${list}${settings}</li>`;
  });
  if (rows.length === 0) return undefined;
  const more = rows.slice(MOST_FOUND);
  return html`<h4>Violated</h4><ul class="findings">${rows.slice(0, MOST_FOUND)}</ul>${
    more.length > 0 &&
    html`<details class="more"><summary>${more.length} more</summary><ul class="findings">${more}</ul></details>`
  }`;
}

function reasons(
  title: string,
  clauses: readonly ClauseResult[],
  verdict: ClauseResult['verdict'],
): Html | undefined {
  const rows = byReason(clauses, verdict)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, own]) => html`<li><b>${count(own.length, 'clause')}</b>: ${reason}</li>`);
  return rows.length === 0 ? undefined : html`<h4>${title}</h4><ul>${rows}</ul>`;
}
