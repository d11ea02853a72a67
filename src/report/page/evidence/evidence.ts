/** The evidence that a clause is broken: the case that shows it, its calls with the failing place marked, and how to repeat it. */
import { type Html, html } from '../../../../contracts/src/base/html.ts';
import { oneLine } from '../../../../contracts/src/base/text.ts';
import type { Body, Headers } from '../../../../contracts/src/judge/exchange.ts';
import { operationOf } from '../../../../contracts/src/judge/operation.ts';
import { exchangeOf } from '../../finding-call.ts';
import type { ExchangeEvidence, ReportedEvidence, TargetReport } from '../../run-json.ts';
import { bestCase } from '../../run-outcome.ts';
import { commandHtml } from '../page-parts.ts';
import { type FailingPlace, jsonLines, type Line, markFailingPlaces } from './mark-failing-place.ts';
import { storyHtml } from './played-scenario.ts';

/** Only true of the connection that was. */
const OF_THE_CONNECTION = /^(:.*|connection|content-length|date|host|keep-alive|transfer-encoding)$/;
/** So many cases are shown, each of so many bytes at most: the page stays small enough for a mail. */
const MOST_SHOWN = 24;
const LARGEST = 25_000;
/** More messages of one case say nothing new. */
const MOST_MESSAGES = 10;

export interface ShownEvidence {
  readonly of: (clause: string) => readonly Html[];
  /** Cases that are too many or too large to be shown. */
  readonly cut: number;
}

/** The evidence of each broken clause on each target; a case that breaks several is shown at its own, or else at the first. */
export function evidenceOf(targets: readonly TargetReport[]): ShownEvidence {
  const found = new Map<string, Html[]>();
  const homes = new Map<ReportedEvidence, { readonly clause: string; readonly whole: Html | undefined }>();
  for (const { target, clauses, cases, curlHint = '' } of targets) {
    for (const { clause, verdict } of clauses) {
      const best = verdict === 'upheld' ? undefined : bestCase(cases, clause);
      if (!best) continue;
      const isOwnShown =
        clauses.some((it) => it.clause === best.clause) && bestCase(cases, best.clause) === best;
      const drawn = homes.has(best) || homes.size >= MOST_SHOWN ? undefined : caseHtml(best, curlHint);
      const home = homes.get(best) ?? {
        clause: isOwnShown ? best.clause : clause,
        whole: drawn && Buffer.byteLength(drawn.text) <= LARGEST ? drawn : undefined,
      };
      homes.set(best, home);
      const own = best.findings.filter((finding) => finding.clause === clause);
      const place =
        home.clause === clause
          ? (home.whole ?? html`<p>What was sent and received is in run.json.</p>`)
          : html`<p>The evidence is at <a href="#clause-${home.clause}">${home.clause}</a>.</p>`;
      const messages = home.clause === clause && home.whole ? undefined : messagesHtml(own);
      found.set(clause, [...(found.get(clause) ?? []), html`<h3>On ${target}</h3>${messages}${place}`]);
    }
  }
  const cut = [...homes.values()].filter(({ whole }) => whole === undefined).length;
  return { of: (clause) => found.get(clause) ?? [], cut };
}

/** What was found, each message once. */
function messagesHtml(findings: readonly { readonly message: string }[]): Html {
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
  const named = [...broken].slice(0, 3).map((clause) => html`<code>${clause}</code>`);
  const more = broken.size - named.length;
  return html`<span class="source">breaks ${named}${more > 0 && html` and ${more} more`}</span>`;
}

function caseHtml(
  { says, file, findings, exchanges, played, isCut, repeat }: ReportedEvidence,
  curlHint: string,
): Html {
  const marks = Map.groupBy(findings, (finding) => exchangeOf(finding, exchanges));
  const last = exchanges.length - 1;
  const calls = exchanges.map((exchange, at) => {
    const own = marks.get(at) ?? [];
    const title = `Call ${at + 1} of ${exchanges.length}: ${operationOf(exchange.request) ?? exchange.request.method}`;
    if (at === last || own.length > 0) return html`<h4>${title}</h4>${exchangeHtml(exchange, own)}`;
    return html`<details class="more"><summary>${title}, as documented</summary>${exchangeHtml(exchange, [])}</details>`;
  });
  return html`<p class="case">${says}.</p>
<ul class="findings">${findings.map(({ clause, pointer, message }) => html`<li><p class="wrong">${message}</p><p class="source"><code>${clause}</code> at <code>${pointer}</code></p></li>`)}</ul>
${played ? storyHtml(played, findings) : calls.length > 0 ? calls : html`<p>${isCut ? 'What was sent and received is too large to be kept.' : 'No call was made.'}</p>`}
${!played && calls.length > 0 && html`<p class="source">${curlHint}</p>`}
<p class="source">The case is in <code>${file}</code>.</p>
${commandHtml('Run it again', repeat)}`;
}

/** The request beside its answer, redacted, what is wrong marked at its place. */
function exchangeHtml(
  { request, response, requestId, curl }: ExchangeEvidence,
  marks: readonly FailingPlace[],
): Html {
  const isOfRequest = ({ pointer }: FailingPlace) => pointer.startsWith('/request');
  const isOfAnswer = (mark: FailingPlace) => !isOfRequest(mark);
  const sent = [
    { pointer: '/request', text: `${request.method} ${oneLine(request.url)}` },
    ...partLines('/request', request),
  ];
  const got = [
    { pointer: '/response/status', text: `status ${response.status}` },
    ...partLines('/response', response),
  ];
  return html`<div class="two"><div><p class="cap">Request</p>${markFailingPlaces(sent, marks.filter(isOfRequest))}</div>
<div><p class="cap">Answer</p>${markFailingPlaces(got, marks.filter(isOfAnswer))}</div></div>
${requestId !== undefined && html`<p>The provider’s id of this request: <code>${oneLine(requestId)}</code></p>`}
${commandHtml('The same call again', curl)}`;
}

function partLines(pointer: string, { headers, body }: { headers: Headers; body?: Body }): Line[] {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.test(name));
  const lines = kept.map(([name, value]) => {
    return { pointer: `${pointer}/headers/${name}`, text: oneLine(`${name}: ${value}`) };
  });
  if (!body) return lines;
  const place = `${pointer}/body`;
  const ofBody =
    'json' in body ? jsonLines(body.json, place) : [{ pointer: place, text: oneLine(body.text) }];
  return [...lines, { pointer: `${pointer} end`, text: '' }, ...ofBody];
}
