/** The evidence that a clause is broken: the case that shows it, its calls with the failing place marked, and how to repeat it. */

import { count, oneLine } from '../../../../contracts/src/base/text.ts';
import type { Body, Headers } from '../../../../contracts/src/judge/exchange.ts';
import { operationOf } from '../../../../contracts/src/judge/operation.ts';
import type { Played, PlayedStep, ReceivedMessage } from '../../../runner/verdict.ts';
import {
  type CaseReport,
  type ExchangeReport,
  exchangeOf,
  reportedClauses,
  type TargetReport,
} from '../../run-json.ts';
import { type Html, html } from '../html.ts';
import { commandHtml } from '../page-parts.ts';
import { type FailingPlace, jsonLines, type Line, markFailingPlaces } from './mark-failing-place.ts';

/** Only true of the connection that was. */
const OF_THE_CONNECTION = /^(:.*|connection|content-length|date|host|keep-alive|transfer-encoding)$/;
/** In bytes, of one case and of all: the page stays small enough for a mail. */
const [LARGEST, ROOM] = [25_000, 200_000];
/** More messages of one case say nothing new. */
const MOST_MESSAGES = 10;

/** The evidence of each broken clause on each target; a case that breaks several is shown at its own, or else at the first. */
export function evidenceOf(targets: readonly TargetReport[]) {
  const found = new Map<string, Html[]>();
  let [room, cut] = [ROOM, 0];
  for (const report of targets) {
    const broken = reportedClauses(report).flatMap(({ clause, evidence }) => {
      const own = evidence?.findings.filter((finding) => finding.clause === clause) ?? [];
      return evidence && own.length > 0 ? { clause, evidence, own } : [];
    });
    for (const [shown, rows] of Map.groupBy(broken, ({ evidence }) => evidence)) {
      const home = rows.find(({ clause }) => clause === shown.clause)?.clause ?? rows[0]?.clause;
      const whole = caseHtml(shown, report.curlHint ?? '');
      const bytes = Buffer.byteLength(whole.text);
      const fits = bytes <= Math.min(LARGEST, room);
      if (fits) room -= bytes;
      else cut++;
      for (const { clause, own } of rows) {
        const place = fits ? whole : html`<p>What was sent and received is in run.json.</p>`;
        const link = html`<p>The evidence is at <a href="#clause-${home}">${home}</a>.</p>`;
        const isWhole = clause === home && fits;
        const part = html`<h3>On ${report.target}</h3>${!isWhole && messagesHtml(own)}${clause === home ? place : link}`;
        found.set(clause, [...(found.get(clause) ?? []), part]);
      }
    }
  }
  // Cases that are too large to be shown, or come after too many others.
  return { of: (clause: string): readonly Html[] => found.get(clause) ?? [], cut };
}

function messagesHtml(findings: readonly { readonly message: string }[]): Html {
  const messages = [...new Set(findings.map(({ message }) => message))];
  const more = messages.length - MOST_MESSAGES;
  const shown = messages.slice(0, MOST_MESSAGES).map((message) => html`<p class="wrong">${message}</p>`);
  return html`${shown}${more > 0 && html`<p>and ${more} more in run.json</p>`}`;
}

function caseHtml(shown: CaseReport, curlHint: string): Html {
  const { says, file, findings, exchanges, played, isCut, repeat } = shown;
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
function exchangeHtml(exchange: ExchangeReport, marks: readonly FailingPlace[]): Html {
  const { request, response, requestId, curl } = exchange;
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

type Look = Extract<PlayedStep, { received: unknown }>;

/** Rules and updates on the left, messages expected and received on the right: a scene for each look at the messages. */
function storyHtml({ rules, story }: Played, findings: readonly FailingPlace[]): Html {
  const scenes: Html[] = [];
  let left = Object.keys(rules).length > 0 ? [jsonHtml('Rules', rules)] : [];
  const end = (right: Html): void => {
    scenes.push(html`<div class="two scene"><div>${left}</div>
<div>${right}</div></div>`);
    left = [];
  };
  const event = (title: string, text: Html) => left.push(html`<p class="cap">${title}</p><p>${text}</p>`);
  for (const [at, step] of story.entries()) {
    if ('update' in step) left.push(jsonHtml('Batch update', step.update));
    else if ('advance' in step) event('Time', html`<code>${step.advance}</code> pass.`);
    else if ('callback' in step) event('Client', html`Another callback URL, <code>${step.callback}</code>.`);
    else if ('categorizes' in step)
      left.push(
        html`<p class="cap">Client</p><p>Automatic categorization is ${step.categorizes ? 'on' : 'off'}.</p>`,
      );
    else if ('create' in step)
      event('Rule', html`<code>${step.create}</code> is ${step.refused ? 'refused' : 'created'}.`);
    else end(lookHtml(step, `/story/${at}/received`, findings));
  }
  if (left.length > 0 || scenes.length === 0) end(html`<p>The story broke off here.</p>`);
  return html`${scenes}`;
}

function lookHtml({ expected, received }: Look, pointer: string, findings: readonly FailingPlace[]): Html {
  const here = findings.filter((mark) => isWithin(mark, pointer));
  const wanted = expected.map(({ rule, ...stated }) => {
    const title = `Expected of rule ${rule}`;
    if (Object.keys(stated).length > 0) return jsonHtml(title, stated);
    return html`<p class="cap">${title}</p><p>A message; what is in it is not stated.</p>`;
  });
  const got = received
    .map((message, at) => {
      const place = `${pointer}/${at}/message`;
      return { message, place, marks: here.filter((mark) => isWithin(mark, place)) };
    })
    .sort((a, b) => Number(b.marks.length > 0) - Number(a.marks.length > 0))
    .map(({ message, place, marks }) => receivedHtml(message, place, marks));
  // A finding on the list itself is about messages that are missing or too many.
  const ofList = here.filter((mark) => mark.pointer === pointer);
  return html`<div class="two"><div>${wanted.length > 0 ? wanted : html`<p class="cap">Expected</p><p>Silence: no message at all.</p>`}</div>
<div>${ofList.map(({ message }) => html`<p class="wrong">${message}</p>`)}
${got.length > 0 ? got : html`<p class="cap">Received</p><p>No message.</p>`}</div></div>`;
}

function isWithin({ pointer }: FailingPlace, place: string): boolean {
  return `${pointer}/`.startsWith(`${place}/`);
}

function receivedHtml({ rule, message }: ReceivedMessage, pointer: string, marks: readonly FailingPlace[]) {
  const title = rule === undefined ? 'Received, of no rule' : `Received of rule ${rule}`;
  const differences = html` <span class="v bad">${count(marks.length, 'difference')}</span>`;
  const content =
    message === undefined
      ? html`<p>Text that is not JSON.</p>`
      : markFailingPlaces(jsonLines(message, pointer), marks);
  return html`<p class="cap">${title}${marks.length > 0 && differences}</p>${content}`;
}

function jsonHtml(title: string, tree: unknown): Html {
  return html`<p class="cap">${title}</p>${markFailingPlaces(jsonLines(tree, ''), [])}`;
}
