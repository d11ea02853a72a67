/** What was found wrong, the beginning of it where it is much. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';

/** Whoever reads ten messages of one case has understood. */
const MOST = 10;

export function messagesView(findings: readonly { readonly message: string }[]): Html {
  const messages = [...new Set(findings.map(({ message }) => message))];
  const more = messages.length - MOST;
  const shown = messages.slice(0, MOST).map((message) => html`<p class="wrong">${message}</p>`);
  return html`${shown}${more > 0 && html`<p>and ${more} more in run.json</p>`}`;
}
