/** Verdicts on the page: each as a sign, a colour and its word, and how many there are of each. */
import { type Html, html } from '../../../contracts/src/base/html.ts';
import type { TargetRun, Verdict } from '../../runner/verdict.ts';
import { type Tally, VERDICTS } from '../clause-counts.ts';
import { type Ending, outcomeOf } from '../run-outcome.ts';

/** What a verdict means to a reader; the style sheet has a colour for each. */
export type Tone = 'good' | 'bad' | 'unsure' | 'faint';

const TONES: Readonly<Record<Exclude<Tone, 'faint'>, readonly string[]>> = {
  good: [...['upheld', 'kept', 'renamed', 'moved', 'recoded', 'wrapped', 'merged', 'added', 'equivalent']],
  bad: ['violated', 'lost', 'unexpected', 'wrong-value', 'undocumented', 'no place', 'not-equivalent'],
  unsure: ['admitted', 'unproven', 'needs-decision', 'to-confirm', 'dropped'],
};

/** `of` names the target where several have verdicts of their own. */
export function badge(verdict: string, of?: string): Html {
  return html`<span class="v ${toneOf(verdict)}">${of !== undefined && html`<b>${of}</b> `}${verdict}</span>`;
}

/** Of the verdict on a clause, a field or a request. */
export function toneOf(verdict: string): Tone {
  const { good, bad, unsure } = TONES;
  if (good.includes(verdict)) return 'good';
  if (bad.includes(verdict)) return 'bad';
  return unsure.includes(verdict) ? 'unsure' : 'faint';
}

/** A row of the page: a clause or a scenario, and its verdict on each target. */
export interface OnTargets {
  readonly on: readonly { readonly target: string; readonly verdict: Verdict }[];
}

/** One badge where all targets agree, else one for each. */
export function badges(verdicts: OnTargets['on']): Html {
  const [first] = verdicts;
  const isSame = verdicts.every(({ verdict }) => verdict === first?.verdict);
  const shown = isSame
    ? first && badge(first.verdict)
    : verdicts.map(({ target, verdict }) => badge(verdict, target));
  return html`<span class="vs">${shown}</span>`;
}

export function has({ on }: OnTargets, verdict: Verdict): boolean {
  return on.some((it) => it.verdict === verdict);
}

export function runTone(run: Pick<TargetRun, 'clauses' | 'cases'>, ending: Ending): Tone {
  const outcome = outcomeOf([run], ending);
  return outcome === 'out of reach' ? 'bad' : toneOf(outcome);
}

const BAR_WIDTH = 100;

/** How the clauses of a target are split. The words beside it say the same, so a screen reader skips the bar. */
export function verdictBar(counts: Tally): Html {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  const total = shown.reduce((sum, verdict) => sum + counts[verdict], 0);
  let x = 0;
  const parts = shown.map((verdict) => {
    const width = (counts[verdict] / total) * BAR_WIDTH;
    const part = html`<rect class="f-${toneOf(verdict)}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="4"/>`;
    x += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** 81 upheld, 258 out of reach. */
export function tallyWords(counts: Tally): string {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return shown.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
}
