/** Target files in a folder of their own, and the credentials of a sandbox in the environment that they name. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { WrittenSettings } from '../../contracts/generated/settings.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/create-sandbox.ts';
import type { Urls } from '../sandbox/http-server.ts';
import { OWN_VERSIONS } from '../sandbox/sandbox-settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What a target file of a test says; no server listens at its URLs. */
export const BANK = {
  name: 'bank',
  environment: 'sandbox',
  writes: 'allowed',
  accessUrl: 'http://127.0.0.1:1',
  webFormUrl: 'http://127.0.0.1:1',
  credentials: {
    clientId: { env: 'TARGET_ID' },
    clientSecret: { env: 'TARGET_SECRET' },
    dataDecryptionKey: { env: 'TARGET_KEY' },
  },
  callback: { host: '127.0.0.1', port: 0 },
} as const;

type Keys = Readonly<Record<string, unknown>> & { readonly settings?: WrittenSettings };

/** Writes target files with these keys, which say the versions of the sandbox; they are deleted when the test ends. */
export function targetFolder() {
  const folder = temporaryFolder();
  const file = ({ settings, ...keys }: Keys): string => {
    const path = join(folder, 'bank.yaml');
    writeFileSync(path, JSON.stringify({ ...BANK, settings: { ...OWN_VERSIONS, ...settings }, ...keys }));
    return path;
  };
  return { folder, file };
}

/** A sandbox that listens until the test ends. */
export async function listeningSandbox(
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; urls: Urls }> {
  const sandbox = createSandbox({ seed: 1, ...options });
  onTestFinished(() => sandbox.close());
  const urls = await sandbox.listen();
  vi.stubEnv('TARGET_ID', sandbox.client.id).stubEnv('TARGET_SECRET', sandbox.client.secret);
  vi.stubEnv('TARGET_KEY', sandbox.dataDecryptionKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { sandbox, urls };
}
