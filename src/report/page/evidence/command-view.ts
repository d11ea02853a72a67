/** A command that the reader may run, ready to be copied. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';

/** A command longer than this is of no use on a page. */
const LONGEST = 4000;

export function commandView(label: string, command: string): Html {
  if (command.length > LONGEST) return html`<p>${label}: the command is in run.json.</p>`;
  return html`<div class="command"><p class="cap">${label}</p><pre>${command}</pre></div>`;
}
