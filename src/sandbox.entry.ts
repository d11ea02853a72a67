/** The sandbox in a test: starts it, or reaches one that runs, and calls its control plane. */

import { readJson, writeJson } from '../contracts/src/base/exact-json.ts';
import { member, withFloats } from '../contracts/src/base/json-value.ts';
import { InputError } from './base/errors.ts';
import { chosenSwitch } from './faults/switchable-faults.ts';
import { createSandbox } from './sandbox/create-sandbox.ts';
import type {
  BatchUpdate,
  Client,
  Deliveries,
  Delivery,
  Fault,
  LoggedRequest,
  SentMessages,
  StoredWebForm,
  World,
} from './sandbox/generated/control-types.ts';

export type { BatchUpdate, Client, Delivery, Fault, LoggedRequest, SentMessages, StoredWebForm, World };

/** One function a call of `…/openapi/control.json`. Each rejects with an InputError that says why the call is refused. */
export interface SandboxControl {
  /** Forgets what callers have created, and returns to the world and the time of the start. */
  reset(): Promise<void>;
  /** Replaces the world, and forgets what callers have created. */
  world(world: World): Promise<void>;
  /** Changes these fields of the client configuration; resolves with all of it. */
  configure(client: Client): Promise<Client>;
  /** Carries out a batch update; resolves with how many messages are on their way, and how many wait. */
  update(update: BatchUpdate): Promise<SentMessages>;
  /** What became of each message, once none is on its way. */
  messages(): Promise<Delivery[]>;
  /** Lets an ISO 8601 duration such as PT1H pass, if one is given; resolves with the time on the clock. */
  clock(advance?: string): Promise<Date>;
  /** Has these faults from now on and no others, if a list is given; resolves with those that are on. */
  faults(ids?: readonly string[]): Promise<Fault[]>;
  /** The latest requests to the access API and Web Form V2, oldest first. */
  calls(): Promise<LoggedRequest[]>;
  /** What the web form was created with. */
  form(id: string): Promise<StoredWebForm>;
}

export interface StartedSandbox extends SandboxControl {
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly controlUrl: string;
  /** The credentials of the one client. */
  readonly client: { readonly id: string; readonly secret: string };
  /** Of its messages, 32 hex digits. */
  readonly dataDecryptionKey: string;
  /** Ends it. Rejects with an error of the sandbox itself, if there was one. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox in this process, on any free ports. Its clock stands at `fixedTime`, and runs with the time of day without one.
 *
 * @example
 * import { startSandbox } from 'bank-access-contracts/sandbox';
 * const sandbox = await startSandbox();
 * sandbox.client.id; // 'example-client'
 * await sandbox.close();
 */
export async function startSandbox(options: { readonly fixedTime?: Date } = {}): Promise<StartedSandbox> {
  const failures: unknown[] = [];
  const { client, dataDecryptionKey, listen, close } = createSandbox({
    fixedTime: options.fixedTime?.getTime(),
    faults: await chosenSwitch([], String),
    onFailure: (error) => void failures.push(error),
  });
  const urls = await listen();
  return {
    ...urls,
    client,
    dataDecryptionKey,
    ...sandboxControl(urls.controlUrl),
    close: async () => {
      await close();
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * The control plane of a sandbox that runs, such as `sandbox -- npm test`, which sets CONTROL_URL.
 *
 * @example
 * import { sandboxControl } from 'bank-access-contracts/sandbox';
 * const sandbox = sandboxControl(process.env['CONTROL_URL'] ?? 'http://127.0.0.1:4022');
 * typeof sandbox.update; // 'function'
 */
export function sandboxControl(controlUrl: string): SandboxControl {
  // The document says what each call responds with.
  const call = async <Value>(method: string, path: string, sent?: object): Promise<Value> => {
    const headers = { 'content-type': 'application/json' };
    const body = sent === undefined ? null : writeJson(sent);
    const response = await fetch(controlUrl + path, { method, headers, body });
    const text = await response.text();
    const value = text === '' ? undefined : withFloats(readJson(text));
    if (!response.ok) throw new InputError(`${method} ${path}: ${member(value, 'error')}`);
    return value as Value;
  };
  return {
    reset: () => call('POST', '/reset'),
    world: (world) => call('PUT', '/world', world),
    configure: (client) => call('PUT', '/client-configuration', client),
    update: (update) => call('POST', '/batch-updates', update),
    messages: async () => (await call<Deliveries>('GET', '/deliveries?settled=true')).deliveries,
    clock: async (advance) => {
      const sent = advance === undefined ? undefined : { advance };
      const { now } = await call<{ now: string }>(sent ? 'POST' : 'GET', '/clock', sent);
      return new Date(now);
    },
    faults: async (ids) => {
      if (ids) await call('PUT', '/faults', ids);
      return call('GET', '/faults');
    },
    calls: async () => (await call<{ requests: LoggedRequest[] }>('GET', '/requests')).requests,
    form: (id) => call('GET', `/web-forms/${encodeURIComponent(id)}`),
  };
}
