/** The documented service: one request in, one response out, through the same steps for every operation. */
import { operations } from '../../../contracts/generated/operations.ts';
import { selectedVersion, versionSelection } from '../../../contracts/src/base/api-version.ts';
import { withoutNulls } from '../../../contracts/src/base/json-value.ts';
import type { Clock, IdSource } from '../clock.ts';
import type { FaultHooks, Watched } from '../fault-hooks.ts';
import { Refusal } from '../refusal.ts';
import {
  type Api,
  type JsonResponse,
  requestPath,
  responseOf,
  type SandboxOperation,
  type SandboxRequest,
  type SandboxResponse,
} from '../request-and-response.ts';
import type { RequestLog } from '../request-log.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { Caller, State } from '../state.ts';
import { authorize, type Issued, type TokenClient } from './authorization.ts';
import { errorResponse } from './error-responses.ts';
import { type Call, FORM_PATH, handlers } from './handlers.ts';
import { NO_BODY, type RequestBody, readJsonBody, readTokenRequest, requestRefusal } from './read-request.ts';
import { webFormPage } from './web-form-page.ts';

type ServiceApi = Exclude<Api, 'control'>;

interface ServiceParts {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly idSource: IdSource;
  readonly client: TokenClient;
  readonly hooks: FaultHooks;
  readonly log: RequestLog;
  readonly watched: Watched;
  /** The secrets of the sandbox, which no page shows. */
  readonly secrets: readonly string[];
  /** The URL of Web Form V2, for callers of the access API. */
  webFormUrl(): string;
  /** Gets each call that is not documented, and what is known of it. */
  onUnknownCall(method: string, path: string, says: string): void;
  /** Gets the body of each documented call that could be read. */
  onBody(operationId: SandboxOperation, body: unknown): void;
}

/** Operations by path, then by method. */
type Routes = ReadonlyMap<string, ReadonlyMap<string, SandboxOperation>>;

/** The result of a request; with the caller, for the log, if the operation needs a token. */
interface Served {
  readonly response: SandboxResponse;
  readonly caller?: Caller | undefined;
}

const SLASHED = 'a slash too many';

function withoutSlashes(path: string): string {
  return path.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '');
}

const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

export class Service {
  readonly #parts: ServiceParts;
  readonly #routes: Readonly<Record<ServiceApi, Routes>>;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    const { settings } = parts;
    this.#routes = { access: routesOf('access', settings), webForm: routesOf('web-form', settings) };
  }

  respond(api: ServiceApi, request: SandboxRequest): SandboxResponse {
    const { log, clock, onUnknownCall, watched } = this.#parts;
    const path = requestPath(request.url);
    const methods = this.#routes[api].get(path);
    const known = methods?.get(request.method) ?? this.#slashed(api, request.method, path);
    const operationId = path.replace(/\/$/, '').endsWith(known ? operations[known].path : '')
      ? known
      : undefined;
    if (operationId && !methods) onUnknownCall(request.method, path, SLASHED);
    const [{ response, caller }, faults] = watched(() =>
      operationId
        ? this.#operate(operationId, api, request, methods ? path : withoutSlashes(path))
        : this.#elsewhere(api, request, path, methods),
    );
    log.add(api, request, clock.now(), {
      operationId: operationId ?? null,
      caller: caller ? (caller.user ? `user ${caller.user.id}` : 'client') : null,
      status: response.status,
      ...(faults.length > 0 && { faults: [...faults] }),
    });
    return response;
  }

  /** The operation of a path after its superfluous slashes are removed. */
  #slashed(api: ServiceApi, method: string, path: string): SandboxOperation | undefined {
    return this.#routes[api].get(withoutSlashes(path))?.get(method);
  }

  #operate(operationId: SandboxOperation, api: ServiceApi, request: SandboxRequest, path: string): Served {
    const { hooks, webFormUrl, onUnknownCall: _, onBody: __, ...parts } = this.#parts;
    const { state, settings, clock } = parts;
    const context = { operationId, request, state, now: clock.now() };
    const authorized = hooks.authorization(this.#callerOf(operationId, request), context);
    const caller = authorized instanceof Refusal ? {} : authorized;
    const { host = '' } = request.headers;
    const call = {
      ...parts,
      operationId,
      hooks,
      context,
      caller,
      apiVersion: () => selectedVersion(settings.apiVersionSelectors, request, path) ?? 'v2',
      endpoint: `${request.method} ${path}`,
      webFormUrl: api === 'webForm' && HOST.test(host) ? `http://${host}` : webFormUrl(),
    };
    const outcome = authorized instanceof Refusal ? authorized : this.#carryOut(call, request);
    const answer =
      outcome instanceof Refusal ? errorResponse(outcome, operationId, call, settings.refusals) : outcome;
    const response = hooks.response(responseOf(hooks.answer(answer, context)), context);
    const isKnown = authorized === caller && operations[operationId].token !== 'no';
    return { response, caller: isKnown ? caller : undefined };
  }

  #carryOut(call: Omit<Call, 'body' | 'sent'>, request: SandboxRequest): JsonResponse | Refusal {
    const { operationId, hooks, context } = call;
    const sent = this.#bodyOf(operationId, request);
    if (sent instanceof Refusal) return sent;
    this.#parts.onBody(operationId, sent.value);
    const refusal = hooks.request(requestRefusal(operationId, sent.value), context);
    if (refusal) return refusal;
    // Each id maps to the handler of its operation, and the body was checked against its schema.
    const handler = handlers[operationId] as (call: object) => JsonResponse | Refusal;
    return handler({ ...call, sent, body: sent.value });
  }

  #callerOf(operationId: SandboxOperation, { headers }: SandboxRequest): Caller | Refusal {
    const { state, settings, clock } = this.#parts;
    const { token } = operations[operationId];
    if (token === 'no') return {};
    const { authorizationHeader, authorizationScheme } = settings;
    const header = headers[authorizationHeader.toLowerCase()];
    const find = (accessToken: string) => issuedToken(accessToken, state);
    return authorize(header, authorizationScheme, token, clock.now(), find);
  }

  /** Reads the body; a null field counts as not sent. */
  #bodyOf(operationId: SandboxOperation, request: SandboxRequest): RequestBody | Refusal {
    const { encoding } = operations[operationId];
    if (encoding === 'none') return NO_BODY;
    const { tokenEncoding } = this.#parts.settings;
    const sent = encoding === 'json' ? readJsonBody(request) : readTokenRequest(request, tokenEncoding);
    return sent instanceof Refusal ? sent : { text: sent.text, value: withoutNulls(sent.value) };
  }

  /** The page of a web form, or nothing. */
  #elsewhere(
    api: ServiceApi,
    { method }: SandboxRequest,
    path: string,
    methods: ReadonlyMap<string, SandboxOperation> | undefined,
  ): Served {
    const { state, clock, idSource, client, settings, secrets } = this.#parts;
    if (api === 'webForm' && path.startsWith(FORM_PATH) && method === 'GET')
      return {
        response: webFormPage(state.webForms.get(path.slice(FORM_PATH.length)), clock.now(), secrets),
      };
    const allow = [...(methods?.keys() ?? [])].join(', ');
    const reason = 'unknownCall';
    const refusal = methods
      ? new Refusal(405, 'the method is not one of this path', { headers: { allow }, reason })
      : new Refusal(404, 'there is nothing at this path', { reason });
    const other = api === 'access' ? 'webForm' : 'access';
    const isOther = this.#routes[other].get(path)?.has(method);
    const unknown = this.#slashed(api, method, path) ? SLASHED : 'no documented call';
    const says = methods ? `the path has ${allow} alone` : unknown;
    this.#parts.onUnknownCall(method, path, isOther ? `it is a call to ${other}Url` : says);
    const source = { endpoint: `${method} ${path}`, caller: {}, clock, idSource, client };
    const answer = errorResponse(refusal, undefined, source, settings.refusals);
    return { response: responseOf(answer) };
  }
}

/**
 * The access endpoints have the documented paths, also under the prefixes of both API versions, and all of these under the
 * extra prefix as well. A path without a version means v2. V1 flows have their version in their own path.
 */
function routesOf(
  document: 'access' | 'web-form',
  { accessPrefix, tokenPrefix, apiVersionSelectors }: SandboxSettings,
): Routes {
  const routes = new Map<string, Map<string, SandboxOperation>>();
  const extras = document === 'access' ? ['', accessPrefix.replace(/\/+$/, '')] : [''];
  const versions =
    document === 'access' ? Object.values(apiVersionSelectors).map((it) => versionSelection(it)) : [];
  const prefixes = ['', ...versions.flatMap(({ prefix }) => prefix ?? [])];
  for (const [id, operation] of Object.entries(operations)) {
    if (operation.document !== document) continue;
    const own = operation.path.startsWith('/api/v1/') ? [''] : prefixes;
    const isTokenApart = id === 'createToken' && tokenPrefix !== 'same';
    for (const extra of isTokenApart ? [tokenPrefix] : extras) {
      for (const prefix of own) {
        const path = extra + prefix + operation.path;
        const methods = routes.get(path) ?? new Map<string, SandboxOperation>();
        routes.set(path, methods.set(operation.method, id as SandboxOperation));
      }
    }
  }
  return routes;
}

function issuedToken(accessToken: string, { tokens, users }: State): Issued | undefined {
  const token = tokens.get(accessToken);
  if (token?.user === undefined) return token && { expiresAt: token.expiresAt };
  const user = users.get(token.user);
  return user && { user, expiresAt: token.expiresAt };
}
