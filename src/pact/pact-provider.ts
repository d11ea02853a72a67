/** A target as the provider of pacts: its worlds are their states, and it is called with its own tokens. */

import { operations } from '../../contracts/generated/operations.ts';
import { InputError, only } from '../../contracts/src/base/errors.ts';
import { clientToken, userToken } from '../../contracts/src/client/access-calls.ts';
import { type ClientSettings, createClient } from '../../contracts/src/client/client.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { NoResponse, sendHttp } from '../../contracts/src/node/http-sender.ts';
import type { CaseCall } from '../runner/call.ts';
import type { World } from '../runner/control.ts';
import { type WireRequest, wireRequest } from '../runner/send.ts';
import { checkTarget, describeTarget } from '../runner/targets/open-target.ts';
import type { Target } from '../runner/targets/target.ts';
import { Unproven, unanswered } from '../runner/unproven.ts';

export type Provider = Awaited<ReturnType<typeof providerOf>>;

/** Throws InputError for a target without a control plane, and Unproven for one that does not answer. */
export async function providerOf(target: Target) {
  const { control, messaging, accessUrl, webFormUrl, timeLimit, wire } = target;
  if (!control) throw noControl(target.chosenBy);
  const { clientId: id, clientSecret: secret } = (await target.session()).values;
  const settings: ClientSettings = { ...wire, accessUrl, webFormUrl, timeLimit };
  const credentials = { client_id: id, client_secret: secret };
  // The configuration needs an address even where no message is sent.
  const callback = (await messaging?.mailbox.address('pacts')) ?? 'https://client.example/notifications';
  let user: World['users'][number] | undefined;
  const tokenOf = async (caller: 'client' | 'user'): Promise<string> => {
    const withoutToken = createClient(settings);
    if (caller === 'client') return (await clientToken(withoutToken, credentials)).access_token;
    if (!user) throw new Unproven('the world of the state has no user');
    const { id: username, password } = user;
    return (await userToken(withoutToken, { ...credentials, username, password })).access_token;
  };
  return {
    ...{ target, control, messaging, client: { id, secret } },
    /** Replaces what there is by this world; calls are made as its first user. */
    begin: async (world: World): Promise<void> => {
      user = world.users[0];
      const client = { userNotificationCallbackUrl: callback, ...world.client };
      await control.replaceWorld({ ...world, client });
    },
    /** An access token of the client, or of the first user of the world. */
    tokenOf,
    /** The typed client with the token of the first user. */
    asUser: async () => createClient(settings, await tokenOf('user')),
  };
}

function noControl(chosenBy: string): InputError {
  return new InputError(
    `${chosenBy} has no control plane, and the states of a pact need one: pass sandbox, or a target file with a controlUrl.`,
  );
}

/** Throws InputError unless `chosenBy` is sandbox or names a target file with a control plane, whose path is `path`. */
export async function refusePactTarget(chosenBy: string, path: string): Promise<void> {
  if (chosenBy === 'sandbox') return;
  if (chosenBy === 'mock') throw noControl(chosenBy);
  const described = await describeTarget(chosenBy, path, { names: ['sandbox'] });
  checkTarget(described);
  if (!described.hasControl) throw noControl(chosenBy);
}

/** A request as the verifier passes it on, its body parsed where it is JSON or a form. */
export interface PactCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

/** Where the response goes: a response of node:http. */
export interface ResponseTo {
  writeHead(status: number, headers: Record<string, string>): { end(body: Buffer): unknown };
}

/** They describe the body as it was on the wire. */
const OF_THE_WIRE = ['connection', 'content-encoding', 'content-length', 'transfer-encoding'];

/**
 * The verifier has a proxy of its own, which hangs when a connection breaks and knows no time limit. Throws Unproven when
 * no response comes within that of the target, and CallError when there is no token.
 */
export async function forwardedCall(call: PactCall, to: ResponseTo, provider: Provider): Promise<void> {
  const { request, text } = await forwardedRequest(call, provider);
  const { name, timeLimit } = provider.target;
  try {
    const response = await sendHttp(request.url, {
      method: request.method,
      headers: request.headers,
      signal: AbortSignal.timeout(timeLimit),
      ...(text !== undefined && { body: text }),
    });
    const kept = [...response.headers].filter(([header]) => !OF_THE_WIRE.includes(header));
    const body = Buffer.from(await response.text());
    to.writeHead(response.status, Object.fromEntries(kept)).end(body);
  } catch (error) {
    only(error, NoResponse);
    throw unanswered(name, new URL(request.url).origin, error, timeLimit);
  }
}

/** With the tokens and credentials of the provider in place of those in the pact. Throws for a call that is not documented. */
export async function forwardedRequest(call: PactCall, provider: Provider): Promise<WireRequest> {
  const when = operationOf(call);
  if (when === undefined) throw new Error(`${call.method} ${call.path} is not documented`);
  const { token: caller } = operations[when];
  const isSigned = call.headers['authorization'] !== undefined && caller !== 'no';
  const token = isSigned ? await provider.tokenOf(caller) : undefined;
  const { id, secret } = provider.client;
  const credentials = when === 'createToken' && { client_id: id, client_secret: secret };
  const body = isJson(call.body) ? { ...call.body, ...credentials } : undefined;
  return wireRequest(provider.target, { when } as CaseCall, body, token);
}

/** The documented operation of a call. */
function operationOf(call: PactCall): OperationId | undefined {
  const found = Object.entries(operations).find(
    ([, { method, path }]) => method === call.method && path === call.path,
  );
  return found?.[0] as OperationId | undefined;
}

/** The verifier gives an empty Buffer where there is no body. */
function isJson(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
}
