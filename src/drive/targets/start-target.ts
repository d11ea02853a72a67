/** Starts or finds the target that `--target` names: mock, sandbox, or the path of a target file. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { httpControl } from '../calls/control.ts';
import { Traces } from '../created.ts';
import { httpTarget } from './http-target.ts';
import { type Started, startMockTarget } from './mock-target.ts';
import { readyTargetFile } from './ready-target-file.ts';
import { startSandboxTarget } from './sandbox-target.ts';
import { messagingOf } from './target-messaging.ts';
import { withDefaults } from './target-settings.ts';

/** `path` is where the file stands, if it is one. Throws Stop(2) for a file that is no target or may not be written to, and for credentials that are not set. */
export async function startTarget(chosenBy: string, path = chosenBy): Promise<Started> {
  if (chosenBy === 'mock') return startMockTarget();
  if (chosenBy === 'sandbox') return startSandboxTarget();
  const file = await readyTargetFile(chosenBy, path, ['mock', 'sandbox']);
  const { name, accessUrl, webFormUrl, controlUrl, credentials, settings, deviations } = file;
  const timeLimit = (file.timeLimit ?? 10) * 1000;
  const control = controlUrl === undefined ? undefined : httpControl(withoutSlash(controlUrl), timeLimit);
  const { messaging, lacks } = await messagingOf(file, { chosenBy, folder: dirname(path), control });
  // Whoever looks at the target later finds what the run left behind.
  const prefix = `contracts-${randomBytes(4).toString('hex')}`;
  const target = httpTarget({
    name,
    chosenBy,
    accessUrl: withoutSlash(accessUrl),
    webFormUrl: withoutSlash(webFormUrl),
    client: {
      id: process.env[credentials.clientId.env] ?? '',
      secret: process.env[credentials.clientSecret.env] ?? '',
    },
    secrets: [process.env[credentials.dataDecryptionKey?.env ?? ''] ?? ''],
    settings: withDefaults(settings),
    deviations: deviations ?? [],
    lacks,
    ...(control && { control }),
    ...(messaging && { messaging }),
    timeLimit,
    prefix,
    traces: new Traces(prefix),
  });
  return { target, stop: async () => messaging?.mailbox.close() };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
