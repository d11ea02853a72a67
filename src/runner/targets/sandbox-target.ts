/** The embedded sandbox as a target: over its URLs like any other, or within this process without a socket. */
import type { WrittenSettings } from '../../../contracts/generated/settings.ts';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import { judgeSettings } from '../../../contracts/src/judge/settings.ts';
import { type CipherMaker, defaultCipher } from '../../../contracts/src/messages/cipher.ts';
import {
  NoResponse,
  sendHttp as overNetwork,
  type SendHttp,
} from '../../../contracts/src/node/http-sender.ts';
import type { Deliver } from '../../sandbox/batch-update/outbox.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import type { FaultHooks } from '../../sandbox/fault-hooks.ts';
import type { Urls } from '../../sandbox/http-server.ts';
import type { Api } from '../../sandbox/operations/request-and-answer.ts';
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { httpControl } from '../control.ts';
import { callbackPath, createMailbox, type Mailbox, receivedCalls } from '../scenarios/mailbox.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { httpTarget } from './http-target.ts';
import type { Started, TargetDescription } from './target.ts';
import { withDefaults } from './target-file.ts';

/** URLs of a sandbox without a socket: no request leaves the process. */
const IN_PROCESS: Urls = {
  accessUrl: 'http://127.0.0.1:4020',
  webFormUrl: 'http://127.0.0.1:4021',
  controlUrl: 'http://127.0.0.1:4022',
};
const CALLBACK_ORIGIN = 'http://127.0.0.1:4023';

const wire = withDefaults(OWN_VERSIONS);

export const describedSandbox: TargetDescription = {
  name: 'sandbox',
  chosenBy: 'sandbox',
  accessUrl: IN_PROCESS.accessUrl,
  webFormUrl: IN_PROCESS.webFormUrl,
  settings: judgeSettings(wire, IN_PROCESS.webFormUrl),
  wire,
  lacks: {},
  takesPreferences: false,
  isOwn: true,
  hasControl: true,
  missing: [],
};

/** How the sandbox differs from the documented one with default settings. */
export interface SandboxChoice {
  readonly settings?: WrittenSettings;
  /** Settings of the sandbox that the target does not know of. */
  readonly unstated?: WrittenSettings;
  readonly testData?: Partial<TestData>;
  readonly hooks?: FaultHooks;
  /** Of the sandbox and of the reader of its messages. */
  readonly cipher?: CipherMaker;
}

export async function startSandboxTarget(choice: SandboxChoice = {}): Promise<Started> {
  const failures: unknown[] = [];
  const sandbox = sandboxOf(choice, failures);
  const sendHttp = untilFailure(overNetwork, failures);
  return started(sandbox, choice, { urls: await sandbox.listen(), mailbox: createMailbox(), sendHttp });
}

/** Several times as fast as over its URLs; the headers of its messages are not seen. */
export async function startSandboxInProcess(choice: SandboxChoice = {}): Promise<Started> {
  const { add, ...received } = receivedCalls();
  const deliver: Deliver = async (url, text) => {
    const { origin, pathname, search } = new URL(url);
    if (origin !== CALLBACK_ORIGIN) throw new NoResponse(`connection refused by ${origin}`, 'ECONNREFUSED');
    add({ method: 'POST', path: pathname + search, text });
    return 200;
  };
  const mailbox: Mailbox = {
    ...received,
    address: async (name) => CALLBACK_ORIGIN + callbackPath(name),
    isAddressed: ({ path }, name) => path === callbackPath(name),
    close: async () => {},
  };
  const failures: unknown[] = [];
  const sandbox = sandboxOf(choice, failures, deliver);
  // A fault may change what the sandbox holds so that it fails: then it is a provider that answers 500.
  const sendHttp = choice.hooks
    ? sendInProcess(sandbox, true)
    : untilFailure(sendInProcess(sandbox, false), failures);
  return started(sandbox, choice, { urls: IN_PROCESS, mailbox, sendHttp });
}

function sandboxOf(
  { settings, unstated, hooks, cipher }: SandboxChoice,
  failures: unknown[],
  deliver?: Deliver,
): Sandbox {
  return createSandbox({
    seed: 1,
    onFailure: (error) => void failures.push(error),
    settings: { ...settings, ...unstated },
    ...(hooks && { hooks }),
    ...(cipher && { cipher }),
    ...(deliver && { deliver }),
  });
}

/** An error of the sandbox is ours, and no response of a provider: the next response is that error. */
function untilFailure(send: SendHttp, failures: readonly unknown[]): SendHttp {
  return async (url, request) => {
    const response = await send(url, request);
    if (failures.length > 0) throw failures[0];
    return response;
  };
}

interface Place {
  readonly urls: Urls;
  readonly mailbox: Mailbox;
  readonly sendHttp: SendHttp;
}

async function started(
  sandbox: Sandbox,
  { settings, testData, cipher = defaultCipher }: SandboxChoice,
  { urls: { accessUrl, webFormUrl, controlUrl }, mailbox, sendHttp }: Place,
): Promise<Started> {
  const sender = { timeLimit: 10_000, sendHttp };
  const target = httpTarget({
    ...describedSandbox,
    ...sender,
    accessUrl,
    webFormUrl,
    client: sandbox.client,
    wire: { ...wire, ...settings },
    testData: { ...OWN_TEST_DATA, ...testData },
    deviations: [],
    messaging: {
      mailbox,
      cipher: await cipher(sandbox.dataDecryptionKey),
      offers: async () => ({ reportsSettled: true, lacks: {} }),
    },
    control: httpControl(controlUrl, sender),
    prefix: 'run',
  });
  const stop = async (): Promise<void> => {
    await Promise.all([mailbox.close(), sandbox.close()]);
  };
  return { target, stop };
}

const APIS = new Map<string, Api>([
  [IN_PROCESS.accessUrl, 'access'],
  [IN_PROCESS.webFormUrl, 'webForm'],
  [IN_PROCESS.controlUrl, 'control'],
]);

/** Sends requests to a sandbox in this process. */
function sendInProcess(sandbox: Sandbox, isFaulty: boolean): SendHttp {
  return async (url, { method, headers = {}, body }) => {
    const { origin, host, pathname, search } = new URL(url);
    const api = APIS.get(origin);
    if (api === undefined) throw new NoResponse(`connection refused by ${origin}`, 'ECONNREFUSED');
    const request = {
      method,
      url: pathname + search,
      headers: { host, ...withLowerNames(headers) },
      ...(body !== undefined && { body }),
    };
    const [called] = await Promise.allSettled([sandbox.call(api, request)]);
    if (called.status === 'rejected' && !isFaulty) throw called.reason;
    const answer =
      called.status === 'fulfilled' ? called.value : { status: 500, headers: {}, body: '{"error":"failed"}' };
    return {
      status: answer.status,
      headers: Object.entries(withLowerNames(answer.headers)),
      text: async () => answer.body,
    };
  };
}

function withLowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
