/** The case that shows a violation: what was found, the exchange with the failing place marked, and how to repeat it. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { count } from '../../../../contracts/src/contract/show.ts';
import type { Finding } from '../../../../contracts/src/judge/finding.ts';
import { operationOf } from '../../../../contracts/src/judge/operation.ts';
import type { Evidence } from '../../evidence.ts';
import { commandView } from './command-view.ts';
import { exchangeView } from './exchange-view.ts';

/** `canBreak` says which operations a clause speaks of. */
export function violationView(
  { says, file, findings, exchanges, repeat }: Evidence,
  canBreak: (clause: string) => ReadonlySet<string>,
): Html {
  const marks = Map.groupBy(findings, (finding) => exchangeWith(finding, exchanges, canBreak));
  const last = exchanges.length - 1;
  const views = exchanges.map((exchange, at) => {
    const own = marks.get(at) ?? [];
    const title = `Call ${at + 1} of ${exchanges.length}: ${operationOf(exchange.request) ?? exchange.request.method}`;
    if (at === last || own.length > 0) return html`<h4>${title}</h4>${exchangeView(exchange, own)}`;
    return html`<details class="more"><summary>${title}, as documented</summary>${exchangeView(exchange, [])}</details>`;
  });
  return html`<p class="case">${says}.</p>
<ul class="findings">${findings.map(findingHtml)}</ul>
${views}
${exchanges.length === 0 && html`<p>${count(0, 'call')} was made.</p>`}
<p class="source">It stands in <code>${file}</code>.</p>
${commandView('Run it again', repeat)}`;
}

function findingHtml({ clause, pointer, message }: Finding): Html {
  return html`<li><p class="wrong">${message}</p><p class="source"><code>${clause}</code> at <code>${pointer}</code></p></li>`;
}

/** The last exchange of which the clause speaks: a case is about its last call, a flow about each of its calls. */
function exchangeWith(
  { clause }: Finding,
  exchanges: Evidence['exchanges'],
  canBreak: (clause: string) => ReadonlySet<string>,
): number {
  const known = canBreak(clause);
  const at = exchanges.findLastIndex(({ request }) => known.has(operationOf(request) ?? ''));
  return at === -1 ? exchanges.length - 1 : at;
}
