/** The verdict: the sentence at the top of the page, each target with its counts, and what to do next. */

import { count } from '../../../../contracts/src/base/text.ts';
import { byReason, VERDICTS } from '../../clause-counts.ts';
import type { TargetReport } from '../../run-json.ts';
import { bestCase, brokenBesides, type Ending, type RunStamp, verdictOfAll } from '../../run-outcome.ts';
import { leftOpenText } from '../../settings-used.ts';
import { createdText } from '../../terminal/plan-screen.ts';
import { Html, html } from '../html.ts';
import type { PageContent } from '../page-content.ts';
import { commandHtml, runTone, type Section, type Tone, toneOf, verdictBar } from '../page-parts.ts';

type Headline = { readonly tone: Tone; readonly text: string };

/** The worst first. */
const TONES: readonly Tone[] = ['bad', 'unsure', 'good'];

/** Each kind of result adds its sentence; the worst gives the tone. */
export function headline(content: PageContent): Headline {
  const { assessments, checks, comparisons } = content;
  const all = [
    ...ofTargets(content),
    ...assessments.map(ofAssessment),
    ...checks.map(ofCheck),
    ...comparisons.map(ofComparison),
  ];
  const tone = TONES.find((one) => all.some((it) => it.tone === one)) ?? 'faint';
  return { tone, text: all.map(({ text }) => text).join(' ') };
}

function ofTargets({ targets, ending }: PageContent): Headline[] {
  const tones = targets.map((target) => runTone(target, ending));
  const tone = TONES.find((one) => tones.includes(one));
  return tone === undefined ? [] : [{ tone, text: verdictOfAll(targets, ending) }];
}

const TONES_OF_MOVE = {
  ready: 'good',
  decisions: 'unsure',
  'not ready': 'bad',
  unreadable: 'unsure',
} as const;

function ofAssessment({ verdict, says }: PageContent['assessments'][number]): Headline {
  return { tone: TONES_OF_MOVE[verdict], text: `The move to Web Form V2 is ${says}.` };
}

function ofCheck({ records, totals }: PageContent['checks'][number]): Headline {
  const violated = records.filter(({ verdict }) => verdict === 'violated').length;
  const upheld = records.filter(({ verdict }) => verdict === 'upheld').length;
  const kept = `${upheld} of ${count(records.length, 'recorded exchange or message', 'recorded exchanges and messages')}`;
  const keep = records.length === 1 ? 'keeps' : 'keep';
  const broken = violated === 0 ? 'none breaks it' : `${violated} ${violated === 1 ? 'breaks' : 'break'} it`;
  const deviating = records.filter(({ findings }) => findings.some(({ about }) => about === 'client')).length;
  const requests =
    deviating === 0
      ? ''
      : ` ${count(deviating, 'request')} of yours ${deviating === 1 ? 'deviates' : 'deviate'}.`;
  const mistakes = violated + (totals.some(({ providerOnly }) => providerOnly) ? 0 : deviating);
  const isUnread = totals.some(({ broken: unread, files }) => unread + files > 0);
  const tone = mistakes > 0 ? 'bad' : upheld > 0 && !isUnread ? 'good' : 'unsure';
  return { tone, text: `${kept} ${keep} the contract, ${broken}.${requests}` };
}

function ofComparison({ verdict, fields }: PageContent['comparisons'][number]): Headline {
  const carried = `The V2 request carries all that V1 asks for: ${count(fields.length, 'field')}.`;
  if (verdict === 'equivalent') return { tone: 'good', text: carried };
  return { tone: 'bad', text: 'The V2 request does not carry what V1 asks for.' };
}

/** Each target with its counts, below the sentence; undefined where no target was run. */
export function targetsHtml(targets: readonly TargetReport[], ending: Ending): Html | undefined {
  if (targets.length === 0) return undefined;
  return html`<div class="targets">${targets.map((target) => targetHtml(target, ending))}</div>`;
}

function targetHtml(report: TargetReport, ending: Ending): Html {
  const { target, accessUrl, webFormUrl, tally, leftBehind, ran } = report;
  const leftOpen = leftOpenText(report);
  const besides = brokenBesides(report);
  const counts = VERDICTS.filter((verdict) => tally[verdict] > 0).map(
    (verdict) => html`<li class="t-${toneOf(verdict)}"><b>${tally[verdict]}</b> ${verdict}</li>`,
  );
  return html`<article class="t-${runTone(report, ending)}">
<h2>${target}</h2>
<ul class="tally">${counts}</ul>
${verdictBar(tally)}
${accessUrl !== '' && html`<p class="source">access API <code>${accessUrl}</code>${webFormUrl !== accessUrl && html` · Web Form V2 <code>${webFormUrl}</code>`}</p>`}
${ran && html`<p class="source">${ranText(ran)}</p>`}
${besides.length > 0 && html`<h3>Broken too, though not asked for</h3><p>${besides.join(', ')}</p>`}
${leftOpen !== '' && html`<h3>Left open</h3><p>${leftOpen}</p>`}
${leftBehind && !leftBehind.isPutBack && leftBehind.users > 0 && html`<h3>Left behind</h3><p>${createdText(leftBehind)}; the users are named <code>${leftBehind.prefix}-…</code>, and all the rest is theirs.</p>`}
</article>`;
}

const SHORT_COMMIT = 10;

/** 2026-11-20 09:15 UTC · 15 s · version 0.1.0 · commit 67abe5b1c2 */
function ranText({ at, seconds, version, commit }: RunStamp): string {
  const parts = [`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`, `${seconds} s`, `version ${version}`];
  if (commit !== undefined) parts.push(`commit ${commit.slice(0, SHORT_COMMIT)}`);
  return parts.join(' · ');
}

/** undefined where no target was run. */
export function nextSection(targets: readonly TargetReport[]): Section | undefined {
  const steps = targets.flatMap(nextSteps);
  if (targets.length === 0) return undefined;
  const all = html`<li>Run this in CI, and keep <code>run.json</code>: <code>report --since</code> compares a later run with it.</li>`;
  return {
    id: 'next',
    title: 'What to do next',
    lead: '',
    body: html`<ol class="next">${steps.length > 0 ? steps : all}</ol>`,
  };
}

function nextSteps(report: TargetReport): Html[] {
  const { target, clauses, cases, tally } = report;
  const broken = clauses.filter(({ verdict }) => verdict === 'violated');
  const shownBy = broken.flatMap(({ clause }) => bestCase(cases, clause) ?? [])[0];
  const [reason, unproven] =
    byReason(clauses, 'unproven').sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const steps = [
    broken.length > 0 &&
      html`<li>Send ${count(broken.length, 'violation')} to the provider of ${target}: each has the call that shows it and a <code>curl</code> that repeats it.${shownBy && commandHtml('Run the first one again', shownBy.repeat)}</li>
<li>A violation that you accept for now goes under <code>deviations</code> of the target file, with a reason and a date.</li>`,
    unproven &&
      html`<li>Find out why ${count(tally.unproven, 'clause')} could not be judged on ${target}. ${unproven.length} of them: ${reason}.</li>`,
    tally['out of reach'] > 0 &&
      target === 'mock' &&
      html`<li>A mock shows shapes and no behaviour: write a target file of the provider’s sandbox, and verify that.</li>`,
  ];
  return steps.filter((step) => step instanceof Html);
}
