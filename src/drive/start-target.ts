/** Starts or finds the target that `--target` names: mock, sandbox, or the path of a target file. */
import { randomBytes } from 'node:crypto';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { httpControl } from './control.ts';
import { httpTarget } from './http-target.ts';
import { type Started, startMockTarget } from './mock-target.ts';
import { startSandboxTarget } from './sandbox-target.ts';
import { missingCredentials, readTargetFile, type TargetFile } from './target-file.ts';
import { defaultTargetSettings } from './target-settings.ts';

const NO_CONTROL = 'the target has no control plane';

/** `path` is where the file stands, if it is one. Throws Stop: 2 for a file that is no target or may not be written to, 1 for credentials that are not set. */
export async function startTarget(chosenBy: string, path = chosenBy): Promise<Started> {
  if (chosenBy === 'mock') return startMockTarget();
  if (chosenBy === 'sandbox') return startSandboxTarget();
  const file = await readTargetFile(path);
  refuseToWrite(chosenBy, file);
  const missing = missingCredentials(file);
  if (missing.length > 0) throw new Stop(1, `${chosenBy}: set ${missing.join(' and ')} in the environment.`);
  const { name, accessUrl, webFormUrl, controlUrl, credentials, settings, deviations } = file;
  const timeLimit = (file.timeLimit ?? 10) * 1000;
  const target = httpTarget({
    name,
    chosenBy,
    accessUrl: withoutSlash(accessUrl),
    webFormUrl: withoutSlash(webFormUrl),
    client: {
      id: process.env[credentials.clientId.env] ?? '',
      secret: process.env[credentials.clientSecret.env] ?? '',
    },
    settings: { ...defaultTargetSettings, ...settings },
    deviations: deviations ?? [],
    lacks: {
      messages: 'batch updates come with a later part',
      ...(controlUrl === undefined && { clock: NO_CONTROL, messages: NO_CONTROL }),
    },
    ...(controlUrl !== undefined && { control: httpControl(withoutSlash(controlUrl), timeLimit) }),
    timeLimit,
    // Whoever looks at the target later finds what the run left behind.
    prefix: `contracts-${randomBytes(4).toString('hex')}`,
  });
  return { target, stop: async () => {} };
}

/** Every case creates something, so a target is written to only when its file says that it may be. */
function refuseToWrite(path: string, { environment, writes }: TargetFile): void {
  if (environment === 'sandbox' && writes === 'allowed') return;
  throw new Stop(
    2,
    `${path}: cases create users, rules and web forms, so they need environment: sandbox and writes: allowed.`,
  );
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
