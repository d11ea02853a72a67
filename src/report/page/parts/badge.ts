/** A verdict as it stands on the page: a sign, a colour and the word, so that none of them is needed alone. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { Verdict } from '../../../drive/verdict.ts';

/** What a verdict means to a reader; the style sheet knows these. */
export type Tone = 'good' | 'bad' | 'unsure' | 'faint';

const TONES: Readonly<Record<string, Tone>> = {
  upheld: 'good',
  violated: 'bad',
  admitted: 'unsure',
  unproven: 'unsure',
  'out of reach': 'faint',
  same: 'good',
  renamed: 'good',
  recoded: 'good',
  equivalent: 'good',
  'needs-decision': 'unsure',
  lost: 'bad',
  unexpected: 'bad',
  'wrong-value': 'bad',
  'not-equivalent': 'bad',
  'not-judged': 'faint',
  caught: 'good',
  survived: 'bad',
  unobservable: 'faint',
  passed: 'good',
  'false alarm': 'bad',
};

/** `of` names the target where several have verdicts of their own. */
export function badge(verdict: string, of?: string): Html {
  return html`<span class="v ${toneOf(verdict)}">${of !== undefined && html`<b>${of}</b> `}${verdict}</span>`;
}

export function toneOf(verdict: string): Tone {
  return TONES[verdict] ?? 'faint';
}

/** One badge where all targets agree, else one for each. */
export function badges(verdicts: readonly { readonly target: string; readonly verdict: Verdict }[]): Html {
  const [first] = verdicts;
  const isSame = verdicts.every(({ verdict }) => verdict === first?.verdict);
  const shown = isSame
    ? verdicts.slice(0, 1).map(({ verdict }) => badge(verdict))
    : verdicts.map(({ target, verdict }) => badge(verdict, target));
  return html`<span class="vs">${shown}</span>`;
}
