/** A provider that floods the run, packs bombs or never ends takes neither its memory nor its time, and its reports are whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import {
  cut,
  endlessHeaders,
  flood,
  hostileProxy,
  normal,
  packedBomb,
  type ResponseMode,
  reset,
  silent,
  slowBody,
} from '../../test-support/hostile-proxy.ts';
import { PRINT_MEMORY, PROGRAM } from '../../test-support/program.ts';
import { listeningSandbox, targetFolder } from '../../test-support/target-file-of-sandbox.ts';

const MOST_MEGABYTES = 600;
/** The checks before the first case pass. */
const NORMAL_CALLS = 12;

const manyErrors: ResponseMode = (response, { headers }) =>
  void response.writeHead(451, headers).end(`{"errors":[${'{},'.repeat(40_000)}{}]}`);

test.each<[string, ResponseMode, reason: string | undefined]>([
  ['50 MB', flood(50, ['"', 'x', '"']), 'its response is longer than 10 MB'],
  ['8 MB in one field', flood(8, ['"', 'x', '"']), undefined],
  ['5 MB of empty objects', flood(5, ['[', '{},', '0]']), 'its response has more than 50000 values'],
  ['1 MB of objects', flood(1, ['[', '{"a":"bcdefghijklmnopqrstuvwxyz01234567890"},', '0]']), undefined],
  ['40,000 errors without a code', manyErrors, undefined],
  ['a gigabyte in a megabyte', packedBomb(1000), 'its response is longer than 10 MB'],
  ['headers without an end', endlessHeaders, 'its headers are longer than 64 kB'],
  ['a body without an end', slowBody, 'no response within 0.5 s'],
  ['silence', silent, 'no response within 0.5 s'],
  ['a closed connection', reset, 'ECONNRESET'],
  ['half a body', cut, 'ECONNRESET'],
])(
  'a provider that answers with %s ends in a report, in less than 600 MB',
  async (_, mode, reason) => {
    const { sandbox, urls } = await listeningSandbox();
    const { file, folder } = targetFolder();
    const proxies = await Promise.all([urls.accessUrl, urls.webFormUrl].map((url) => proxied(url, mode)));
    const [accessUrl, webFormUrl] = proxies;
    const settings = { webFormHosts: [new URL(urls.webFormUrl).host] };
    const path = file({
      accessUrl,
      webFormUrl,
      controlUrl: urls.controlUrl,
      settings,
      timeLimit: 0.5,
      runLimit: 20,
    });
    const { id, secret } = sandbox.client;
    const env = { PATH: process.env['PATH'], TARGET_ID: id, TARGET_SECRET: secret };
    const child = spawn(process.execPath, ['--import', PRINT_MEMORY, PROGRAM, 'verify', '--target', path], {
      cwd: folder,
      env: { ...env, TARGET_KEY: sandbox.dataDecryptionKey },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    const kilobytes = Number(/^memory (\d+)$/m.exec(stderr)?.[1]);
    expect(kilobytes / 1024, stderr).toBeLessThan(MOST_MEGABYTES);
    const { targets } = JSON.parse(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
    const reasons: string[] = targets[0].clauses.map((clause: { reason?: string }) => clause.reason ?? '');
    if (reason !== undefined) expect(reasons.join('\n')).toContain(reason);
    if (reason !== undefined && !reason.includes('ECONN')) expect(child.exitCode).toBe(2);
  },
  600_000,
);

async function proxied(upstream: string, mode: ResponseMode): Promise<string> {
  let calls = 0;
  const { url, close } = await hostileProxy(upstream, () => (++calls > NORMAL_CALLS ? mode : normal));
  onTestFinished(close);
  return url;
}
