/** The evidence that a clause is broken, shown once for all clauses that one case breaks together. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { count, oneLine } from '../../../../contracts/src/base/text.ts';
import type { Finding } from '../../../../contracts/src/judge/clause-check.ts';
import type { Body, Headers } from '../../../../contracts/src/judge/exchange.ts';
import { operationOf } from '../../../../contracts/src/judge/operation.ts';
import type { Evidence, ExchangeEvidence, TargetReport } from '../../run-json.ts';
import { bestCase, brokenClauses } from '../../run-outcome.ts';
import { commandView, messagesView } from '../page-parts.ts';
import { jsonLines, type Line, type Mark, markedLines } from './mark-failing-place.ts';
import { type PlayedScenario, scenarioKey } from './scenario-view.ts';

interface Place {
  readonly best: Evidence;
  /** The clause at which the case is shown. */
  readonly home: string;
}

/** `canBreak` says which operations a clause speaks of. The result is empty for a clause that no case breaks. */
export function evidenceView(
  targets: readonly TargetReport[],
  scenarios: readonly PlayedScenario[],
  canBreak: (clause: string) => ReadonlySet<string>,
  room: Room,
): (clause: string) => Html[] {
  const anchors = new Map(scenarios.map((scenario) => [scenarioKey(scenario), scenario.anchor]));
  const places = targets.map((report) => ({ target: report.target, of: placesOf(report) }));
  return (clause) =>
    places.flatMap(({ target, of }) => {
      const place = of.get(clause);
      if (!place) return [];
      const { best } = place;
      const anchor = best.played && anchors.get(scenarioKey(best));
      const found = best.findings.filter((finding) => finding.clause === clause);
      const short = html`${messagesView(found)}${whereabouts(place, clause, anchor)}`;
      const isHere = anchor === undefined && place.home === clause;
      return [
        html`<h4>On ${target}</h4>${isHere ? room.show([violationView(best, canBreak)], short) : short}`,
      ];
    });
}

function whereabouts({ home }: Place, clause: string, anchor: string | undefined): Html {
  if (anchor !== undefined) return html`<p><a href="#${anchor}">Its rules, updates and messages</a></p>`;
  if (home !== clause) return html`<p>The evidence is at <a href="#clause-${home}">${home}</a>.</p>`;
  return html`<p>The exchanges are in run.json.</p>`;
}

/** A case stands at its own clause, unless another case shows that one better. */
function placesOf(report: TargetReport): Map<string, Place> {
  const bests = new Map(
    [...brokenClauses(report)].sort().flatMap((clause) => {
      const best = bestCase(report.cases, clause);
      return best ? [[clause, best] as const] : [];
    }),
  );
  const homes = new Map<Evidence, string>();
  for (const [clause, best] of bests) {
    const isOwn = bests.get(best.clause) === best;
    if (!homes.has(best)) homes.set(best, isOwn ? best.clause : clause);
  }
  return new Map([...bests].map(([clause, best]) => [clause, { best, home: homes.get(best) ?? clause }]));
}

/** The case that shows a violation: what was found, the exchange with the failing place marked, and how to repeat it. */

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

/** An exchange as it went over the wire, redacted: the request beside its answer, what is wrong marked at its place. */

/** Only true of the connection that was. */
const OF_THE_CONNECTION = /^(:.*|connection|content-length|date|host|keep-alive|transfer-encoding)$/;

export function exchangeView(exchange: ExchangeEvidence, marks: readonly Mark[]): Html {
  const { request, response, requestId, curl } = exchange;
  const asked = marks.filter(({ pointer }) => pointer.startsWith('/request'));
  const answered = marks.filter((mark) => !asked.includes(mark));
  const sent = [
    { pointer: '/request', text: `${request.method} ${oneLine(request.url)}` },
    ...partLines('/request', request),
  ];
  const got = [
    { pointer: '/response/status', text: `status ${response.status}` },
    ...partLines('/response', response),
  ];
  return html`<div class="two"><div><p class="cap">Request</p>${markedLines(sent, asked)}</div>
<div><p class="cap">Answer</p>${markedLines(got, answered)}</div></div>
${requestId !== undefined && html`<p>The provider’s id of this request: <code>${oneLine(requestId)}</code></p>`}
${commandView('The same call once more', curl)}`;
}

function partLines(pointer: string, part: { readonly headers: Headers; readonly body?: Body }): Line[] {
  const headers = Object.entries(part.headers).filter(([name]) => !OF_THE_CONNECTION.test(name));
  return [
    ...headers.map(([name, value]) => ({
      pointer: `${pointer}/headers/${name}`,
      text: oneLine(`${name}: ${value}`),
    })),
    ...(part.body
      ? [{ pointer: `${pointer} end`, text: '' }, ...bodyLines(`${pointer}/body`, part.body)]
      : []),
  ];
}

function bodyLines(pointer: string, body: Body): Line[] {
  return 'json' in body ? jsonLines(body.json, pointer) : [{ pointer, text: oneLine(body.text) }];
}

/** Names the clauses that cases break in the place of their own, which would else look broken. */

const MOST_NAMED = 3;

/** undefined where they break their own, or none. */
export function breaksOther(cases: readonly Pick<Evidence, 'clause' | 'findings'>[]): Html | undefined {
  const broken = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  if (broken.size === 0 || cases.some(({ clause }) => broken.has(clause))) return undefined;
  const named = [...broken].slice(0, MOST_NAMED).map((clause) => html`<code>${clause}</code>`);
  const more = broken.size - named.length;
  return html`<span class="source">breaks ${named}${more > 0 && html` and ${more} more`}</span>`;
}

/** How much room a page has for evidence; what no longer fits is told of in a line and stands in run.json. */

/** In bytes; nobody reads more of one case, and the next one wants to be seen too. */
const LARGEST_PIECE = 50_000;

export interface Room {
  /** The first of `pieces` that fits, else `line`. */
  show(pieces: readonly Html[], line: Html): Html;
  /** In bytes. */
  readonly used: number;
  /** How many times the first piece did not fit. */
  readonly cut: number;
}

export function roomFor(bytes: number): Room {
  let used = 0;
  let cut = 0;
  const fits = (piece: Html) => Buffer.byteLength(piece.text) <= Math.min(bytes - used, LARGEST_PIECE);
  return {
    show(pieces, line) {
      const piece = pieces.find(fits);
      if (piece !== pieces[0]) cut += 1;
      if (piece) used += Buffer.byteLength(piece.text);
      return piece ?? line;
    },
    get used() {
      return used;
    },
    get cut() {
      return cut;
    },
  };
}
