/** The commands that repeat what a report shows: the cases of a clause, and each call of a case as a `curl` to paste. */
import { defaultTestData, type TestData, testDataRows } from '../../contracts/generated/test-data.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { isNumber, isObject, member, textsIn } from '../../contracts/src/base/json-value.ts';
import { SECRET_NAME } from '../../contracts/src/base/redact.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { type Body, type Headers, jsonOf, type Request } from '../../contracts/src/judge/exchange.ts';
import { operationOf } from '../../contracts/src/judge/operation.ts';
import { isOfConnection, withoutCredentials } from '../base/call-text.ts';
import { visibleJson } from '../base/words.ts';
import type { CaseCall, CaseCaller, SentExchange } from '../runner/call.ts';
import { IN_PROCESS } from '../runner/targets/describe-target.ts';
import type { BetweenCalls } from '../runner/verdict.ts';
import { wireRequest } from '../runner/wire-request.ts';
import { commandOf } from './printed-texts.ts';
import type { ReportedRun } from './run-outcome.ts';

/** What of a run decides how its calls are written. */
export type RepeatedRun = Pick<
  ReportedRun,
  'target' | 'chosenBy' | 'accessUrl' | 'webFormUrl' | 'settings' | 'file'
>;

/** Runs what these names choose again: the cases of clauses, or cases; `chosenBy` is what `--target` names. */
export function repeatCommand(names: readonly string[], chosenBy: string): string {
  return `${commandOf('verify')} --target ${chosenBy} --only ${names.join(' ')}`;
}

// The place of a variable: private-use characters pass through JSON unchanged. A value that is no text begins with the
// second one, and loses its quotes in JSON.
const PLACE = /[\uE000\uE002](\w+)\uE001/;
const UNQUOTED_PLACE = /"(\uE002\w+\uE001)"/g;
const place = (variable: string) => `\uE000${variable}\uE001`;

const TOKEN_IN_JSON = String.raw`sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p'`;

/** What the printed curls of a run need first, in the same shell: functions that get tokens and create users. */
export function curlHint(run: RepeatedRun): string {
  const { target, chosenBy, file, accessUrl, webFormUrl } = run;
  if (target === 'mock') {
    const ports = `--port ${new URL(accessUrl).port} --web-form-port ${new URL(webFormUrl).port}`;
    return [
      `# Start the mocks again, in another terminal: ${commandOf('mock')} ${ports}`,
      'new_user() { echo any; }; user_token() { echo any; }; client_token() { echo any; }',
    ].join('\n');
  }
  const { clientId: id, clientSecret: secret } = file?.credentials ?? {};
  const client = {
    client_id: id ? place(id.env) : 'example-client',
    client_secret: secret ? place(secret.env) : 'example-secret',
  };
  const call = (when: CaseCall['when'], json: object, token?: string) => {
    const { request: whole } = wireRequest(run, { when, then: '2XX' } as CaseCall, json, token);
    const { accept: _, ...headers } = whole.headers;
    return command({ ...whole, headers }, token === undefined ? '-fsS' : '-fsS -o /dev/null').replaceAll(
      '\n',
      '\n  ',
    );
  };
  const user = { username: place('1'), password: place('PASSWORD') };
  const created = {
    ...{ id: place('name'), password: place('PASSWORD'), email: `${place('name')}@example.com` },
    ...{ phone: '+49 30 901820', isAutoUpdateEnabled: true },
  };
  return [
    ...(file
      ? []
      : [
          `# Start it in another terminal: ${commandOf('sandbox')} --clock fixed${chosenBy.slice(target.length)}`,
        ]),
    `client_token() {\n  ${call('createToken', { grant_type: 'client_credentials', ...client })} | ${TOKEN_IN_JSON}\n}`,
    `user_token() {\n  ${call('createToken', { grant_type: 'password', ...client, ...user })} | ${TOKEN_IN_JSON}\n}`,
    'PASSWORD=$(mktemp -u Pw-1-XXXXXXXX)',
    `new_user() {\n  name=$(mktemp -u user-XXXXXXXX) token=$(client_token)\n  ${call('createUser', created, place('token'))} &&\n  echo "$name"\n}`,
  ].join('\n');
}

const ID_IN_JSON = String.raw`sed -n 's/.*"id" *: *\([0-9]*\).*/\1/p'`;

/**
 * The `curl` that sends each request of a case again: commands for a POSIX shell, after `curlHint`. Before one are the lines that
 * create its users, get their tokens and let time pass. Only secrets, and the personal test data of a target file, are variables.
 */
export function curls(
  exchanges: readonly SentExchange[],
  run: RepeatedRun,
  between: readonly BetweenCalls[] = [],
): string[] {
  const own = ownTexts(run.file?.testData);
  const submitted = exchanges.map(({ request }, at) => paymentOf(request, exchanges.slice(0, at)));
  let caller = new CallerLines();
  return exchanges.map((exchange, at) => {
    const { request, sent } = exchange;
    if (at > 0 && sent?.values !== exchanges[at - 1]?.sent?.values) caller = new CallerLines();
    for (const step of between.filter(({ before }) => before === at)) caller.pass(step, run);
    const variableOf = (name: string, text: string) => {
      if (name === 'paymentId' && submitted[at]) return 'PAYMENT_ID';
      const isOwn = own.some((it) => (it.length < SHORTEST_PART ? text === it : text.includes(it)));
      return run.file && (isOwn || SECRET_NAME.test(name)) ? caller.value(name, text) : undefined;
    };
    const again = command({
      ...request,
      headers: caller.headers(request.headers, run, sent),
      ...(request.body && { body: withPlaces(request.body, caller.names(request, run, sent), variableOf) }),
    });
    const keepsId = `PAYMENT_ID=$(${again} |\n  tee /dev/stderr | ${ID_IN_JSON})`;
    return [...caller.takeLines(), submitted.includes(exchange) ? keepsId : again].join('\n');
  });
}

/** The call whose response has the id of the payment that this one names. */
function paymentOf(request: Request, earlier: readonly SentExchange[]): SentExchange | undefined {
  const id = member(jsonOf(request.body), 'paymentId');
  return earlier.findLast(({ response }) => {
    return id !== undefined && String(member(jsonOf(response.body), 'id')) === String(id);
  });
}

/** The personal texts that a target file gives; those of a pattern with `{fresh}` are known by its longest part. */
function ownTexts(given: Partial<TestData> = {}): string[] {
  const keys = testDataRows.flatMap(({ key, personal }) => (personal || key === 'amounts' ? key : []));
  return keys.flatMap((key) => {
    const defaults = textsIn(defaultTestData[key]);
    const own = textsIn(given[key]).filter((text) => !defaults.includes(text));
    const parts = own.map((text) => text.split(/\{(?:fresh|short)\}/));
    return parts.flatMap((of) => of.reduce((one, other) => (other.length > one.length ? other : one)));
  });
}

/** The shortest text that is replaced within another one, in characters. */
const SHORTEST_PART = 4;

/** The variables of one session: its users, their tokens, and what only the reader knows. */
class CallerLines {
  #lines: string[] = [];
  /** The names of the variables, by what they hold. */
  readonly #variables = new Map<string, string>();

  /** The lines since the last call, which set variables. */
  takeLines(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  /** The reader sets this variable: `$API_NAME` for a field `name`; another value of the same field has a number. */
  value(name: string, text: string): string {
    const parted = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
    return this.#named(`API_${parted.replace(/\W+/g, '_').toUpperCase()}`, text);
  }

  pass(step: BetweenCalls, { file }: RepeatedRun): void {
    if ('seconds' in step && step.token) this.#token(step.token.of);
    const { controlUrl } = file ?? IN_PROCESS;
    const [method, path, json] =
      'seconds' in step
        ? (['POST', '/clock', { advance: `PT${step.seconds}S` }] as const)
        : 'client' in step
          ? (['PUT', '/world', { client: step.client, categories: [], users: [] }] as const)
          : (['PUT', '/client-configuration', step.changed] as const);
    const headers = { 'content-type': 'application/json' };
    const control = { method, url: `${controlUrl}${path}`, headers, body: { json } };
    const waits = controlUrl === undefined && 'seconds' in step;
    this.#lines.push(waits ? `sleep ${step.seconds}` : command(control, '-fsS -o /dev/null'));
  }

  /** Drops the headers of the connection, and puts in the variable of the token. */
  headers(headers: Headers, { settings }: RepeatedRun, sent: SentExchange['sent']): Headers {
    const kept = Object.entries(headers).filter(([name]) => isHeaderRepeated(name));
    return Object.fromEntries(
      kept.map(([name, value]) => {
        if (name !== settings.authorizationHeader || /^basic /i.test(value)) return [name, value];
        return [name, value.replace(/[^ ]*$/, this.#presented(sent?.as ?? 'user'))];
      }),
    );
  }

  /** What a request that is about users or the client names them by, each with its variable; the longest first. */
  names({ method, url }: Request, { file }: RepeatedRun, sent: SentExchange['sent']) {
    const operation = operationOf({ method, url });
    if (!sent || (operation !== 'createToken' && operation !== 'createUser')) return [];
    const { clientId, clientSecret } = (operation === 'createToken' && file?.credentials) || {};
    const variables: Readonly<Record<string, (() => string) | undefined>> = {
      userPassword: () => 'PASSWORD',
      userName: () => this.#user('user'),
      fresh: () => this.#set('fresh', 'FRESH', 'mktemp -u user-XXXXXXXX'),
      clientId: clientId && (() => clientId.env),
      clientSecret: clientSecret && (() => clientSecret.env),
    };
    const named = Object.entries(sent.values).flatMap(([name, text]) => {
      const variable = variables[name];
      return variable && text !== '' ? { text, variable } : [];
    });
    return named.sort((a, b) => b.text.length - a.text.length);
  }

  #presented(as: CaseCaller): string {
    if (as === 'no one' || as === 'stranger') return 'no-token';
    if (typeof as !== 'object') return place(this.#token(as));
    const whole = this.#token(as.of);
    return place(this.#set(`damaged ${whole}`, 'DAMAGED', `echo "$${whole}" | ${as.inShell}`));
  }

  #token(of: Exclude<CaseCaller, object | 'no one' | 'stranger'>): string {
    if (of === 'client') return this.#set(of, 'CLIENT_TOKEN', 'client_token');
    const user = this.#user(of === 'other user' ? of : 'user');
    const holder = of === 'user anew' ? `${of} ${this.#variables.size}` : of;
    return this.#set(`token of ${holder}`, 'TOKEN', `user_token "$${user}"`);
  }

  #user(which: 'user' | 'other user'): string {
    return this.#set(which, 'NAME', 'new_user');
  }

  #set(what: string, name: string, by: string): string {
    if (this.#variables.has(what)) return this.#named(name, what);
    const variable = this.#named(name, what);
    this.#lines.push(`${variable}=$(${by})`);
    return variable;
  }

  #named(name: string, what: string): string {
    const known = this.#variables.get(what);
    if (known !== undefined) return known;
    const taken = [...this.#variables.values()];
    let [variable, number] = [name, 1];
    while (taken.includes(variable)) variable = `${name}_${++number}`;
    this.#variables.set(what, variable);
    return variable;
  }
}

type Names = ReturnType<CallerLines['names']>;

/** The body with the place of a variable for each name in its texts, and for each value that `variableOf` gives one. */
function withPlaces(
  body: Body,
  names: Names,
  variableOf: (name: string, text: string) => string | undefined,
): Body {
  const written = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => written(item, name));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, written(part, key)]));
    if (typeof value !== 'string' && !isNumber(value)) return value;
    const text = String(value);
    const named = names.find((one) => text.includes(one.text));
    if (named) return text.split(named.text).join(place(named.variable()));
    const variable = variableOf(name, text);
    if (variable === undefined) return value;
    return typeof value === 'string' ? place(variable) : `\uE002${variable}\uE001`;
  };
  return 'json' in body ? { json: written(body.json, '') } : body;
}

/** Whether a header says the same when its request is sent again; curl writes the others itself. */
export function isHeaderRepeated(name: string): boolean {
  return !isOfConnection(name) && !['accept-encoding', 'content-length', 'date'].includes(name);
}

/** One command over several lines. */
function command(request: Request, shows = '-i'): string {
  const { method, headers, body } = request;
  const client = clientIn(request);
  const [url = '', query] = withoutCredentials(request.url).split('?');
  // The fields of a token request can be its query.
  const isQuery = query !== undefined && body !== undefined && 'json' in body && !headers['content-type'];
  const options = [
    ...Object.entries(headers).map(([name, value]) =>
      client && name === 'authorization' ? `-u ${quoted(client.user)}` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body ? data(client?.body ?? body, isQuery ? FORM : headers) : []),
  ];
  const globs = /[[\]{}]/.test(url) ? ' --globoff' : '';
  const to = isQuery || query === undefined ? url : `${url}?${query}`;
  return [`curl ${shows}${globs}${isQuery ? ' -G' : ''} -X ${method} ${quoted(to)}`, ...options].join(
    ' \\\n  ',
  );
}

const FORM: Headers = { 'content-type': 'application/x-www-form-urlencoded' };

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
