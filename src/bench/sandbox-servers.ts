/** Starts the sandbox and Prism's CLI side by side: commands of their own, each by the bare node binary. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '../../contracts/src/client/client.ts';
import { clientToken, userToken } from '../../contracts/src/client/token.ts';
import { createUser } from '../../contracts/src/client/user.ts';

export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** Where POST /api/webForms/standalonePayment is. */
  readonly webFormUrl: string;
  /** From the start of the process to its first answer, in milliseconds. */
  readonly coldStart: number;
  /** What it has written to stdout. */
  readonly written: () => string;
}

type Arguments = (webFormPort: string) => readonly string[];

/** One document and no log but errors, the fastest that Prism gets. */
const PRISM: Arguments = (port) => [
  'node_modules/@stoplight/prism-cli/dist/index.js',
  'mock',
  ...['-v', 'error', '-p', port],
  'contracts/generated/web-form.json',
];
const SANDBOX: Arguments = (port) => [
  'scripts/sandbox.ts',
  ...['--port', '0', '--web-form-port', port, '--control-port', '0'],
];

export const startPrism = (): Promise<ServerProcess> => started(PRISM);
export const startSandbox = (): Promise<ServerProcess> => started(SANDBOX);

/** The access token of a new user of the sandbox. */
export async function sandboxToken({ written }: ServerProcess): Promise<string> {
  const { accessUrl, webFormUrl, client } = JSON.parse(written());
  const credentials = { client_id: client.id, client_secret: client.secret };
  const user = {
    id: 'bench',
    password: 'example-password',
    email: 'user@example.com',
    phone: '+49 30 901820',
    isAutoUpdateEnabled: true,
  };
  const { access_token } = await clientToken(createClient({ accessUrl, webFormUrl }), credentials);
  await createUser(createClient({ accessUrl, webFormUrl }, access_token), user);
  const login = { ...credentials, username: user.id, password: user.password };
  return (await userToken(createClient({ accessUrl, webFormUrl }), login)).access_token;
}

async function started(argumentsOf: Arguments): Promise<ServerProcess> {
  const port = await freePort();
  const webFormUrl = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, argumentsOf(String(port)), {
    cwd: new URL('../../', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let written = '';
  child.stdout.on('data', (data) => {
    written += data;
  });
  await answering(webFormUrl, child);
  const coldStart = performance.now() - start;
  return {
    pid: child.pid ?? 0,
    webFormUrl,
    coldStart,
    written: () => written,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      if (endOf(child) === null) await once(child, 'exit');
    },
  };
}

/** Prism says nothing at this log level when it is ready, so both are asked until they answer. */
async function answering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (endOf(child) !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${endOf(child)}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return void (await answer.text());
    await setTimeout(2);
  }
}

function endOf({ exitCode, signalCode }: ChildProcess): number | string | null {
  return exitCode ?? signalCode;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
