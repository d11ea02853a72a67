/** The sandbox: the documented service with memory, as one instance that shares nothing with any other. */

import { createChance } from './chance.ts';
import { type Clock, createClock } from './clock.ts';
import type { Client } from './decisions/credentials.ts';
import { DocumentedCalls } from './documented-calls.ts';
import type { Door, Request, Response } from './door.ts';
import { type Listening, type ListenOptions, listen, type Urls } from './listen.ts';
import { RequestLog } from './request-log.ts';
import { noSeams, type Seams } from './seams.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { createState } from './state.ts';
import { emptyWorld, type World } from './world.ts';

export interface SandboxOptions {
  readonly clock?: Clock;
  /** Makes tokens and ids the same in every run; without it they cannot be guessed. */
  readonly seed?: number;
  /** A world from outside is checked by readWorld first. */
  readonly world?: World;
  readonly settings?: Partial<Settings>;
  readonly seams?: Seams;
  readonly client?: Client;
  /** 32 hex digits. */
  readonly dataDecryptionKey?: string;
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
  /** Opens the three doors; throws PortError. */
  listen(options?: ListenOptions): Promise<Urls>;
  /** Ends every connection; nothing to do for a sandbox that does not listen. */
  close(): Promise<void>;
}

/** The published test key. */
const TEST_KEY = '00112233445566778899aabbccddeeff';
const CLIENT: Client = { id: 'sandbox-client', secret: 'sandbox-secret' };

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { client = CLIENT, dataDecryptionKey = TEST_KEY, clock = createClock() } = options;
  const { webFormUrl = 'http://127.0.0.1:4021', seams = noSeams, report = () => {} } = options;
  const settings = { ...defaultSettings, ...options.settings };
  const start = options.world ?? emptyWorld;
  const state = createState(start, settings);
  const log = new RequestLog();
  let listening: Listening | undefined;
  const calls = new DocumentedCalls({
    state,
    settings,
    clock,
    client,
    seams,
    log,
    chance: createChance(options.seed),
    webFormUrl: () => listening?.urls.webFormUrl ?? webFormUrl,
  });
  const controlled = { state, settings, clock, log, start };

  const call = async (door: Door, request: Request): Promise<Response> => {
    try {
      if (door !== 'control') return calls.respond(door, request);
      // Loaded when it is first called: a sandbox that nobody controls is ready sooner.
      const { respondControl } = await import('./control/control.ts');
      return await respondControl(request, controlled, listening?.host);
    } catch (error) {
      report(`the sandbox failed at ${request.method}: ${error instanceof Error ? error.stack : error}`);
      return FAILED;
    }
  };
  return {
    client,
    dataDecryptionKey,
    call,
    listen: async (options) => {
      listening = await listen(call, options);
      return listening.urls;
    },
    close: async () => {
      await listening?.close();
      listening = undefined;
    },
  };
}

const FAILED: Response = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"the sandbox failed; its log says why"}',
};
