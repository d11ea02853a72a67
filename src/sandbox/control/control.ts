/** The control plane: one request in, one response out; refuses strangers, and bodies that its document does not know. */
import { type Answer, written } from '../answer.ts';
import { Body, readJsonBody, readQuery } from '../body.ts';
import { pathOf, type Request, type Response } from '../door.ts';
import bodies from '../generated/control-bodies.js';
import { controlOperations } from '../generated/control-operations.ts';
import { problemOf } from '../problem.ts';
import { Refusal } from '../refusal.ts';
import { type ControlCall, type ControlId, type Controlled, controlHandlers } from './control-handlers.ts';
import { foreignRefusal } from './foreign.ts';

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
