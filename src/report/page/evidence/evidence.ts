/** The evidence that a clause is broken: the case that shows it, its calls with the failing place marked, and how to repeat it. */
import open from '../../../../contracts/generated/validators/open.js';
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { oneLine } from '../../../../contracts/src/base/text.ts';
import type { Finding } from '../../../../contracts/src/judge/clause-check.ts';
import type { Body, Headers } from '../../../../contracts/src/judge/exchange.ts';
import { exchangeChecks } from '../../../../contracts/src/judge/exchange-checks.ts';
import {
  clausesOfCall,
  clausesOfSchemas,
  type OperationId,
  operationOf,
} from '../../../../contracts/src/judge/operation.ts';
import type { ExchangeEvidence, ReportedEvidence, TargetReport } from '../../run-json.ts';
import { bestCase } from '../../run-outcome.ts';
import { type ByteBudget, commandHtml, someClauses } from '../page-parts.ts';
import { type FailingPlace, jsonLines, type Line, markFailingPlaces } from './mark-failing-place.ts';

/** More messages of one case say nothing new. */
const MOST_MESSAGES = 10;
/** Only true of the connection that was. */
const OF_THE_CONNECTION = /^(:.*|connection|content-length|date|host|keep-alive|transfer-encoding)$/;

/**
 * The evidence of a clause on each target that breaks it; a case that breaks several clauses is shown at one of them.
 * `anchorOf` is the id of a scenario that the page shows.
 */
export function evidenceOf(
  targets: readonly TargetReport[],
  anchorOf: (result: ReportedEvidence) => string | undefined,
  budget: ByteBudget,
): (clause: string) => Html[] {
  const shown = targets.map((report) => ({ target: report.target, cases: casesByClause(report) }));
  return (clause) =>
    shown.flatMap(({ target, cases }) => {
      const { best, home } = cases.get(clause) ?? {};
      if (!best) return [];
      const anchor = anchorOf(best);
      const found = best.findings.filter((finding) => finding.clause === clause);
      const link =
        anchor !== undefined
          ? html`<p><a href="#${anchor}">Its rules, updates and messages</a></p>`
          : home !== clause
            ? html`<p>The evidence is at <a href="#clause-${home}">${home}</a>.</p>`
            : html`<p>The exchanges are in run.json.</p>`;
      const short = html`${messagesHtml(found)}${link}`;
      const isHere = anchor === undefined && home === clause;
      return [html`<h4>On ${target}</h4>${isHere ? budget.show([caseHtml(best)], short) : short}`];
    });
}

/** The case that shows each broken clause best, and the clause at which it is shown: its own, unless another case is better. */
function casesByClause(
  report: TargetReport,
): Map<string, { readonly best: ReportedEvidence; readonly home: string }> {
  const bests = new Map<string, ReportedEvidence>();
  for (const { clause, verdict } of report.clauses) {
    const best = verdict === 'upheld' ? undefined : bestCase(report.cases, clause);
    if (best) bests.set(clause, best);
  }
  const homes = new Map<ReportedEvidence, string>();
  for (const [clause, best] of bests)
    if (!homes.has(best)) homes.set(best, bests.get(best.clause) === best ? best.clause : clause);
  return new Map([...bests].map(([clause, best]) => [clause, { best, home: homes.get(best) ?? clause }]));
}

/** What was found, each message once. */
export function messagesHtml(findings: readonly { readonly message: string }[]): Html {
  const messages = [...new Set(findings.map(({ message }) => message))];
  const more = messages.length - MOST_MESSAGES;
  const shown = messages.slice(0, MOST_MESSAGES).map((message) => html`<p class="wrong">${message}</p>`);
  return html`${shown}${more > 0 && html`<p>and ${more} more in run.json</p>`}`;
}

/** The clauses that cases break in the place of their own; undefined where they break their own, or none. */
export function breaksOther(
  cases: readonly Pick<ReportedEvidence, 'clause' | 'findings'>[],
): Html | undefined {
  const broken = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  if (broken.size === 0 || cases.some(({ clause }) => broken.has(clause))) return undefined;
  return html`<span class="source">breaks ${someClauses([...broken], 3)}</span>`;
}

function caseHtml({ says, file, findings, exchanges, repeat }: ReportedEvidence): Html {
  const marks = Map.groupBy(findings, (finding) => exchangeWith(finding, exchanges));
  const last = exchanges.length - 1;
  const calls = exchanges.map((exchange, at) => {
    const own = marks.get(at) ?? [];
    const title = `Call ${at + 1} of ${exchanges.length}: ${operationOf(exchange.request) ?? exchange.request.method}`;
    if (at === last || own.length > 0) return html`<h4>${title}</h4>${exchangeHtml(exchange, own)}`;
    return html`<details class="more"><summary>${title}, as documented</summary>${exchangeHtml(exchange, [])}</details>`;
  });
  return html`<p class="case">${says}.</p>
<ul class="findings">${findings.map(findingHtml)}</ul>
${calls.length > 0 ? calls : html`<p>No call was made.</p>`}
<p class="source">The case is in <code>${file}</code>.</p>
${commandHtml('Run it again', repeat)}`;
}

function findingHtml({ clause, pointer, message }: Finding): Html {
  return html`<li><p class="wrong">${message}</p><p class="source"><code>${clause}</code> at <code>${pointer}</code></p></li>`;
}

/** The last exchange that can break the clause: a case is about its last call, a flow about each of its calls. */
function exchangeWith({ clause }: Finding, exchanges: ReportedEvidence['exchanges']): number {
  const at = exchanges.findLastIndex(({ request }) => {
    const id = operationOf(request);
    return id !== undefined && clausesOf(id).has(clause);
  });
  return at === -1 ? exchanges.length - 1 : at;
}

const clausesOfOperations = new Map<OperationId, ReadonlySet<string>>();

/** The clauses that an exchange of the operation can break: of its schemas, its call, its answers and its checks. */
function clausesOf(id: OperationId): ReadonlySet<string> {
  const known = clausesOfOperations.get(id);
  if (known) return known;
  const found = new Set<string>([
    ...clausesOfSchemas(Object.keys(open).filter((name) => name.startsWith(`${id}.`))),
    ...clausesOfCall(id),
    ...exchangeChecks[id].map(({ clause }) => clause),
  ]);
  clausesOfOperations.set(id, found);
  return found;
}

/** The request beside its answer, redacted, what is wrong marked at its place. */
function exchangeHtml(
  { request, response, requestId, curl }: ExchangeEvidence,
  marks: readonly FailingPlace[],
): Html {
  const isOfRequest = ({ pointer }: FailingPlace) => pointer.startsWith('/request');
  const sent = [
    { pointer: '/request', text: `${request.method} ${oneLine(request.url)}` },
    ...partLines('/request', request),
  ];
  const got = [
    { pointer: '/response/status', text: `status ${response.status}` },
    ...partLines('/response', response),
  ];
  return html`<div class="two"><div><p class="cap">Request</p>${markFailingPlaces(sent, marks.filter(isOfRequest))}</div>
<div><p class="cap">Answer</p>${markFailingPlaces(
    got,
    marks.filter((mark) => !isOfRequest(mark)),
  )}</div></div>
${requestId !== undefined && html`<p>The provider’s id of this request: <code>${oneLine(requestId)}</code></p>`}
${commandHtml('The same call again', curl)}`;
}

function partLines(pointer: string, { headers, body }: { headers: Headers; body?: Body }): Line[] {
  const lines = Object.entries(headers)
    .filter(([name]) => !OF_THE_CONNECTION.test(name))
    .map(([name, value]) => ({ pointer: `${pointer}/headers/${name}`, text: oneLine(`${name}: ${value}`) }));
  if (!body) return lines;
  const place = `${pointer}/body`;
  const ofBody =
    'json' in body ? jsonLines(body.json, place) : [{ pointer: place, text: oneLine(body.text) }];
  return [...lines, { pointer: `${pointer} end`, text: '' }, ...ofBody];
}
