/** The verdict: the sentence at the top of the page, and each target with what it breaks, what is unproven or out of its reach. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { andList, count } from '../../../../contracts/src/base/text.ts';
import type { ClauseResult } from '../../../runner/verdict.ts';
import { byReason } from '../../clause-counts.ts';
import type { TargetReport } from '../../run-json.ts';
import {
  bestCase,
  brokenClauses,
  type Ending,
  failureWords,
  isPart,
  outcomeOf,
  staleDeviations,
  verdictSentence,
} from '../../run-outcome.ts';
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

/** Each kind of result adds its sentence; the worst gives the tone. */
export function headline(content: PageContent): Headline {
  const { checks, comparisons } = content;
  const results = [...ofTargets(content), ...checks.map(ofCheck), ...comparisons.map(ofComparison)];
  const all = results.length > 0 ? results : ofStrength(content);
  const tones: readonly Tone[] = ['bad', 'unsure', 'good'];
  const tone = tones.find((one) => all.some((it) => it.tone === one)) ?? 'faint';
  return { tone, text: all.map(({ text }) => text).join(' ') };
}

/** Where a target fails, the others are not named. */
function ofTargets({ targets, ending }: PageContent): Headline[] {
  const failing = targets.filter((target) => outcomeOf([target], ending) !== 'upheld');
  const [first, ...others] = failing.length > 0 ? failing : targets;
  if (!first) return [];
  if (others.length === 0) return [{ tone: runTone(first, ending), text: verdictSentence(first, ending) }];
  if (failing.length === 0) {
    const names = andList(targets.map(({ target }) => target));
    const claim = targets.some(isPart)
      ? `What was asked for holds on ${names}`
      : `As far as ${names} can show it, the migration holds`;
    return [{ tone: 'good', text: `${claim}: no clause is violated.` }];
  }
  return failing.map((report, at) => {
    const isOpen = outcomeOf([report], ending) === 'unproven';
    const text = isOpen ? `${report.target} is unproven` : failureWords(report);
    return {
      tone: runTone(report, ending),
      text: `${text || `${report.target} does not reach every clause`}${at < failing.length - 1 ? ';' : '.'}`,
    };
  });
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
  const settingsOf = settingsNote(report);
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
