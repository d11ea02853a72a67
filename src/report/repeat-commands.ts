/** The commands that repeat what a report shows: the cases of a clause, a mock, one request. */

import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import type { Body, Exchange, Headers } from '../../contracts/src/judge/exchange.ts';
import type { TargetRun } from '../runner/verdict.ts';
import { redactor } from './redaction/redact-exchange.ts';
import type { Replacement } from './redaction/redact-text.ts';

/** Runs the cases of a clause again; `chosenBy` is what `--target` names. */
export function repeatCommand(clause: string, chosenBy: string): string {
  return `npm run verify -- --target ${chosenBy} --only ${clause}`;
}

/** Starts the mock of a run again, at the same addresses; undefined for another target. */
export function restartCommand({ target, accessUrl, webFormUrl }: TargetRun): string | undefined {
  if (target !== 'mock') return undefined;
  return `npm run mock -- --port ${new URL(accessUrl).port} --web-form-port ${new URL(webFormUrl).port}`;
}

/** Written by curl itself, or only true of the old connection. */
const OF_THE_CONNECTION =
  /^(:.*|accept-encoding|connection|content-length|host|keep-alive|transfer-encoding)$/;

// The place of a variable: private-use characters pass through JSON unchanged. A value that is no text begins with the
// second one, and loses its quotes in JSON.
const PLACE = /[\uE000\uE002](\w+)\uE001/;
const UNQUOTED_PLACE = /"(\uE002\w+\uE001)"/g;

/**
 * The `curl` that sends the request of an exchange again: one command for a POSIX shell, over several lines. Each secret, personal or undocumented value of the request is an
 * environment variable: `$TOKEN` for the access token, `$API_CLIENT_SECRET` for the field `client_secret`.
 */
export function curl(exchange: Exchange, redacted = redactor(exchange)): string {
  const request = redacted.request(variables());
  const headers = Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.test(name));
  const options = [
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.body ? data(request.body, request.headers) : []),
  ];
  const globs = /[[\]{}]/.test(request.url) ? '--globoff ' : '';
  const method = /^[A-Z]+$/.test(request.method) ? request.method : quoted(request.method);
  return [`curl -i ${globs}-X ${method} ${quoted(request.url)}`, ...options].join(' \\\n  ');
}

function data(body: Body, headers: Headers): string[] {
  if ('text' in body) return [`--data-raw ${quoted(body.text)}`];
  const { json } = body;
  if (headers['content-type']?.includes('x-www-form-urlencoded') && typeof json === 'object') {
    return Object.entries(json ?? {}).map(
      ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
    );
  }
  return [`--data-raw ${quoted(writeJson(json).replace(UNQUOTED_PLACE, '$1'), escapedJson)}`];
}

/** A variable for each value that is marked; another value under the same name gets a number. */
function variables(): Replacement {
  const seen = new Map<string, unknown[]>();
  return (_reason, name, value) => {
    const variable = name === 'token' ? 'TOKEN' : `API_${snake(name)}`;
    const values = seen.get(variable) ?? [];
    if (!values.includes(value)) values.push(value);
    seen.set(variable, values);
    const at = values.indexOf(value) + 1;
    return `${typeof value === 'string' ? '\uE000' : '\uE002'}${variable}${at > 1 ? `_${at}` : ''}\uE001`;
  };
}

function snake(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
}

/** One word of a shell command; `clean` removes what could steer a terminal from the text around the variables. */
function quoted(text: string, clean: (text: string) => string = oneLine): string {
  const parts = text.split(PLACE).map((part, at) => (at % 2 === 0 ? clean(part) : part));
  const isPlain = parts.every((part, at) => at % 2 === 1 || !/["$`\\!]/.test(part));
  if (parts.length > 1 && isPlain) {
    return `"${parts.map((part, at) => (at % 2 === 0 ? part : variable(part, parts[at + 1]))).join('')}"`;
  }
  const words = parts.map((part, at) => (at % 2 === 0 ? literal(part) : `"$${part}"`));
  return words.join('') || "''";
}

function literal(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function variable(name: string, next = ''): string {
  return /^\w/.test(next) ? `\${${name}}` : `$${name}`;
}

/** The same JSON with every character that cannot be seen written as \u and its number. */
function escapedJson(json: string): string {
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${hex(sign.charCodeAt(at))}`).join(''),
  );
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
