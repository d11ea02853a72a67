/** A section of the page with its heading, to which the navigation leads. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  /** What the reader looks at, in a sentence. */
  readonly lead: string;
  readonly body: Html;
}

export function sectionHtml({ id, title, lead, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="lead">${lead}</p>
${body}
</section>`;
}
