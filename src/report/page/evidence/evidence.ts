/** The evidence that a clause is broken: the case that shows it, its calls with the failing place marked, and how to repeat it. */

import { writeJson } from '../../../../contracts/src/base/exact-json.ts';
import type { WordedFinding } from '../../../../contracts/src/base/finding.ts';
import { oneLine } from '../../../../contracts/src/base/text.ts';
import type { Body, Headers } from '../../../../contracts/src/judge/exchange.ts';
import { operationOf } from '../../../../contracts/src/judge/operation.ts';
import type { Played } from '../../../runner/verdict.ts';
import { isClone } from '../../printed-texts.ts';
import { isHeaderRepeated } from '../../repeat-commands.ts';
import { type CaseReport, exchangeOf, reportedClauses, type TargetReport } from '../../run-json.ts';
import { type Html, html } from '../html.ts';
import { commandHtml } from '../page-parts.ts';
import { jsonLines, type Line, markFailingPlaces } from './mark-failing-place.ts';

/** The most bytes of one case and of all cases: the page stays small enough for a mail. */
const [LARGEST, ROOM] = [25_000, 200_000];

/** The evidence of each broken clause on each target; a case that breaks several is shown at its own, or else at the first. */
export function evidenceByClause(targets: readonly TargetReport[]) {
  const found = new Map<string, Html[]>();
  let [room, cut] = [ROOM, 0];
  for (const report of targets) {
    const broken = reportedClauses(report).filter(({ clause, evidence }) =>
      evidence?.findings.some((finding) => finding.clause === clause),
    );
    for (const [shown, rows] of Map.groupBy(broken, ({ evidence }) => evidence)) {
      const own = rows.find(({ clause }) => clause === shown?.clause) ?? rows[0];
      if (!shown || !own) continue;
      const whole = caseHtml(shown, report, own.clause);
      const bytes = Buffer.byteLength(whole.text);
      const fits = bytes <= Math.min(LARGEST, room);
      if (fits) room -= bytes;
      else cut++;
      const place = fits ? whole : html`<p>What was sent and received is in run.json.</p>`;
      const link = html`<p class="see">The evidence is at <a href="#clause-${own.clause}">${own.clause}</a>.</p>`;
      for (const { clause } of rows) {
        const part = html`<h3>On ${report.target}</h3>${clause === own.clause ? place : link}`;
        found.set(clause, [...(found.get(clause) ?? []), part]);
      }
    }
  }
  // Cases that are too large to be shown, or come after too many others.
  return { of: (clause: string): readonly Html[] => found.get(clause) ?? [], cut };
}

/** On the page of a sandbox whose clock the run moves, a date years ahead is not a mistake. */
const A_DATE = /\d{4}-\d\d-\d\d/;

/** `own` is the clause in whose row it is shown, which has its message already. */
function caseHtml(shown: CaseReport, { curlHint, chosenBy, leftBehind }: TargetReport, own: string): Html {
  const { id, says, file, findings, exchanges, played, isCut, repeat } = shown;
  const marks = Map.groupBy(findings, (finding) => exchangeOf(finding, exchanges));
  const last = exchanges.length - 1;
  const hasOwnClock = chosenBy.split(' ')[0] === 'sandbox' || leftBehind?.isPutBack === true;
  const isDated = hasOwnClock && A_DATE.test(writeJson(played ?? exchanges));
  const calls = exchanges.map((exchange, at) => {
    const found = marks.get(at) ?? [];
    const title = `Call ${at + 1} of ${exchanges.length}: ${operationOf(exchange.request) ?? exchange.request.method}`;
    if (at === last || found.length > 0) return html`<h4>${title}</h4>${exchangeHtml(exchange, found)}`;
    return html`<details class="more"><summary>${title}, as documented</summary>${exchangeHtml(exchange, [])}</details>`;
  });
  return html`<p class="case">${id !== undefined && html`<code>${id}</code> `}${says}.</p>${isDated && html`<p><span class="v t-faint">Dates are those of the sandbox’s clock</span></p>`}
<ul class="findings">${findings.map(({ clause, pointer, message }) => html`<li>${clause !== own && html`${message} `}<span class="source"><code>${clause}</code> at <code>${pointer}</code></span></li>`)}</ul>
${played ? stepsHtml(played, findings) : calls.length > 0 ? calls : html`<p>${isCut ? 'What was sent and received is too large to be kept.' : 'No call was made.'}</p>`}
${!played && calls.length > 0 && commandHtml('Before these calls, once in the same shell', curlHint)}
${isClone && html`<p class="source">The case is in <code>${file}</code>.</p>`}
${commandHtml('Run it again', repeat)}`;
}

/** The request beside its response, redacted, what is wrong marked at its place. */
function exchangeHtml(exchange: CaseReport['exchanges'][number], marks: readonly WordedFinding[]): Html {
  const { request, response, requestId, curl } = exchange;
  const isOfRequest = ({ pointer }: WordedFinding) => pointer.startsWith('/request');
  const isOfResponse = (mark: WordedFinding) => !isOfRequest(mark);
  const sent = [
    { pointer: '/request', text: `${request.method} ${oneLine(request.url)}` },
    ...partLines('/request', request),
  ];
  const got = [
    { pointer: '/response/status', text: `status ${response.status}` },
    ...partLines('/response', response),
  ];
  return html`<div class="two"><div><p class="cap">Request</p>${markFailingPlaces(sent, marks.filter(isOfRequest))}</div>
<div><p class="cap">Response</p>${markFailingPlaces(got, marks.filter(isOfResponse))}</div></div>
${requestId !== undefined && html`<p>The provider’s id of this request: <code>${oneLine(requestId)}</code></p>`}
${commandHtml('The same call again', curl)}`;
}

function partLines(pointer: string, { headers, body }: { headers: Headers; body?: Body }): Line[] {
  const kept = Object.entries(headers).filter(([name]) => isHeaderRepeated(name));
  const lines = kept.map(([name, value]) => {
    return { pointer: `${pointer}/headers/${name}`, text: oneLine(`${name}: ${value}`) };
  });
  if (!body) return lines;
  const place = `${pointer}/body`;
  const ofBody =
    'json' in body ? jsonLines(body.json, place) : [{ pointer: place, text: oneLine(body.text) }];
  return [...lines, { pointer: `${pointer} end`, text: '' }, ...ofBody];
}

const CAPTIONS = {
  update: 'Batch update',
  advance: 'Time passes',
  callback: 'Another callback URL of the client',
  categorizes: 'Automatic categorization of the client',
  create: 'Another rule',
};

/** Rules and steps of a scenario; where messages were looked at, those expected beside those received. */
function stepsHtml({ rules, steps: played }: Played, findings: readonly WordedFinding[]): Html {
  const steps = played.map((step, at) => {
    if (!('received' in step)) {
      const [caption] = Object.entries(CAPTIONS).flatMap(([name, text]) => (name in step ? text : []));
      return jsonHtml(caption ?? '', 'update' in step ? step.update : step);
    }
    const pointer = `/steps/${at}/received`;
    const marks = findings.filter((mark) => `${mark.pointer}/`.startsWith(`${pointer}/`));
    return html`<div class="two scene"><div>${jsonHtml('Expected messages', step.expected)}</div>
<div>${jsonHtml('Received messages', step.received, pointer, marks)}</div></div>`;
  });
  return html`${jsonHtml('Rules', rules)}${steps}`;
}

function jsonHtml(title: string, tree: unknown, pointer = '', marks: readonly WordedFinding[] = []): Html {
  return html`<p class="cap">${title}</p>${markFailingPlaces(jsonLines(tree, pointer), marks)}`;
}
