/** The sandbox: the documented service with memory, as one instance that shares nothing with any other. */
import { type CipherMaker, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { BatchUpdates } from './batch-update/batch-updates.ts';
import type { Deliver } from './batch-update/outbox.ts';
import { createClock, createIdSource } from './clock.ts';
import { respondControl } from './control/control-plane.ts';
import { type FaultHooks, type FaultSwitch, noHooks, type Watched } from './fault-hooks.ts';
import { type Listening, type ListenOptions, listenOn, type Urls } from './http-server.ts';
import type { TokenClient } from './operations/authorization.ts';
import { Service } from './operations/service.ts';
import type { Api, SandboxOperation, SandboxRequest, SandboxResponse } from './request-and-response.ts';
import { RequestLog } from './request-log.ts';
import { type SandboxSettings, sandboxSettings } from './sandbox-settings.ts';
import { createState, type SandboxWorld } from './state.ts';

export interface SandboxOptions {
  /** The seed for repeatable tokens and ids; without it they cannot be guessed. */
  readonly seed?: number;
  /** The world; one from outside goes through the control plane, which checks it. */
  readonly world?: SandboxWorld;
  /** Settings; those of a target that the sandbox lacks are ignored. */
  readonly settings?: Partial<SandboxSettings>;
  /** The fixed time of the clock in epoch milliseconds; by default, the time of day. */
  readonly fixedTime?: number | undefined;
  readonly hooks?: FaultHooks;
  /** The faults that the control plane can choose, instead of hooks. */
  readonly faults?: FaultSwitch;
  readonly client?: TokenClient;
  /** The key, 32 hex digits. */
  readonly dataDecryptionKey?: string;
  /** Makes the cipher of messages; the published one unless given. */
  readonly cipher?: CipherMaker;
  /** Delivers messages; by default over HTTP. */
  readonly deliver?: Deliver;
  /** Gets each call that is not documented, and what is known of it. */
  readonly onUnknownCall?: (method: string, path: string, says: string) => void;
  /** Gets the body of each documented call that could be read. */
  readonly onBody?: (operationId: SandboxOperation, body: unknown) => void;
  /** Gets each error of the sandbox itself, which continues; by default errors are thrown. */
  readonly onFailure?: (error: unknown) => void;
}

export interface Sandbox {
  readonly client: TokenClient;
  readonly dataDecryptionKey: string;
  /** Calls the sandbox without a socket. */
  call(api: Api, request: SandboxRequest): Promise<SandboxResponse>;
  /** Opens the three ports; throws InputError. */
  listen(options?: ListenOptions): Promise<Urls>;
  /** Ends every connection, and forgets the messages that are not delivered. */
  close(): Promise<void>;
}

/** The client of the documents' examples. */
const CLIENT: TokenClient = { id: 'example-client', secret: 'example-secret' };
/** The URL of Web Form V2 while the sandbox does not listen. */
const IN_PROCESS = 'http://127.0.0.1:4021';
const EMPTY_WORLD: SandboxWorld = { users: [] };

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { client = CLIENT, dataDecryptionKey = TEST_KEY, world = EMPTY_WORLD } = options;
  const { faults, onFailure = rethrow, onUnknownCall = () => {}, onBody = () => {} } = options;
  const hooks = faults?.hooks ?? options.hooks ?? noHooks;
  const clock = createClock(options.fixedTime);
  const settings = sandboxSettings(options.settings);
  const state = createState(world, settings);
  const secrets = [client.secret, dataDecryptionKey];
  const log = new RequestLog(secrets, settings.authorizationHeader);
  let listening: Listening | undefined;
  const watched: Watched = faults?.watched ?? ((work) => [work(), []]);
  const shared = { state, settings, clock, log, hooks, watched };
  const service = new Service({
    ...shared,
    client,
    secrets,
    idSource: createIdSource(options.seed),
    webFormUrl: () => listening?.urls.webFormUrl ?? IN_PROCESS,
    onUnknownCall,
    onBody,
  });

  const updates = new BatchUpdates({ ...options, ...shared, dataDecryptionKey, onFailure });
  const controlled = { ...shared, world, faults, updates };
  const call = async (api: Api, request: SandboxRequest): Promise<SandboxResponse> =>
    api === 'control' ? respondControl(request, controlled) : service.respond(api, request);
  return {
    client,
    dataDecryptionKey,
    call,
    listen: async (options) => {
      listening = await listenOn(call, onFailure, options);
      return listening.urls;
    },
    close: async () => {
      await listening?.close();
      listening = undefined;
      updates.clear();
    },
  };
}

function rethrow(error: unknown): void {
  throw error;
}
