/** The documented service: one request in, one response out, through the same stages for every operation. */
import { operations } from '../../../contracts/generated/operations.ts';
import type { FaultHooks } from '../fault-hooks.ts';
import type { Outcome, RequestLog } from '../request-log.ts';
import type { ApiVersion, SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import { authorize, type Caller, type Issued } from './authorization.ts';
import { type Call, FORM_PATH, type Handler, handlers, type Surroundings } from './handlers.ts';
import { Body, readFormBody, readJsonBody, readQuery, requestRefusal } from './read-request.ts';
import {
  type Answer,
  type Door,
  type OperationId,
  pathOf,
  Refusal,
  type Request,
  type Response,
  refusalAnswer,
  written,
} from './request-and-answer.ts';
import { formPage } from './web-form-page.ts';

type ServiceDoor = Exclude<Door, 'control'>;
type Served = Omit<Outcome, 'status'> & { readonly response: Response };

export interface CallParts extends Omit<Surroundings, 'decide'> {
  readonly hooks: FaultHooks;
  readonly log: RequestLog;
  /** The address of the web form door, for callers who do not name it themselves. */
  webFormUrl(): string;
}

const NO_BODY = new Body('', undefined);
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

export class DocumentedCalls {
  readonly #parts: CallParts;
  readonly #routes: Readonly<Record<ServiceDoor, Routes>>;

  constructor(parts: CallParts) {
    this.#parts = parts;
    const { settings } = parts;
    this.#routes = { access: routesOf('access', settings), webForm: routesOf('webForm', settings) };
  }

  respond(door: ServiceDoor, request: Request): Response {
    const path = pathOf(request.url);
    const methods = this.#routes[door].get(path);
    const route = methods?.get(request.method);
    const served = route
      ? this.#operate(route, door, request, path)
      : this.#elsewhere(door, request, path, methods);
    const { log, clock, settings } = this.#parts;
    const logged = withoutToken(request, settings.authorizationHeader.toLowerCase());
    log.add(door, logged, { ...served, status: served.response.status }, clock.now());
    return served.response;
  }

  #operate({ operationId, apiVersion }: Route, door: ServiceDoor, request: Request, path: string): Served {
    const { hooks, state, webFormUrl } = this.#parts;
    const context = { operationId, request, state };
    const around: Surroundings = {
      ...this.#parts,
      decide: (name, outcome) => hooks.decide(name, outcome, context),
    };
    const authorized = around.decide('authorization', this.#callerOf(operationId, request));
    const caller = authorized instanceof Refusal ? {} : authorized;
    const { host = '' } = request.headers;
    const call = {
      operationId,
      apiVersion,
      endpoint: `${request.method} ${path}`,
      caller,
      webFormUrl: door === 'webForm' && HOST.test(host) ? `http://${host}` : webFormUrl(),
    };
    const outcome = authorized instanceof Refusal ? authorized : this.#carryOut(call, request, around);
    const answer = outcome instanceof Refusal ? refusalAnswer(outcome, operationId, call, around) : outcome;
    const response = hooks.response(written(hooks.answer(answer, context)), context);
    const isKnown = authorized === caller && operations[operationId].token !== 'no';
    return { operationId, response, ...(isKnown && { caller }) };
  }

  #carryOut(call: Omit<Call, 'body' | 'sent'>, request: Request, around: Surroundings): Answer | Refusal {
    const { operationId } = call;
    const sent = this.#bodyOf(operationId, request);
    if (sent instanceof Refusal) return sent;
    const refusal = around.decide('request', requestRefusal(operationId, sent.value, around.settings));
    if (refusal) return refusal;
    // The map holds for each operation the handler of its own call.
    const handler = handlers[operationId] as unknown as Handler<OperationId>;
    return handler({ ...call, sent, body: sent.value as Call['body'] }, around);
  }

  #callerOf(operationId: OperationId, { headers }: Request): Caller | Refusal {
    const { state, settings, clock } = this.#parts;
    const { token } = operations[operationId];
    if (token === 'no') return {};
    const alsoUser =
      operationId === 'getClientConfiguration' && settings.configurationWithUserToken === 'accepted';
    return authorize(
      {
        header: headers[settings.authorizationHeader.toLowerCase()],
        scheme: settings.authorizationScheme,
        takes: alsoUser ? ['client', 'user'] : [token],
        now: clock.now(),
      },
      (accessToken) => issued(accessToken, state),
    );
  }

  #bodyOf(operationId: OperationId, request: Request): Body | Refusal {
    const { encoding } = operations[operationId];
    if (encoding === 'none') return NO_BODY;
    const { tokenEncoding } = this.#parts.settings;
    if (encoding === 'json' || tokenEncoding === 'json') return readJsonBody(request);
    return tokenEncoding === 'form' ? readFormBody(request) : readQuery(request);
  }

  /** What is no documented call: the page of a web form, or nothing. */
  #elsewhere(
    door: ServiceDoor,
    { method }: Request,
    path: string,
    methods: ReadonlyMap<string, Route> | undefined,
  ): Served {
    const { state, clock } = this.#parts;
    if (door === 'webForm' && path.startsWith(FORM_PATH) && method === 'GET') {
      return { response: formPage(state.webForms.get(path.slice(FORM_PATH.length)), clock.now()) };
    }
    const refusal = methods
      ? new Refusal(405, 'the method is not one of this path', {
          headers: { allow: [...methods.keys()].join(', ') },
        })
      : new Refusal(404, 'there is nothing at this path');
    return {
      response: written(refusalAnswer(refusal, undefined, { endpoint: '', caller: {} }, this.#parts)),
    };
  }
}

/** The log knows by its name that the usual header is secret; of another one nobody else knows. */
function withoutToken(request: Request, header: string): Request {
  if (header === 'authorization' || !(header in request.headers)) return request;
  return { ...request, headers: { ...request.headers, [header]: '[redacted]' } };
}

function issued(accessToken: string, { tokens, users }: State): Issued | undefined {
  const token = tokens.get(accessToken);
  if (token?.user === undefined) return token && { expiresAt: token.expiresAt };
  const user = users.get(token.user);
  return user && { user, expiresAt: token.expiresAt };
}

/** Which operation a method and path mean, on which door and in which API version. */

export interface Route {
  readonly operationId: OperationId;
  readonly apiVersion: ApiVersion;
}

/** By path and then by method. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Route>>;

/**
 * The access endpoints stand at the documented paths and under the prefixes of both API versions, all of that once more
 * under the extra prefix. The bare path means v2; the V1 flows have their version in their own path.
 */
export function routesOf(
  door: Exclude<Door, 'control'>,
  settings: Pick<SandboxSettings, 'accessPrefix' | 'apiVersionPrefixes'>,
): Routes {
  const routes = new Map<string, Map<string, Route>>();
  for (const [id, { document, method, path }] of Object.entries(operations)) {
    if ((document === 'access') !== (door === 'access')) continue;
    for (const [prefix, apiVersion] of prefixesOf(path, door, settings)) {
      const methods = routes.get(prefix + path) ?? new Map<string, Route>();
      routes.set(prefix + path, methods.set(method, { operationId: id as OperationId, apiVersion }));
    }
  }
  return routes;
}

function prefixesOf(
  path: string,
  door: Door,
  {
    accessPrefix,
    apiVersionPrefixes: { v1, v2 },
  }: Pick<SandboxSettings, 'accessPrefix' | 'apiVersionPrefixes'>,
): [string, ApiVersion][] {
  if (door !== 'access') return [['', 'v2']];
  const own: [string, ApiVersion][] = path.startsWith('/api/v1/')
    ? [['', 'v1']]
    : [
        ['', 'v2'],
        [v1, 'v1'],
        [v2, 'v2'],
      ];
  const extra = accessPrefix.replace(/\/+$/, '');
  return extra === ''
    ? own
    : [...own, ...own.map(([prefix, version]): [string, ApiVersion] => [extra + prefix, version])];
}
