/** An exchange as it went over the wire, redacted: the request beside its answer, what is wrong marked at its place. */
import { type Html, html } from '../../../../contracts/src/contract/html.ts';
import { oneLine } from '../../../../contracts/src/contract/show.ts';
import type { Body, Headers } from '../../../../contracts/src/judge/exchange.ts';
import type { ExchangeEvidence } from '../../evidence.ts';
import { commandView } from './command-view.ts';
import { jsonLines } from './json-lines.ts';
import { type Line, type Mark, markedLines } from './marked-lines.ts';

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
