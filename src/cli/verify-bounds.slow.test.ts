/** A provider that floods the run, packs bombs or never ends takes neither its memory nor its time, and its reports are whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import {
  bombing,
  cutting,
  dripping,
  fair,
  flooding,
  heading,
  hostileProxy,
  type Manner,
  resetting,
  silent,
} from '../soak/hostile-proxy.ts';
import { PROGRAM } from '../test-support/program.ts';
import { listeningSandbox, targetFolder } from '../test-support/target-file-of-sandbox.ts';

const MOST_MEGABYTES = 500;
const MEMORY =
  'data:text/javascript,process.on("exit",()=>console.error("memory",process.resourceUsage().maxRSS))';
/** The checks before the first case pass. */
const FAIR_CALLS = 12;

const refusing: Manner = (response, { headers }) =>
  void response.writeHead(451, headers).end(`{"errors":[${'{},'.repeat(40_000)}{}]}`);

test.each<[string, Manner, reason: string | undefined]>([
  ['50 MB', flooding(50, ['"', 'x', '"']), 'its answer is longer than 10 MB'],
  ['8 MB in one field', flooding(8, ['"', 'x', '"']), undefined],
  ['5 MB of empty objects', flooding(5, ['[', '{},', '0]']), 'its answer has more than 50000 values'],
  ['1 MB of objects', flooding(1, ['[', '{"a":"bcdefghijklmnopqrstuvwxyz01234567890"},', '0]']), undefined],
  ['40,000 errors without a code', refusing, undefined],
  ['a gigabyte in a megabyte', bombing(1000), 'its answer is longer than 10 MB'],
  ['headers without an end', heading, 'its headers are longer than 64 kB'],
  ['a body without an end', dripping, 'no answer within 0.5 s'],
  ['silence', silent, 'no answer within 0.5 s'],
  ['a closed connection', resetting, 'ECONNRESET'],
  ['half a body', cutting, 'ECONNRESET'],
])(
  'a provider that answers with %s ends in a report, in less than 500 MB',
  async (_, manner, reason) => {
    const { sandbox, urls } = await listeningSandbox();
    const { file, folder } = targetFolder();
    const proxies = await Promise.all([urls.accessUrl, urls.webFormUrl].map((url) => proxied(url, manner)));
    const [accessUrl, webFormUrl] = proxies;
    const settings = { webFormHosts: [new URL(urls.webFormUrl).host] };
    const path = file({
      ...{ accessUrl, webFormUrl, controlUrl: urls.controlUrl, settings },
      ...{ timeLimit: 0.5, runLimit: 20, unansweredLimit: 4 },
    });
    const { id, secret } = sandbox.client;
    const env = { PATH: process.env['PATH'], TARGET_ID: id, TARGET_SECRET: secret };
    const child = spawn(process.execPath, ['--import', MEMORY, PROGRAM, 'verify', '--target', path], {
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
  120_000,
);

async function proxied(upstream: string, manner: Manner): Promise<string> {
  let calls = 0;
  const { url, close } = await hostileProxy(upstream, () => (++calls > FAIR_CALLS ? manner : fair));
  onTestFinished(close);
  return url;
}
