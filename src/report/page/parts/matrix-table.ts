/** A table of numbers beneath its caption; where the screen is narrow the table scrolls and its caption stands. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';

/** `head` and `rows` are the `tr` of the table. */
export function matrixTable(caption: string, head: Html, rows: readonly Html[]): Html {
  return html`<figure class="matrix"><figcaption>${caption}</figcaption><div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table aria-label="${caption}"><thead>${head}</thead><tbody>${rows}</tbody></table></div></figure>`;
}
