/** Target files in a folder of their own, and the credentials of a sandbox in the environment that they name. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/create-sandbox.ts';
import type { Urls } from '../sandbox/http-server.ts';

const [clientId, clientSecret, dataDecryptionKey] = ['TARGET_ID', 'TARGET_SECRET', 'TARGET_KEY'].map(
  (env) => ({
    env,
  }),
);

/** Writes target files with these keys; they are deleted when the test ends. */
export function targetFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (keys: object): string => {
    const path = join(folder, 'bank.yaml');
    const urls = { accessUrl: 'http://127.0.0.1:1', webFormUrl: 'http://127.0.0.1:1' };
    const credentials = { clientId, clientSecret, dataDecryptionKey };
    const common = { name: 'bank', environment: 'sandbox', writes: 'allowed', ...urls, credentials };
    writeFileSync(path, JSON.stringify({ ...common, callback: { host: '127.0.0.1', port: 0 }, ...keys }));
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
