/** How the clauses of a target are split, as a bar and in words. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { type Tally, VERDICTS } from '../../tally.ts';
import { toneOf } from './badge.ts';

const WIDTH = 100;

/** The words beside it say the same, so the bar is hidden from those who listen. */
export function verdictBar(counts: Tally): Html {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  const total = shown.reduce((sum, verdict) => sum + counts[verdict], 0);
  let x = 0;
  const parts = shown.map((verdict) => {
    const width = (counts[verdict] / total) * WIDTH;
    const part = html`<rect class="f-${toneOf(verdict)}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="4"/>`;
    x += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 ${WIDTH} 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** 81 upheld, 258 out of reach. */
export function tallyWords(counts: Tally): string {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0);
  return shown.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ');
}
