/** The verdict: the sentence at the top of the page, each target with its counts, and what to do next. */
import { count } from '../../../../contracts/src/base/text.ts';
import { checkSentence } from '../../check/check-text.ts';
import type { CheckTotals } from '../../check/check-totals.ts';
import { byReason, VERDICTS } from '../../clause-counts.ts';
import { comparisonSentence } from '../../comparison-text.ts';
import type { TargetReport } from '../../run-json.ts';
import { otherBrokenClauses, outcomeOfAll, type RunStamp, runOutcome } from '../../run-outcome.ts';
import { leftBehindSentence } from '../../terminal/plan-screen.ts';
import { SHOWN, type Tone, toneOfRun } from '../../verdicts.ts';
import { Html, html } from '../html.ts';
import type { PageContent } from '../page-content.ts';
import { type Section, toneOf } from '../page-parts.ts';

interface Headline {
  readonly tone: Tone;
  readonly text: string;
}

/** The worst first. */
const TONES: readonly Tone[] = ['bad', 'unsure', 'good'];

/** Each kind of result adds its sentence; the worst gives the tone. */
export function headline({
  targets,
  ending,
  assessment,
  check,
  comparisons,
  stopped,
}: PageContent): Headline {
  if (stopped !== undefined) return { tone: 'unsure', text: 'No verdict: nothing was judged.' };
  const ofRuns = { tone: toneOfRun(runOutcome(targets, ending)), text: outcomeOfAll(targets, ending) };
  const all: Headline[] = [
    ...(targets.length > 0 ? [ofRuns] : []),
    ...(assessment
      ? [{ tone: toneOf(assessment.verdict), text: `The move to Web Form V2 is ${assessment.says}.` }]
      : []),
    ...(check ? [{ tone: toneOfCheck(check.totals), text: checkSentence(check.totals) }] : []),
    ...comparisons.map((it) => ({ tone: toneOf(it.verdict), text: comparisonSentence(it) })),
  ];
  const tone = TONES.find((one) => all.some((it) => it.tone === one)) ?? 'faint';
  return { tone, text: all.map(({ text }) => text).join(' ') };
}

function toneOfCheck(totals: CheckTotals): Tone {
  const { judged, wrong, unknown } = totals.result();
  if (wrong > 0) return 'bad';
  return judged > 0 && unknown === 0 ? 'good' : 'unsure';
}

/** A target with its counts, below the sentence, which names the only one. */
export function targetHtml(report: TargetReport, isOnly: boolean): Html {
  const { target, accessUrl, webFormUrl, tally, reported = {}, leftBehind, ran } = report;
  const seen = Object.entries(reported);
  const others = otherBrokenClauses(report);
  const calls = report.cases.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const shown = VERDICTS.filter((verdict) => tally[verdict] > 0);
  return html`<article>
${!isOnly && html`<h2>${target}</h2>`}
<ul class="tally">${shown.map((verdict) => html`<li class="t-${SHOWN[verdict].tone}"><b>${tally[verdict]}</b> ${verdict}</li>`)}</ul>
<p class="source">access API <code>${accessUrl}</code>${webFormUrl !== accessUrl && html` · Web Form V2 <code>${webFormUrl}</code>`}</p>
<p class="source">${ranText(ran)} · ${count(calls, 'call')} in its cases</p>
${others.length > 0 && html`<h3>Also violated, though not chosen</h3><p>${others.join(', ')}</p>`}
${seen.length > 0 && html`<h3>Seen, and not judged</h3><ul>${seen.map(([what, times]) => html`<li>${times}× ${what}</li>`)}</ul>`}
${leftBehind && !leftBehind.isPutBack && leftBehind.users > 0 && html`<h3>Left behind</h3><p>${leftBehindSentence(leftBehind)}</p>`}
</article>`;
}

const SHORT_COMMIT = 10;

/** 2026-11-20 09:15 UTC · 15 s · version 0.1.0 · commit 67abe5b1c2 */
function ranText({ at, seconds, version, commit }: RunStamp): string {
  const parts = [`${at.slice(0, 16).replace('T', ' ')} UTC`, `${seconds} s`, `version ${version}`];
  if (commit !== undefined) parts.push(`commit ${commit.slice(0, SHORT_COMMIT)}`);
  return parts.join(' · ');
}

/** Why a run gave no verdict; undefined where there is one. */
export function stoppedSection(stopped: string | undefined): Section | undefined {
  if (stopped === undefined) return undefined;
  const [lead = '', ...problems] = stopped.split('\n- ');
  const body = html`${problems.length > 0 && html`<ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`}<p>What an earlier run found is not shown here.</p>`;
  return { id: 'no-verdict', title: 'Why there is no verdict', lead, body };
}

/** undefined where no target was run. */
export function nextSection(targets: readonly TargetReport[]): Section | undefined {
  if (targets.length === 0) return undefined;
  const steps = targets.flatMap(nextSteps);
  const all = html`<li>Run this in CI, and keep <code>run.json</code>: <code>report --since</code> compares a later run with it.</li>`;
  const body = html`<ol class="next">${steps.length > 0 ? steps : all}</ol>`;
  return { id: 'next', title: 'What to do next', body };
}

function nextSteps(report: TargetReport): Html[] {
  const { target, tally } = report;
  const groups = byReason(report.clauses, 'unproven');
  const roots = groups.filter(({ root }) => root !== undefined);
  const depending = roots.reduce((sum, { results }) => sum + results.length, 0);
  const open = groups.find(({ root }) => root === undefined);
  const listed = new Set<string>(report.clauses.map(({ clause }) => clause));
  const links = roots.map(({ root = '', results }) => {
    const name = listed.has(root) ? html`<a href="#clause-${root}">${root}</a>` : html`<code>${root}</code>`;
    return html`<li>${name}: ${results.length}</li>`;
  });
  const steps = [
    tally.violated > 0 &&
      html`<li>Send ${count(tally.violated, 'violation')} to the provider of ${target}: each has the call that shows it and a <code>curl</code> that repeats it.</li>
<li>To accept a violation for now, list it under <code>deviations</code> of the target file, with a reason and a date.</li>`,
    depending > 0 &&
      html`<li>Fix ${roots.length === 1 ? 'this one' : `these ${roots.length}`} and ${depending} more can be judged:<ul>${links}</ul></li>`,
    open &&
      html`<li>Find out why ${count(tally.unproven - depending, 'clause')} could not be judged on ${target}. ${open.results.length} of them: ${open.reason}.</li>`,
    tally['out of reach'] > 0 &&
      target === 'mock' &&
      html`<li>A mock shows shapes and no behaviour: write a target file of the provider’s sandbox, and verify that.</li>`,
  ];
  return steps.filter((step) => step instanceof Html);
}
