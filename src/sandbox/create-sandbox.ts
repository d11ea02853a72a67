/** The sandbox: the documented service with memory, as one instance that shares nothing with any other. */
import { type CipherMaker, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import type { BatchUpdates, Deliveries, Sent } from './batch-update/batch-updates.ts';
import type { Deliver } from './batch-update/outbox.ts';
import type { BatchUpdate } from './batch-update/user-update.ts';
import { type Clock, createChance, createClock } from './clock.ts';
import type { Controlled } from './control/control-plane.ts';
import { type FaultHooks, type FaultSwitch, noHooks } from './fault-hooks.ts';
import { type Listening, type ListenOptions, listen, type Urls } from './http-server.ts';
import type { Client } from './operations/authorization.ts';
import type { Door, Request, Response } from './operations/request-and-answer.ts';
import { DocumentedCalls } from './operations/service.ts';
import { RequestLog } from './request-log.ts';
import { defaultSandboxSettings, type SandboxSettings } from './sandbox-settings.ts';
import { createState, emptyWorld, type World } from './state.ts';

export interface SandboxOptions {
  readonly clock?: Clock;
  /** Makes tokens and ids the same in every run; without it they cannot be guessed. */
  readonly seed?: number;
  /** A world from outside is checked by readWorld first. */
  readonly world?: World;
  readonly settings?: Partial<SandboxSettings>;
  readonly hooks?: FaultHooks;
  /** What the control plane chooses among, in place of hooks; without it there is nothing to choose. */
  readonly faults?: FaultSwitch;
  readonly client?: Client;
  /** 32 hex digits. */
  readonly dataDecryptionKey?: string;
  /** Makes the cipher of messages; the published one without it. */
  readonly cipher?: CipherMaker;
  /** Takes messages to their receiver; over HTTP without it. */
  readonly deliver?: Deliver;
  /** The address of the web form door while it does not listen. */
  readonly webFormUrl?: string;
  /** Hears of what no caller is told; nobody without it. */
  readonly report?: (line: string) => void;
}

export interface Sandbox {
  readonly client: Client;
  readonly dataDecryptionKey: string;
  /** Calls the sandbox without a socket. */
  call(door: Door, request: Request): Promise<Response>;
  /** The same as POST /batch-updates; throws UpdateError. */
  runBatchUpdate(update: BatchUpdate): Promise<Sent>;
  /** The same as GET /deliveries. */
  deliveries(options?: { readonly settled?: boolean }): Promise<Deliveries>;
  /** Opens the three doors; throws PortError. */
  listen(options?: ListenOptions): Promise<Urls>;
  /** Ends every connection, and forgets the messages that are not delivered. */
  close(): Promise<void>;
}

const CLIENT: Client = { id: 'sandbox-client', secret: 'sandbox-secret' };

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { client = CLIENT, dataDecryptionKey = TEST_KEY } = options;
  const { webFormUrl = 'http://127.0.0.1:4021', faults, report = () => {} } = options;
  const hooks = faults?.hooks ?? options.hooks ?? noHooks;
  const clock = hooks.clock(options.clock ?? createClock());
  const settings = { ...defaultSandboxSettings, ...options.settings };
  const start = options.world ?? emptyWorld;
  const state = createState(start, settings);
  const log = new RequestLog();
  let listening: Listening | undefined;
  const calls = new DocumentedCalls({
    state,
    settings,
    clock,
    client,
    hooks,
    log,
    chance: createChance(options.seed),
    webFormUrl: () => listening?.urls.webFormUrl ?? webFormUrl,
  });

  let updates: Promise<BatchUpdates> | undefined;
  // Loaded when they are first asked for, like the control plane.
  const batchUpdates = (): Promise<BatchUpdates> => {
    updates ??= import('./batch-update/batch-updates.ts').then(
      ({ BatchUpdates }) =>
        new BatchUpdates({ ...options, state, settings, clock, hooks, dataDecryptionKey }),
    );
    return updates;
  };
  const controlled: Controlled = {
    state,
    settings,
    clock,
    log,
    start,
    batchUpdates,
    startedUpdates: () => updates,
    ...(faults && { faults }),
  };

  const call = async (door: Door, request: Request): Promise<Response> => {
    try {
      if (door !== 'control') return calls.respond(door, request);
      // Loaded when it is first called: a sandbox that nobody controls is ready sooner.
      const { respondControl } = await import('./control/control-plane.ts');
      return await respondControl(request, controlled, listening?.host);
    } catch (error) {
      report(`the sandbox failed at ${request.method} (${placeOf(error)})`);
      return FAILED;
    }
  };
  return {
    client,
    dataDecryptionKey,
    call,
    runBatchUpdate: async (update) => (await batchUpdates()).run(update),
    deliveries: async (options) => (await batchUpdates()).deliveries(options),
    listen: async (options) => {
      listening = await listen(call, options);
      return listening.urls;
    },
    close: async () => {
      await listening?.close();
      listening = undefined;
      (await updates)?.clear();
    },
  };
}

/** What an error says may hold what it is about: its kind and its place are enough to find it. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error says why';
  const [, place = 'no place is known'] = /^ +at (.*)$/m.exec(error.stack ?? '') ?? [];
  return `${error.name} at ${place}`;
}

const FAILED: Response = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"the sandbox failed; its log says why"}',
};
