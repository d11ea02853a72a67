/** Recognises files of other tools with calls in another shape, and bytes other than UTF-8 text. */

import { member } from '../../contracts/src/base/json-value.ts';
import { InputError } from '../base/errors.ts';

/** Formats with calls in another shape. A file has the format if it has all members of a line: `a.b` is member b of a. */
const OTHER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  'a Postman collection': ['info item'],
  'a pact': ['consumer provider interactions', 'consumer provider messages'],
  // A single stub is a WireMock file, too.
  'a WireMock file': [
    'mappings',
    'requests',
    ...['urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate'].map((name) => `request.${name}`),
    'response.jsonBody',
    'response.bodyFileName',
  ],
  'a result of verify': ['targets exitCode'],
  'a recording of nock': ['scope path response'],
  'a simulation of Hoverfly': ['data.pairs'],
  'a report of Newman': ['run.executions'],
  'an export of Insomnia': ['_type __export_format'],
  'an OpenAPI document': ['openapi info', 'swagger info'],
  'a cassette of VCR or Betamax': ['interactions', 'http_interactions'],
  'a tap of Envoy': ['http_buffered_trace', 'http_streamed_trace_segment'],
  // JSON logs of nginx, API Gateway, Caddy or Traefik.
  'an access log': [
    'remote_addr status !response',
    'httpMethod status !response',
    'request.remote_ip status !response',
    'ClientAddr DownstreamStatus !response',
  ],
};

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
/** Text formats, recognised by their first lines. */
const OTHER_TEXTS: Readonly<Record<string, RegExp>> = {
  'a command or an output of curl': /^(\$ )?curl\s|^HTTP\/[0-9.]+ [1-5][0-9]{2}|^(\* .*|[<>] .*)\n[*<>{]/,
  'an access log': new RegExp(String.raw`"(?:${METHODS}) \S+ HTTP/[0-9.]+" \d{3}\b`),
  'a capture of GoReplay': /^[123] [0-9a-f]+ \d{10,}/,
  'a web page, perhaps one to log in': /^<(?:!doctype +)?html\b/i,
  'an XML file, as Burp exports': /^<[?!a-z]/i,
  'a test case of Keploy': /^version: *["']?api\.keploy\.io/m,
  'a cassette of VCR or Betamax': /^!tape|^(?:http_)?interactions:|^- *\n +request:/m,
  'an export of Insomnia': /^type: *["']?\w+\.insomnia\.rest|^_type: *export/m,
  'an OpenAPI document': /^(?:openapi|swagger): *["']?\d|^paths: *$/m,
  'an .http file': new RegExp(String.raw`^(?:${METHODS}) +(?:https?:|\{\{|/)\S*`, 'm'),
};

/** Throws InputError if the first value of a file shows a format of another tool. */
export function refuseOtherFormat(first: unknown): void {
  const has = (path: string): boolean =>
    path.startsWith('!') ? !has(path.slice(1)) : path.split('.').reduce(member, first) !== undefined;
  if (has('entries.0.request'))
    throw notARecording('a HAR export without its "log"', "write its entries as lines (jq -c '.entries[]')");
  for (const [format, members] of Object.entries(OTHER_FORMATS))
    if (members.some((all) => all.split(' ').every(has))) throw notARecording(format);
}

/** How many bytes show what a file is. */
export const ENOUGH = 4096;

/** Throws InputError if the first bytes of a file are not JSON: UTF-16, packed, binary, or text of another tool. */
export function refuseOtherBytes(start: Uint8Array): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new InputError('it is UTF-16 text: save it as UTF-8');
  const text = new TextDecoder().decode(start);
  if (text.startsWith('PK\u0003\u0004'))
    throw notARecording(
      'a ZIP archive, as Fiddler (.saz) and Playwright save',
      'in Fiddler, "Export Sessions, HTTPArchive"; in Playwright, a path that ends in .har and content: "embed"',
    );
  if (start.includes(0)) throw new InputError('it is a binary file: records are NDJSON or a HAR export');
  refuseOtherText(text);
}

function refuseOtherText(start: string): void {
  const text = start.trimStart().replaceAll('\r\n', '\n');
  if (/^(\{|\[\s*([{["\]]|$))/.test(text)) return;
  for (const [format, pattern] of Object.entries(OTHER_TEXTS))
    if (pattern.test(text)) throw notARecording(format);
}

const RECORD =
  'record them as HAR, in a browser (developer tools, Network, "Save all as HAR") or by a proxy (mitmdump --set hardump=calls.har)';

function notARecording(format: string, advice = RECORD): InputError {
  return new InputError(`it is ${format}, not a recording of calls with their responses: ${advice}`);
}
