/** The embedded sandbox as a target: over its URLs like any other, or within this process without a socket. */

import type { WrittenSettings } from '../../../contracts/generated/settings.ts';
import type { TestData } from '../../../contracts/generated/test-data.ts';
import { type CipherMaker, defaultCipher } from '../../../contracts/src/messages/cipher.ts';
import { NoResponse, sendHttp as overNetwork, type SendHttp } from '../../http/http-sender.ts';
import type { Received } from '../../http/receiver.ts';
import type { Deliver } from '../../sandbox/batch-update/outbox.ts';
import { FIXED_TIME } from '../../sandbox/clock.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import type { FaultHooks } from '../../sandbox/fault-hooks.ts';
import type { Api } from '../../sandbox/request-and-response.ts';
import { OWN_VERSIONS } from '../../sandbox/sandbox-settings.ts';
import { httpControl } from '../control.ts';
import { createMailbox, type Mailbox } from '../scenarios/mailbox.ts';
import type { Sender } from '../sender.ts';
import { describedSandbox, IN_PROCESS } from '../targets/describe-target.ts';
import { targetSettings } from '../targets/target-file.ts';
import { OWN_TEST_DATA } from '../test-data.ts';
import { httpTarget } from './http-target.ts';
import type { Started } from './session.ts';

const CALLBACK_ORIGIN = 'http://127.0.0.1:4023';

/** How the sandbox differs from the documented one with default settings. */
interface SandboxChoice {
  readonly settings?: WrittenSettings;
  /** Settings of the sandbox that the target does not know of. */
  readonly unstated?: WrittenSettings;
  readonly testData?: Partial<TestData>;
  readonly hooks?: FaultHooks;
  /** What `--target` and `--fault` name. */
  readonly chosenBy?: string;
  /** The sandbox encrypts with this cipher, and its messages are decrypted with it. */
  readonly cipher?: CipherMaker;
}

export function startSandboxTarget(choice: SandboxChoice = {}): Promise<Started> {
  return started(choice, createMailbox());
}

/** The sandbox is several times as fast without HTTP; the headers of its messages are not seen. */
export function startSandboxInProcess(choice: SandboxChoice = {}): Promise<Started> {
  let receive: ((call: Received) => void) | undefined;
  const deliver: Deliver = async (url, text) => {
    const { origin, pathname, search } = new URL(url);
    if (origin !== CALLBACK_ORIGIN || !receive)
      throw new NoResponse(`connection refused by ${origin}`, 'ECONNREFUSED');
    receive({ method: 'POST', path: pathname + search, text });
    return 200;
  };
  const mailbox = createMailbox({}, async (onCall) => {
    receive = onCall;
    return { url: CALLBACK_ORIGIN, close: async () => {} };
  });
  return started(choice, mailbox, deliver);
}

/** The sandbox runs in this process if `deliver` delivers its messages. */
async function started(
  { settings, unstated, testData, hooks, chosenBy = 'sandbox', cipher = defaultCipher }: SandboxChoice,
  mailbox: Mailbox,
  deliver?: Deliver,
): Promise<Started> {
  const failures: unknown[] = [];
  const sandbox = createSandbox({
    seed: 1,
    fixedTime: FIXED_TIME,
    onFailure: (error) => void failures.push(error),
    settings: { ...settings, ...unstated },
    cipher,
    ...(hooks && { hooks }),
    ...(deliver && { deliver }),
  });
  const { controlUrl, ...urls } = deliver ? IN_PROCESS : await sandbox.listen();
  const sendHttp = deliver ? sendInProcess(sandbox) : overNetwork;
  const sender: Sender = {
    timeLimit: 10_000,
    ending: new AbortController(),
    // An error while a message is sent has no call of its own.
    sendHttp: async (...request) => {
      const response = await sendHttp(...request);
      if (failures.length > 0) throw failures[0];
      return response;
    },
  };
  const target = httpTarget({
    ...describedSandbox,
    chosenBy,
    ...sender,
    ...urls,
    client: sandbox.client,
    settings: targetSettings({ ...OWN_VERSIONS, ...settings }, urls.webFormUrl),
    testData: { ...OWN_TEST_DATA, ...testData },
    deviations: [],
    messaging: {
      mailbox,
      cipher: await cipher(sandbox.dataDecryptionKey),
      offers: async () => ({ reportsSettled: true, lacks: {} }),
      countMeanings: new Map(),
    },
    control: httpControl(controlUrl, sender),
    prefix: 'run',
  });
  return { target, stop: async () => void (await Promise.all([mailbox.close(), sandbox.close()])) };
}

const APIS = new Map<string, Api>([
  [IN_PROCESS.accessUrl, 'access'],
  [IN_PROCESS.webFormUrl, 'webForm'],
  [IN_PROCESS.controlUrl, 'control'],
]);

/** Sends requests to a sandbox in this process. */
function sendInProcess(sandbox: Sandbox): SendHttp {
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
    const response = await sandbox.call(api, request);
    return {
      status: response.status,
      headers: Object.entries(withLowerNames(response.headers)),
      text: async () => response.body,
    };
  };
}

function withLowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
