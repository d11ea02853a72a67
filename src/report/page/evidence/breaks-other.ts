/** Names the clauses that cases break in the place of their own, which would else look broken. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import type { Evidence } from '../../evidence.ts';

const MOST_NAMED = 3;

/** undefined where they break their own, or none. */
export function breaksOther(cases: readonly Pick<Evidence, 'clause' | 'findings'>[]): Html | undefined {
  const broken = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  if (broken.size === 0 || cases.some(({ clause }) => broken.has(clause))) return undefined;
  const named = [...broken].slice(0, MOST_NAMED).map((clause) => html`<code>${clause}</code>`);
  const more = broken.size - named.length;
  return html`<span class="source">breaks ${named}${more > 0 && html` and ${more} more`}</span>`;
}
