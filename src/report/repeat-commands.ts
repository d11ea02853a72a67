/** The commands that repeat what a report shows: the cases of a clause, a mock, one request. */
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { withoutCredentials } from '../../contracts/src/base/redact.ts';
import { oneLine, visibleJson } from '../../contracts/src/base/text.ts';
import {
  type Body,
  type Exchange,
  type Headers,
  isOfConnection,
  jsonOf,
  type Request,
} from '../../contracts/src/judge/exchange.ts';
import { commandOf } from './printed-texts.ts';
import { collectSensitive, Redactor, type Replacement } from './redaction/redact-exchange.ts';
import type { ReportedRun } from './run-outcome.ts';

/** Runs what these names choose again: the cases of clauses, or cases; `chosenBy` is what `--target` names. */
export function repeatCommand(names: readonly string[], chosenBy: string): string {
  return `${commandOf('verify')} --target ${chosenBy} --only ${names.join(' ')}`;
}

/** The shell commands that set the $TOKEN of the printed curls of a run. */
export function curlHint({ target, accessUrl, webFormUrl, environment, settings }: ReportedRun): string {
  const ports = () => `--port ${new URL(accessUrl).port} --web-form-port ${new URL(webFormUrl).port}`;
  if (target === 'mock') return `# Start the mocks again: ${commandOf('mock')} ${ports()}\nTOKEN=any`;
  const { clientId, clientSecret } = environment ?? { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET' };
  const prefix = settings.tokenPrefix === 'same' ? settings.accessPrefix : settings.tokenPrefix;
  const url = `${withoutCredentials(accessUrl).replace(/\/+$/, '')}${prefix}/oauth/token`;
  return [
    ...(target === 'sandbox'
      ? [`# Start a sandbox, which prints its client: ${commandOf('sandbox')} ${ports()}`]
      : []),
    '# Token of a user. For that of the client, use grant_type=client_credentials and leave out username and password.',
    `TOKEN=$(curl -s ${quoted(url)} -d grant_type=password \\`,
    settings.tokenEncoding === 'basic'
      ? `  -u "$${clientId}:$${clientSecret}" \\`
      : `  -d "client_id=$${clientId}" -d "client_secret=$${clientSecret}" \\`,
    '  -d "username=$API_USERNAME" -d "password=$API_PASSWORD" |',
    `  sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/')`,
  ].join('\n');
}

/** Whether a header says the same when its request is sent again; curl writes the others itself. */
export function isHeaderRepeated(name: string): boolean {
  return !isOfConnection(name) && !['accept-encoding', 'content-length', 'date'].includes(name);
}

// The place of a variable: private-use characters pass through JSON unchanged. A value that is no text begins with the
// second one, and loses its quotes in JSON.
const PLACE = /[\uE000\uE002](\w+)\uE001/;
const UNQUOTED_PLACE = /"(\uE002\w+\uE001)"/g;

/**
 * The `curl` that sends the request of an exchange again: one command for a POSIX shell, over several lines. Each secret,
 * personal or undocumented value of the request is an environment variable: `$TOKEN` for the access token, the variable
 * of the target file for its credentials, `$API_NAME` for a field `name`.
 */
export function curl(
  exchange: Exchange,
  names?: ReportedRun['environment'],
  known = collectSensitive([exchange]),
): string {
  const request = new Redactor(variables(names), known).request(exchange.request);
  const headers = Object.entries(request.headers).filter(([name]) => isHeaderRepeated(name));
  const client = clientIn(request);
  const options = [
    ...headers.map(([name, value]) =>
      client && name === 'authorization' ? `-u ${quoted(client.user)}` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(request.body ? data(client?.body ?? request.body, request.headers) : []),
  ];
  const globs = /[[\]{}]/.test(request.url) ? '--globoff ' : '';
  const method = /^[A-Z]+$/.test(request.method) ? request.method : quoted(request.method);
  return [`curl -i ${globs}-X ${method} ${quoted(request.url)}`, ...options].join(' \\\n  ');
}

/** With tokenEncoding basic, curl writes the header from the client, which is not in the form. */
function clientIn({ headers, body }: Request): { user: string; body: Body } | undefined {
  if (!/^basic /i.test(headers['authorization'] ?? '') || !isObject(jsonOf(body))) return undefined;
  const { client_id = '', client_secret = '', ...json } = jsonOf(body) as Readonly<Record<string, unknown>>;
  return client_id || client_secret ? { user: `${client_id}:${client_secret}`, body: { json } } : undefined;
}

function data(body: Body, headers: Headers): string[] {
  if ('text' in body) return [`--data-raw ${quoted(body.text)}`];
  const { json } = body;
  if (headers['content-type']?.includes('x-www-form-urlencoded') && typeof json === 'object')
    return Object.entries(json ?? {}).map((pair) => `--data-urlencode ${quoted(pair.join('='))}`);
  return [`--data-raw ${quoted(writeJson(json).replace(UNQUOTED_PLACE, '$1'), visibleJson)}`];
}

/** A variable for each value that is marked; another value under the same name gets a number. */
function variables(names?: ReportedRun['environment']): Replacement {
  const given = Object.values(names ?? {}).map((name) => [process.env[name], name] as const);
  const credentials = new Map<unknown, string>(given.filter(([value]) => value));
  const seen = new Map<string, unknown[]>();
  return (_reason, name, value) => {
    const start = typeof value === 'string' ? '\uE000' : '\uE002';
    const credential = credentials.get(value);
    if (credential !== undefined) return `${start}${credential}\uE001`;
    const parted = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
    const variable = name === 'token' ? 'TOKEN' : `API_${parted.replace(/\W+/g, '_').toUpperCase()}`;
    const values = seen.get(variable) ?? [];
    if (!values.includes(value)) values.push(value);
    seen.set(variable, values);
    const at = values.indexOf(value) + 1;
    return `${start}${variable}${at > 1 ? `_${at}` : ''}\uE001`;
  };
}

/** One word of a shell command: in double quotes where these change nothing, else each variable beside single quotes. */
function quoted(text: string, clean: (text: string) => string = oneLine): string {
  // `clean` removes what could steer a terminal; it would remove the places, too.
  const parts = text.split(PLACE).map((part, at) => (at % 2 === 0 ? clean(part) : part));
  const literals = parts.filter((_, at) => at % 2 === 0);
  if (parts.length > 1 && !literals.some((part) => /["$`\\!]/.test(part))) {
    const inside = parts.map((part, at) => {
      if (at % 2 === 0) return part;
      return /^\w/.test(parts[at + 1] ?? '') ? `\${${part}}` : `$${part}`;
    });
    return `"${inside.join('')}"`;
  }
  const words = parts.map((part, at) => {
    if (at % 2 === 1) return `"$${part}"`;
    return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
  });
  return words.join('') || "''";
}
