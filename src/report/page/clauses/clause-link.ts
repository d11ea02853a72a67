/** Leads to a clause where the page shows it, and only names it where it does not. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';

/** `shown` are the clauses that the page shows. */
export function clauseLink(clause: string, shown: ReadonlySet<string>): Html {
  if (!shown.has(clause)) return html`<code>${clause}</code>`;
  return html`<a href="#clause-${clause}"><code>${clause}</code></a>`;
}
