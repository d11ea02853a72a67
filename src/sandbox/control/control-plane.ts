/** The control plane: one request in, one response out; refuses strangers, and bodies that its document does not know. */

import { readJson } from '../../../contracts/src/base/exact-json.ts';
import type { BatchUpdates } from '../batch-update/batch-updates.ts';
import { type BatchUpdate, UpdateError } from '../batch-update/user-update.ts';
import { type Clock, ClockError, webFormTime } from '../clock.ts';
import type { FaultSwitch } from '../fault-hooks.ts';
import bodies from '../generated/control-bodies.js';
import { controlOperations } from '../generated/control-operations.ts';
import type { operations } from '../generated/control-types.ts';
import { Body, problemOf, readJsonBody, readQuery } from '../operations/read-request.ts';
import {
  type Answer,
  pathOf,
  Refusal,
  type Request,
  type Response,
  written,
} from '../operations/request-and-answer.ts';
import type { RequestLog } from '../request-log.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import { type State, settle, type World } from '../state.ts';
import { readWorld, refusedCallback, WorldError } from './read-world.ts';

const NO_BODY = new Body('', undefined);
const ROUTES = Object.entries(controlOperations).map(([id, { method, path }]) => ({
  id: id as ControlId,
  method,
  pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
}));

/** `host` is the one that the sandbox listens on, undefined for loopback or no socket at all. */
export async function respondControl(
  request: Request,
  controlled: Controlled,
  host: string | undefined,
): Promise<Response> {
  const outcome = foreignRefusal(request, host) ?? (await carryOut(request, controlled));
  if (!(outcome instanceof Refusal)) return written(outcome);
  const { status, headers, says } = outcome;
  return written({ status, headers, body: { error: says } });
}

async function carryOut(request: Request, controlled: Controlled): Promise<Answer | Refusal> {
  const path = pathOf(request.url);
  const here = ROUTES.filter(({ pattern }) => pattern.test(path));
  const route = here.find(({ method }) => method === request.method);
  if (route === undefined) {
    if (here.length === 0) return new Refusal(404, 'there is nothing at this path');
    const headers = { allow: here.map(({ method }) => method).join(', ') };
    return new Refusal(405, 'the method is not one of this path', { headers });
  }
  const sent = bodyOf(route.id, request);
  if (sent instanceof Refusal) return sent;
  const query = readQuery(request);
  if (query instanceof Refusal) return query;
  const call: ControlCall = {
    sent,
    body: sent.value as never,
    id: route.pattern.exec(path)?.[1] ?? '',
    query: query.value as ControlCall['query'],
  };
  const handler = controlHandlers[route.id] as (call: ControlCall, controlled: Controlled) => Promise<Answer>;
  return handler(call, controlled);
}

function bodyOf(id: ControlId, request: Request): Body | Refusal {
  if (!(id in bodies)) return NO_BODY;
  const sent = readJsonBody(request);
  if (sent instanceof Refusal) return sent;
  const problem = problemOf(bodies[id as keyof typeof bodies], sent.value);
  return problem === undefined ? sent : new Refusal(400, problem);
}

/** Every operation of the control plane and what it does to the sandbox. */

export type ControlId = keyof typeof controlOperations;

export interface Controlled {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly log: RequestLog;
  /** The world that the sandbox was started with. */
  readonly start: World;
  /** Absent where there is nothing to choose. */
  readonly faults?: FaultSwitch;
  batchUpdates(): Promise<BatchUpdates>;
  /** Undefined while nobody has asked for them: then there is nothing to forget and nothing that waits. */
  startedUpdates(): Promise<BatchUpdates> | undefined;
}

type ControlBody<Id extends ControlId> = operations[Id] extends { requestBody?: { content: infer Content } }
  ? Content[keyof Content]
  : undefined;

export interface ControlCall<Id extends ControlId = ControlId> {
  readonly body: ControlBody<Id>;
  readonly sent: Body;
  /** What stands in the path where the document says {id}. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
}

type Outcome = Answer | Refusal;
type ControlHandler<Id extends ControlId> = (
  call: ControlCall<Id>,
  controlled: Controlled,
) => Outcome | Promise<Outcome>;

const DONE: Answer = { status: 204 };
const NO_FAULTS = new Refusal(501, 'this sandbox was made without a catalogue of faults');

export const controlHandlers: { readonly [Id in ControlId]: ControlHandler<Id> } = {
  reset: async (_, { state, settings, clock, log, start, startedUpdates }) => {
    const updates = await startedUpdates();
    settle(state, start, settings);
    updates?.clear();
    clock.reset();
    log.clear();
    return DONE;
  },
  replaceWorld: async ({ sent }, { state, settings, startedUpdates }) => {
    const world = said(() => readWorld(sent));
    if (world instanceof Refusal) return world;
    const updates = await startedUpdates();
    settle(state, world, settings);
    updates?.clear();
    return DONE;
  },
  changeClientConfiguration: ({ body }, { state }) => {
    const refused = refusedCallback(body);
    if (refused !== undefined) return new Refusal(400, refused);
    Object.assign(state.client, body);
    return { status: 200, body: state.client };
  },
  listRequests: (_, { log }) => ({ status: 200, body: log.list() }),
  getStoredWebForm: ({ id }, { state }) => {
    const form = state.webForms.get(id);
    if (form === undefined)
      return new Refusal(404, 'no web form has this id, or it was dropped to make room');
    const { content, submission, createdAt, expiresAt, ...rest } = form;
    return {
      status: 200,
      body: {
        ...rest,
        createdAt: webFormTime(createdAt),
        expiresAt: webFormTime(expiresAt),
        content: exact(content),
        ...(submission !== undefined && { submission: exact(submission) }),
      },
    };
  },
  advanceClock: async ({ body }, { clock, startedUpdates }) => {
    const refusal = said(() => clock.advance(body.advance));
    if (refusal) return refusal;
    (await startedUpdates())?.release();
    return { status: 200, body: { now: new Date(clock.now()).toISOString() } };
  },
  runBatchUpdate: async ({ sent }, { batchUpdates }) => {
    const updates = await batchUpdates();
    const done = said(() => updates.run(sent.exact as BatchUpdate));
    return done instanceof Refusal ? done : { status: 202, body: done };
  },
  listDeliveries: async ({ query }, { batchUpdates }) => {
    const { settled = 'false', ...unknown } = query;
    if (!['true', 'false'].includes(settled)) return new Refusal(400, 'settled is neither true nor false');
    const [name] = Object.keys(unknown);
    if (name !== undefined)
      return new Refusal(400, `the query has the unknown parameter ${JSON.stringify(name)}`);
    return { status: 200, body: await (await batchUpdates()).deliveries({ settled: settled === 'true' }) };
  },
  listFaults: (_, { faults }) => (faults ? { status: 200, body: faults.chosen() } : NO_FAULTS),
  chooseFaults: async ({ body }, { faults }) => {
    if (!faults) return NO_FAULTS;
    const problem = await faults.choose(body);
    return problem === undefined ? DONE : new Refusal(400, problem);
  },
};

/** What comes of it, or what its error says of the body. */
function said<Result>(call: () => Result): Result | Refusal {
  try {
    return call();
  } catch (error) {
    const isSaid = [WorldError, UpdateError, ClockError].some((known) => error instanceof known);
    if (isSaid) return new Refusal(400, (error as Error).message);
    throw error;
  }
}

function exact(text: string): unknown {
  return readJson(text, { keepSource: true }).exact;
}

/** Keeps web pages away from the control plane: a browser names the page's host and origin, and only ours are taken. */

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** `host` is the one that the sandbox was told to listen on; a proxy before it may stand on another port. */
export function foreignRefusal({ headers }: Request, host: string | undefined): Refusal | undefined {
  const { host: named, origin } = headers;
  if (named !== undefined && !isOurs(named.replace(/:\d*$/, '').toLowerCase(), host)) {
    return new Refusal(403, 'the Host header names another host than the control plane listens on');
  }
  if (origin !== undefined && origin !== `http://${named}`) {
    return new Refusal(403, 'the Origin header names another origin than the control plane');
  }
  return undefined;
}

function isOurs(name: string, host: string | undefined): boolean {
  if (LOOPBACK.includes(name)) return true;
  if (host === undefined) return false;
  // Names are what a foreign page can bend to this machine; who listens on every address is called by some address.
  const isAddress = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(name);
  return host === '0.0.0.0' || host === '::' ? isAddress : name === host || name === `[${host}]`;
}
