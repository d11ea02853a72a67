/** For tests: a sandbox behind proxies that spoil its responses, with its target file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as call, createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../sandbox/create-sandbox.ts';

/** What comes out, changed in place. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
export type Sabotage = (answer: Answer, path: string) => void;

/** Calls `use` with the path of the target file; without `callback` it names no place for messages, and `key` is another than that of the messages. */
export async function withSpoiltProvider<Result>(
  sabotage: Sabotage,
  use: (path: string) => Promise<Result>,
  { callback = true, key = '' } = {},
): Promise<Result> {
  const sandbox = createSandbox({ seed: 1 });
  const urls = await sandbox.listen();
  const proxies = await Promise.all(
    [urls.accessUrl, urls.webFormUrl].map((url) => spoilingProxy(url, sabotage)),
  );
  const folder = mkdtempSync(join(tmpdir(), 'spoilt-'));
  const path = join(folder, 'target.yaml');
  const [accessUrl, webFormUrl] = proxies.map(({ url }) => url);
  const target = {
    name: 'spoilt',
    environment: 'sandbox',
    writes: 'allowed',
    accessUrl,
    webFormUrl,
    controlUrl: urls.controlUrl,
    credentials: {
      clientId: { env: 'PACT_TEST_ID' },
      clientSecret: { env: 'PACT_TEST_SECRET' },
      dataDecryptionKey: { env: 'PACT_TEST_KEY' },
    },
    ...(callback && { callback: { host: '127.0.0.1', port: 0 } }),
  };
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(target));
  process.env['PACT_TEST_ID'] = sandbox.client.id;
  process.env['PACT_TEST_SECRET'] = sandbox.client.secret;
  process.env['PACT_TEST_KEY'] = key || sandbox.dataDecryptionKey;
  try {
    return await use(path);
  } finally {
    await Promise.all([sandbox.close(), ...proxies.map(({ server }) => closed(server))]);
    rmSync(folder, { recursive: true });
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function spoilingProxy(target: string, sabotage: Sabotage): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const { method, url: path = '', headers } = request;
    const onward = call(target + path, { method, headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
      const spoilt = { status: answer.statusCode ?? 0, headers: kept, text: Buffer.concat(parts).toString() };
      sabotage(spoilt, path);
      response.writeHead(spoilt.status, spoilt.headers).end(spoilt.text);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
