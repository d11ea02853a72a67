/** The embedded sandbox as a target, spoken to over its URLs like any other. */
import { defaultCipher } from '../../contracts/src/messages/default-cipher.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { httpControl } from './control.ts';
import { httpTarget } from './http-target.ts';
import { createMailbox } from './mailbox.ts';
import type { Started } from './mock-target.ts';
import { defaultTargetSettings } from './target-settings.ts';

export async function startSandboxTarget(): Promise<Started> {
  const sandbox = createSandbox({ seed: 1 });
  const { accessUrl, webFormUrl, controlUrl } = await sandbox.listen();
  const mailbox = createMailbox();
  const target = httpTarget({
    name: 'sandbox',
    chosenBy: 'sandbox',
    accessUrl,
    webFormUrl,
    client: sandbox.client,
    settings: defaultTargetSettings,
    lacks: {},
    messaging: {
      mailbox,
      cipher: await defaultCipher(sandbox.dataDecryptionKey),
      offers: async () => ({ tellsSettled: true, lacks: {} }),
    },
    control: httpControl(controlUrl, 10_000),
    timeLimit: 10_000,
    prefix: 'run',
  });
  const stop = async (): Promise<void> => {
    await Promise.all([mailbox.close(), sandbox.close()]);
  };
  return { target, stop };
}
