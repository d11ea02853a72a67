/** The embedded sandbox as a target, spoken to over its URLs like any other. */
import { createSandbox } from '../sandbox/sandbox.ts';
import { httpControl } from './control.ts';
import { httpTarget } from './http-target.ts';
import type { Started } from './mock-target.ts';
import { defaultTargetSettings } from './target-settings.ts';

export async function startSandboxTarget(): Promise<Started> {
  const sandbox = createSandbox({ seed: 1 });
  const { accessUrl, webFormUrl, controlUrl } = await sandbox.listen();
  const target = httpTarget({
    name: 'sandbox',
    chosenBy: 'sandbox',
    accessUrl,
    webFormUrl,
    client: sandbox.client,
    settings: defaultTargetSettings,
    lacks: { messages: 'batch updates come with a later part' },
    control: httpControl(controlUrl, 10_000),
    timeLimit: 10_000,
    prefix: 'run',
  });
  return { target, stop: () => sandbox.close() };
}
