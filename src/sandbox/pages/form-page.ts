/** The page behind the address of a web form: shows a person what the form would ask for, and takes nothing. */
import { type Html, html } from '../../../contracts/src/contract/html.ts';
import type { Response } from '../door.ts';
import type { WebForm } from '../state.ts';
import { type AskedFor, askedFor } from './asked-for.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // No script, no style, no picture, no frame, nowhere to send anything.
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** `form` is undefined for an id that no form has. `now` is epoch milliseconds. */
export function formPage(form: WebForm | undefined, now: number): Response {
  if (form === undefined)
    return page(404, 'No such web form', html`<p>There is no web form at this address.</p>`);
  const until = new Date(form.expiresAt).toISOString();
  if (now >= form.expiresAt) {
    return page(410, 'Web form expired', html`<p>This web form was valid until ${until}.</p>`);
  }
  const asked = askedFor(form);
  const note = html`<p>A web form of the sandbox: it shows what would be asked and takes no answer. Valid until ${until}.</p>`;
  return page(200, asked.title, html`${note}\n${asks(asked)}`);
}

function asks({ rows, orders, orderCount }: AskedFor): Html {
  if (orderCount === 0) return list(rows);
  const items = orders.map((order) => html`<li>${list(order)}</li>`);
  const first = orders.length < orderCount ? `, of which these are the first ${orders.length}` : '';
  return html`${list(rows)}\n<p>Orders: ${String(orderCount)}${first}</p>\n<ol>\n${items}\n</ol>`;
}

function list(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl>\n${rows.map(([what, value]) => html`<dt>${what}</dt><dd>${value}</dd>`)}\n</dl>`;
}

function page(status: number, title: string, body: Html): Response {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
  return { status, headers: HEADERS, body: text };
}
