/** The verdict: the sentence at the top of the page, and each target with what it breaks, what is unproven or out of its reach. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count } from '../../../../contracts/src/base/text.ts';
import type { ClauseResult } from '../../../runner/verdict.ts';
import { byReason } from '../../clause-counts.ts';
import type { TargetReport } from '../../run-json.ts';
import { brokenBesides, type Ending, verdictOfAll, verdictSentence } from '../../run-outcome.ts';
import { leftOpenText, settingsNote } from '../../settings-used.ts';
import { strengthCounts, strengthOutcome } from '../../strength/strength-counts.ts';
import { createdText } from '../../terminal/plan-screen.ts';
import { runTone, type Tone, verdictBar } from '../badges.ts';
import type { PageContent } from '../page-content.ts';
import type { Section } from '../page-parts.ts';

export interface Headline {
  readonly tone: Tone;
  readonly text: string;
}

/** The worst first. */
const TONES: readonly Tone[] = ['bad', 'unsure', 'good'];

/** Each kind of result adds its sentence; the worst gives the tone. */
export function headline(content: PageContent): Headline {
  const { checks, comparisons } = content;
  const results = [...ofTargets(content), ...checks.map(ofCheck), ...comparisons.map(ofComparison)];
  const all = results.length > 0 ? results : ofStrength(content);
  const tone = TONES.find((one) => all.some((it) => it.tone === one)) ?? 'faint';
  return { tone, text: all.map(({ text }) => text).join(' ') };
}

function ofTargets({ targets, ending }: PageContent): Headline[] {
  const tones = targets.map((target) => runTone(target, ending));
  const tone = TONES.find((one) => tones.includes(one));
  return tone === undefined ? [] : [{ tone, text: verdictOfAll(targets, ending) }];
}

function ofCheck({ records }: PageContent['checks'][number]): Headline {
  const violated = records.filter(({ verdict }) => verdict === 'violated').length;
  const upheld = records.filter(({ verdict }) => verdict === 'upheld').length;
  const kept = `${upheld} of ${count(records.length, 'recorded exchange or message', 'recorded exchanges and messages')}`;
  const keep = records.length === 1 ? 'keeps' : 'keep';
  const broken = violated === 0 ? 'none breaks it' : `${violated} ${violated === 1 ? 'breaks' : 'break'} it`;
  const tone = violated > 0 ? 'bad' : upheld > 0 ? 'good' : 'unsure';
  return { tone, text: `${kept} ${keep} the contract, ${broken}.` };
}

function ofComparison({ verdict, fields }: PageContent['comparisons'][number]): Headline {
  if (verdict !== 'equivalent')
    return { tone: 'bad', text: 'The V2 request does not carry what V1 asks for.' };
  return {
    tone: 'good',
    text: `The V2 request carries all that V1 asks for: ${count(fields.length, 'field')}.`,
  };
}

function ofStrength({ strength, since }: PageContent): Headline[] {
  if (!strength && since) return [];
  const outcome = strength ? strengthOutcome(strength, { isPartial: false }) : 'unproven';
  if (!strength || outcome === 'unproven') return [{ tone: 'unsure', text: 'Nothing was judged.' }];
  const { observable, caught, alarms } = strengthCounts(strength);
  const untried = strength.untried.length;
  const falsely = alarms === 0 ? 'with no false alarm' : `with ${count(alarms, 'false alarm')}`;
  const open = untried === 0 ? '' : ` The own cases of ${count(untried, 'clause')} catch no fault.`;
  const text = `Of ${count(observable, 'observable fault')} ${caught} are caught, ${falsely}.${open}`;
  return [{ tone: outcome === 'upheld' ? 'good' : 'bad', text }];
}

/** What is seen at a glance; the rest opens. */
const MOST_FOUND = 12;
const MOST_NAMED = 6;

/** undefined where no target was run. */
export function verdictSection(targets: readonly TargetReport[], ending: Ending): Section | undefined {
  if (targets.length === 0) return undefined;
  return {
    id: 'verdict',
    title: 'Verdict',
    lead: 'A clause is one documented sentence or table cell. It is upheld, violated, admitted (violated, as its target file says), unproven (it could not be judged, for the reason given) or out of reach (this target cannot show it).',
    body: html`<div class="cards">${targets.map((target) => card(target, ending))}</div>`,
  };
}

function card(report: TargetReport, ending: Ending): Html {
  const { target, accessUrl, webFormUrl, tally, clauses, leftBehind } = report;
  const leftOpen = leftOpenText(report);
  const besides = brokenBesides(report);
  return html`<article class="card t-${runTone(report, ending)}">
<h3>${target}</h3>
${accessUrl !== '' && html`<p class="source"><code>${accessUrl}</code>${webFormUrl !== accessUrl && html` <code>${webFormUrl}</code>`}</p>`}
<p>${verdictSentence(report, ending)}</p>
${verdictBar(tally)}
${violations(report)}
${besides.length > 0 && html`<h4>Broken too, though not asked for</h4><p>${besides.join(', ')}</p>`}
${reasons('Unproven', clauses, 'unproven')}
${reasons('Admitted', clauses, 'admitted')}
${reasons('Out of reach', clauses, 'out of reach')}
${leftOpen !== '' && html`<h4>Left open</h4><p>${leftOpen}</p>`}
${leftBehind && !leftBehind.isPutBack && leftBehind.users > 0 && html`<h4>Left behind</h4><p>${createdText(leftBehind)}; the users are named <code>${leftBehind.prefix}-…</code>, and all the rest is theirs.</p>`}
</article>`;
}

/** Each message with the clauses that it breaks, which lead to their evidence, and the settings that could explain it. */
function violations({ clauses, settings }: TargetReport): Html | undefined {
  const broken = clauses.filter(({ verdict }) => verdict === 'violated');
  const unsaid = 'no evidence is in this result';
  const rows = [...Map.groupBy(broken, ({ message = unsaid }) => message)].map(([message, own]) => {
    const links = html`<code>${own.map(({ clause }) => html`<a href="#clause-${clause}">${clause}</a>`)}</code>`;
    const list =
      own.length > MOST_NAMED
        ? html`<details class="more"><summary>${count(own.length, 'clause')}</summary>${links}</details>`
        : links;
    const notes = [...new Set(own.map((row) => settingsNote(settings, row)))];
    return html`<li><span class="wrong">${message}</span><br>${list}${notes.map((note) => note !== undefined && html`<br><span class="source">${note}</span>`)}</li>`;
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
