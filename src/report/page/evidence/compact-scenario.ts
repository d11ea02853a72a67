/** A scenario in a few lines: its rules, what the bank told, and which messages came. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { flowText, shortFlowText } from './flow-text.ts';
import type { PlayedScenario } from './played-scenario.ts';

/** An update with a hundred transactions is no more telling than its beginning. */
const LONGEST = 200;

export function compactScenario({ played: { rules, story } }: Pick<PlayedScenario, 'played'>): Html {
  const ruled = Object.entries(rules).map(([name, { triggerEvent, params, includeDetails }]) => {
    const more = [params && flowText(params), includeDetails && 'with details'].filter(Boolean).join(', ');
    return html`<li>rule <b>${name}</b>: ${triggerEvent} ${more}</li>`;
  });
  const steps = story.map((step) => {
    if ('update' in step) return html`<li>update <code>${shortFlowText(step.update, LONGEST)}</code></li>`;
    if ('advance' in step) return html`<li><code>${step.advance}</code> pass</li>`;
    const came = step.received.map(({ rule }) => rule ?? 'of no rule');
    return html`<li class="came">${came.length === 0 ? 'silence' : `message of ${came.join(', ')}`}</li>`;
  });
  return html`<ol>${ruled}${steps}</ol>`;
}
