/** The embedded sandbox as a target: over its URLs like any other, or within this process where no socket is asked for. */
import type { CipherMaker } from '../../../contracts/src/messages/cipher.ts';
import { defaultCipher } from '../../../contracts/src/messages/default-cipher.ts';
import type { Deliver } from '../../sandbox/delivery/poster.ts';
import type { Urls } from '../../sandbox/listen.ts';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Seams } from '../../sandbox/seams.ts';
import type { Carry } from '../calls/carry.ts';
import { httpControl } from '../calls/control.ts';
import { carryInProcess } from '../calls/in-process.ts';
import { heardCalls } from '../scenarios/heard-calls.ts';
import { CALLBACK_PATH, createMailbox, type Mailbox } from '../scenarios/mailbox.ts';
import { httpTarget } from './http-target.ts';
import type { Started } from './mock-target.ts';
import { sandboxSettings } from './sandbox-settings.ts';
import { type WrittenSettings, withDefaults } from './target-settings.ts';

/** What a sandbox does otherwise than the documented one with the default settings. */
export interface SandboxChoice {
  readonly settings?: WrittenSettings;
  readonly seams?: Seams;
  /** Of sandbox and reader alike. */
  readonly cipher?: CipherMaker;
}

interface Place {
  readonly urls: Urls;
  readonly mailbox: Mailbox;
  readonly carry?: Carry;
}

const TIME_LIMIT = 10_000;
/** Nobody listens there: no call leaves the process. */
const IN_PROCESS: Urls = {
  accessUrl: 'http://127.0.0.1:4020',
  webFormUrl: 'http://127.0.0.1:4021',
  controlUrl: 'http://127.0.0.1:4022',
};
const CALLBACK_URL = `http://127.0.0.1:4023${CALLBACK_PATH}`;

export async function startSandboxTarget(choice: SandboxChoice = {}): Promise<Started> {
  const sandbox = sandboxOf(choice);
  return started(sandbox, choice, { urls: await sandbox.listen(), mailbox: createMailbox() });
}

/** The same target without a socket, several times as fast; what a message is posted with is not seen. */
export async function startSandboxInProcess(choice: SandboxChoice = {}): Promise<Started> {
  const { hear, take, wait } = heardCalls();
  const deliver: Deliver = async (url, text) => {
    const { origin, pathname, search } = new URL(url);
    if (origin !== new URL(CALLBACK_URL).origin) throw new TypeError('nobody is there');
    hear({ method: 'POST', path: pathname + search, text });
    return 200;
  };
  const sandbox = sandboxOf(choice, deliver);
  const mailbox: Mailbox = {
    ...{ take, wait },
    address: async () => CALLBACK_URL,
    isAddressed: ({ path }) => path === CALLBACK_PATH,
    close: async () => {},
  };
  return started(sandbox, choice, { urls: IN_PROCESS, mailbox, carry: carryInProcess(sandbox, IN_PROCESS) });
}

function sandboxOf({ settings, seams, cipher }: SandboxChoice, deliver?: Deliver): Sandbox {
  return createSandbox({
    seed: 1,
    settings: sandboxSettings(withDefaults(settings)),
    ...(seams && { seams }),
    ...(cipher && { cipher }),
    ...(deliver && { deliver }),
  });
}

async function started(
  sandbox: Sandbox,
  { settings, cipher = defaultCipher }: SandboxChoice,
  { urls: { accessUrl, webFormUrl, controlUrl }, mailbox, carry }: Place,
): Promise<Started> {
  const target = httpTarget({
    name: 'sandbox',
    chosenBy: 'sandbox',
    accessUrl,
    webFormUrl,
    client: sandbox.client,
    settings: withDefaults(settings),
    lacks: {},
    messaging: {
      mailbox,
      cipher: await cipher(sandbox.dataDecryptionKey),
      offers: async () => ({ tellsSettled: true, lacks: {} }),
    },
    control: httpControl(controlUrl, TIME_LIMIT, carry),
    timeLimit: TIME_LIMIT,
    prefix: 'run',
    ...(carry && { carry }),
  });
  const stop = async (): Promise<void> => {
    await Promise.all([mailbox.close(), sandbox.close()]);
  };
  return { target, stop };
}
