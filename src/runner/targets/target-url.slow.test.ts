// Every case passes on a sandbox that was started by hand, which is spoken to over its URLs and nowhere else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { catalogue } from '../../../suites/catalogue.ts';
import { runTarget } from '../run-target.ts';
import type { TargetRun } from '../verdict.ts';
import { startTarget } from './start-target.ts';

interface Urls {
  readonly accessUrl: string;
  readonly webFormUrl: string;
  readonly controlUrl: string;
}

const KEY = '0123456789abcdef'.repeat(2);
const PATIENCE = 60_000;

test(
  'a sandbox started by hand passes every case over its URLs',
  async () => {
    const urls = await startByHand();
    expectAllPassed(await runAll(targetFile(urls)));
  },
  PATIENCE,
);

test.each(['upstream', 'requested'] as const)(
  'behind one reverse proxy with the %s Host it passes them too, and only the proxy calls it',
  async (host) => {
    const urls = await startByHand();
    const proxy = await startProxy(urls, host);
    // A proxy that does not forward the requested host leaves the web forms at the sandbox's own address.
    const settings = host === 'upstream' ? { webFormHosts: [new URL(urls.webFormUrl).host] } : {};
    expectAllPassed(await runAll(targetFile({ ...proxy.urls, settings })));
    await proxy.readLog();
    const { control, ...forwarded } = proxy.forwarded;
    expect(proxy.logged).toEqual(forwarded);
    expect(proxy.strays).toEqual([]);
    expect(forwarded.access).toBeGreaterThan(catalogue.exchanges.length);
    expect(forwarded.webForm).toBeGreaterThan(0);
    expect(control).toBeGreaterThan(0);
  },
  PATIENCE,
);

async function runAll(path: string): Promise<TargetRun> {
  const { target, stop } = await startTarget(path);
  const run = await runTarget(target, catalogue);
  await stop();
  return run;
}

function expectAllPassed({ cases, clauses }: TargetRun): void {
  expect(cases.filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
  expect(clauses.filter(({ verdict }) => /violated|unproven/.test(verdict))).toEqual([]);
}

async function startByHand(): Promise<Urls> {
  const anyPorts = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];
  const child = spawn('npm', ['run', '-s', 'sandbox', '--', ...anyPorts], {
    cwd: new URL('../../../', import.meta.url),
    env: { ...process.env, DATA_DECRYPTION_KEY: KEY },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'close');
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { client, dataDecryptionKey, ...urls } = JSON.parse(line);
  vi.stubEnv('BY_HAND_ID', client.id).stubEnv('BY_HAND_SECRET', client.secret);
  vi.stubEnv('BY_HAND_KEY', dataDecryptionKey);
  onTestFinished(() => void vi.unstubAllEnvs());
  return urls;
}

/** The path of a target file with these keys. */
function targetFile(keys: Urls & { settings?: object }): string {
  const folder = mkdtempSync(join(tmpdir(), 'target-url-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'by-hand.yaml');
  const [clientId, clientSecret, dataDecryptionKey] = ['BY_HAND_ID', 'BY_HAND_SECRET', 'BY_HAND_KEY'].map(
    (env) => ({ env }),
  );
  const target = {
    name: 'by-hand',
    environment: 'sandbox',
    writes: 'allowed',
    credentials: { clientId, clientSecret, dataDecryptionKey },
    callback: { host: '127.0.0.1', port: 0 },
    ...keys,
  };
  writeFileSync(path, stringify(target));
  return path;
}

/** One port for all three APIs, chosen by the first step of the path. Its Host is that of the upstream, or the requested one. */
async function startProxy({ accessUrl, webFormUrl, controlUrl }: Urls, host: 'upstream' | 'requested') {
  const apis = { access: accessUrl, webForm: webFormUrl, control: controlUrl };
  const forwarded = { access: 0, webForm: 0, control: 0 };
  const logged = { access: 0, webForm: 0 };
  const strays: unknown[] = [];
  const readLog = async (): Promise<void> => {
    const { requests, dropped } = await (await fetch(`${controlUrl}/requests`)).json();
    expect(dropped).toBe(0);
    for (const { api } of requests as { api: keyof typeof logged }[]) logged[api]++;
  };
  const server = createServer(async (incoming, outgoing) => {
    const [, step = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(incoming.url ?? '') ?? [];
    if (!(step in apis)) {
      strays.push(incoming.url);
      return void outgoing.writeHead(404).end();
    }
    const api = step as keyof typeof apis;
    forwarded[api]++;
    // A reset clears the log of the sandbox.
    if (api === 'control' && path === '/reset') await readLog();
    const { method = '', headers } = incoming;
    if (host === 'upstream') headers.host = new URL(apis[api]).host;
    const passing = request(apis[api] + path, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passing.on('error', () => outgoing.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls: Urls = {
    accessUrl: `${base}/access`,
    webFormUrl: `${base}/webForm`,
    controlUrl: `${base}/control`,
  };
  return { urls, forwarded, logged, strays, readLog };
}
