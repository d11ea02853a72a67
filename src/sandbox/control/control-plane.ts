/** The control plane: changes the world, the clock and the faults, runs batch updates, and shows what the sandbox did. */

import { readJson } from '../../../contracts/src/base/exact-json.ts';
import type { Compiled } from '../../../contracts/src/base/schema.ts';
import { compiled } from '../../base/compile-schema.ts';
import { InputError, only } from '../../base/errors.ts';
import { problemOf } from '../../base/problem-line.ts';
import { foreignCaller } from '../../http/receiver.ts';
import type { BatchUpdates } from '../batch-update/batch-updates.ts';
import { type Clock, webFormTime } from '../clock.ts';
import type { FaultSwitch } from '../fault-hooks.ts';
import controlBodies from '../generated/control-bodies.json' with { type: 'json' };
import { controlOperations } from '../generated/control-operations.ts';
import type { components } from '../generated/control-types.ts';
import { NO_BODY, type RequestBody, readJsonBody, readQuery } from '../operations/read-request.ts';
import { Refusal } from '../refusal.ts';
import {
  type JsonResponse,
  requestPath,
  responseOf,
  type SandboxRequest,
  type SandboxResponse,
} from '../request-and-response.ts';
import type { RequestLog } from '../request-log.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import { replaceWorld, type SandboxWorld, type State } from '../state.ts';
import type { AcceptedUpdate } from '../user-update.ts';
import { callbackProblem, readWorld } from './read-world.ts';

type ControlId = keyof typeof controlOperations;

interface Controlled {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly log: RequestLog;
  /** The world that the sandbox was started with. */
  readonly world: SandboxWorld;
  /** Undefined if this sandbox has no catalogue of faults. */
  readonly faults: FaultSwitch | undefined;
  readonly updates: BatchUpdates;
}

/** The control requests whose bodies have no Decimals. */
interface ControlBodies {
  readonly changeClientConfiguration: components['schemas']['Client'];
  readonly advanceClock: components['schemas']['Advance'];
  readonly chooseFaults: readonly string[];
}

interface ControlCall<Id extends ControlId> extends Controlled {
  readonly body: Id extends keyof ControlBodies ? ControlBodies[Id] : unknown;
  readonly sent: RequestBody;
  /** The {id} of the path. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

type Outcome = JsonResponse | Refusal;

const DONE: JsonResponse = { status: 204 };
const NO_FAULTS = new Refusal(501, 'this sandbox was made without a catalogue of faults');

const timeOn = (clock: Clock): JsonResponse => ({
  status: 200,
  body: { now: new Date(clock.now()).toISOString() },
});

const handlers: { readonly [Id in ControlId]: (call: ControlCall<Id>) => Outcome | Promise<Outcome> } = {
  listOperations: () => ({
    status: 200,
    body: Object.values(controlOperations).map(({ method, path, does }) => ({
      call: `${method} ${path}`,
      does,
    })),
  }),
  reset: ({ clock, log, world, ...controlled }) => {
    startFrom(world, controlled);
    clock.reset();
    log.clear();
    return DONE;
  },
  replaceWorld: ({ body, ...controlled }) => {
    startFrom(readWorld(body as SandboxWorld), controlled);
    return DONE;
  },
  changeClientConfiguration: ({ body, state }) => {
    const problem = callbackProblem(body);
    if (problem !== undefined) return new Refusal(400, problem);
    return { status: 200, body: Object.assign(state.client, body) };
  },
  listRequests: ({ log }) => ({ status: 200, body: log.list() }),
  getStoredWebForm: ({ id, state }) => {
    const form = state.webForms.get(id);
    if (form === undefined)
      return new Refusal(404, 'no web form has this id, or it was dropped for newer ones');
    const { content, submission, createdAt, expiresAt, ...rest } = form;
    return {
      status: 200,
      body: {
        ...rest,
        createdAt: webFormTime(createdAt),
        expiresAt: webFormTime(expiresAt),
        content: readJson(content),
        ...(submission !== undefined && { submission: readJson(submission) }),
      },
    };
  },
  getClock: ({ clock }) => timeOn(clock),
  advanceClock: ({ body, clock, updates }) => {
    clock.advance(body.advance);
    updates.release();
    return timeOn(clock);
  },
  runBatchUpdate: ({ body, updates }) => ({ status: 202, body: updates.run(body as AcceptedUpdate) }),
  listDeliveries: async ({ query, updates }) => {
    const { settled = 'false', ...unknown } = query;
    if (!['true', 'false'].includes(settled)) return new Refusal(400, 'settled is neither true nor false');
    const [name] = Object.keys(unknown);
    if (name !== undefined)
      return new Refusal(400, `the query has the unknown parameter ${JSON.stringify(name)}`);
    return { status: 200, body: await updates.deliveries({ settled: settled === 'true' }) };
  },
  listFaults: ({ faults }) => (faults ? { status: 200, body: faults.chosen() } : NO_FAULTS),
  chooseFaults: async ({ body, faults }) => {
    if (!faults) return NO_FAULTS;
    const problem = await faults.choose(body);
    return problem === undefined ? DONE : new Refusal(400, problem);
  },
};

function startFrom(
  world: SandboxWorld,
  { state, settings, updates }: Pick<Controlled, 'state' | 'settings' | 'updates'>,
): void {
  replaceWorld(state, world, settings);
  updates.clear();
}

const ROUTES = Object.entries(controlOperations).map(([id, { method, path }]) => ({
  id: id as ControlId,
  method,
  pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
}));

export async function respondControl(
  request: SandboxRequest,
  controlled: Controlled,
): Promise<SandboxResponse> {
  const foreign = foreignCaller(request.headers);
  const outcome = foreign === undefined ? await carryOut(request, controlled) : new Refusal(403, foreign);
  if (!(outcome instanceof Refusal)) return responseOf(outcome);
  const { status, headers, says } = outcome;
  return responseOf({ status, headers, body: { error: says } });
}

async function carryOut(request: SandboxRequest, controlled: Controlled): Promise<Outcome> {
  const path = requestPath(request.url);
  const atPath = ROUTES.filter(({ pattern }) => pattern.test(path));
  const route = atPath.find(({ method }) => method === request.method);
  if (route === undefined) {
    if (atPath.length === 0) return new Refusal(404, 'there is nothing at this path');
    const allow = atPath.map(({ method }) => method).join(', ');
    return new Refusal(405, `the path has ${allow} alone`, { headers: { allow } });
  }
  const sent = readBody(route.id, request);
  if (sent instanceof Refusal) return sent;
  const query = readQuery(request);
  if (query instanceof Refusal) return query;
  const id = route.pattern.exec(path)?.[1] ?? '';
  // Each id maps to the handler of its operation, and the body was checked against its schema.
  const handler = handlers[route.id] as (call: object) => Outcome | Promise<Outcome>;
  try {
    return await handler({ ...controlled, sent, body: sent.value, id, query: query.value });
  } catch (error) {
    only(error, InputError);
    return new Refusal(400, error.message);
  }
}

/** The schemas of control request bodies. They are closed: an unknown field gets a 400. */
const schemas: { readonly [Id in ControlId]?: Compiled } = Object.fromEntries(
  Object.entries(controlBodies.bodies).map(([id, schema]) => [id, compiled(schema, true)]),
);

function readBody(id: ControlId, request: SandboxRequest): RequestBody | Refusal {
  const schema = schemas[id];
  if (!schema) return NO_BODY;
  const sent = readJsonBody(request);
  if (sent instanceof Refusal) return sent;
  const problem = problemOf(schema, sent.value);
  return problem === undefined ? sent : new Refusal(400, problem);
}
