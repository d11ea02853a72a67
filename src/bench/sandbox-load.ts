/** Measures the sandbox side by side with Prism's CLI: how soon it is ready, how fast it answers, how much it grows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { clientToken, createUser, userToken } from '../../contracts/src/client/access-calls.ts';
import { createClient } from '../../contracts/src/client/client.ts';
import { atLeast, atMost, type Figure } from './bench-figure.ts';

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requests: number;
  readonly connections: number;
}

/**
 * Requests a second. Throws for an answer other than 201, because refusing is faster than doing. Sockets, not
 * node:http: its client takes as long as the sandbox, and would be measured in its place.
 */
export async function sandboxLoad(load: Load): Promise<number> {
  const call = requestOf(load);
  let left = load.requests;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, () => talk(new URL(load.url), call, () => left-- > 0)),
  );
  return (load.requests / (performance.now() - start)) * 1000;
}

function requestOf({ url, headers, body }: Load): Buffer {
  const { host, pathname } = new URL(url);
  const all = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines}\r\n${body}`);
}

/** Makes the call over one connection while there is one more to make, each when the one before it is answered. */
function talk({ href, hostname, port }: URL, call: Buffer, oneMore: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => next());
    socket.setNoDelay().setEncoding('latin1');
    let answer = '';
    const next = (): void => {
      answer = '';
      if (oneMore()) socket.write(call);
      else socket.end(resolve);
    };
    socket.on('data', (text: string) => {
      answer += text;
      const end = answer.indexOf('\r\n\r\n') + 4;
      if (end < 4) return;
      const [, status, length] = /^HTTP\/1\.1 (\d+).*?\r\ncontent-length: (\d+)\r\n/is.exec(answer) ?? [];
      if (status !== '201') socket.destroy(new Error(`${href} answers ${status}, not 201 with its length`));
      else if (answer.length >= end + Number(length)) next();
    });
    socket.on('error', reject);
    // Without effect on a connection that has done its part.
    socket.on('close', () => reject(new Error(`${href} closes a connection before it answers`)));
  });
}

type ServerProcess = Awaited<ReturnType<typeof started>>;

/** One document and no log but errors, the fastest that Prism gets. */
const PRISM =
  'node_modules/@stoplight/prism-cli/dist/index.js mock contracts/generated/web-form.json -v error -p';
const SANDBOX = 'src/cli/main.ts sandbox --port 0 --control-port 0 --web-form-port';

const startPrism = () => started(PRISM);
const startSandbox = () => started(SANDBOX);

/** The access token of a new user of the sandbox. */
async function sandboxToken({ written }: ServerProcess): Promise<string> {
  const { accessUrl, webFormUrl, client } = JSON.parse(written());
  const credentials = { client_id: client.id, client_secret: client.secret };
  const user = examples.requests.createUser.full;
  const { access_token } = await clientToken(createClient({ accessUrl, webFormUrl }), credentials);
  await createUser(createClient({ accessUrl, webFormUrl }, access_token), user);
  const login = { ...credentials, username: user.id, password: user.password };
  return (await userToken(createClient({ accessUrl, webFormUrl }), login)).access_token;
}

/** The number of the port for web forms is the last argument. */
async function started(command: string) {
  const port = await freePort();
  const webFormUrl = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, [...command.split(' '), `${port}`], {
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
    /** Where POST /api/webForms/standalonePayment is. */
    webFormUrl,
    /** From the start of the process to its first answer, in milliseconds. */
    coldStart,
    /** What it has written to stdout. */
    written: () => written,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      if (endOf(child) === null) await once(child, 'exit');
    },
  };
}

/** Prism prints nothing at this log level when it is ready, so both are called until they answer. */
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

const STARTS = 7;
const ROUNDS = 7;

export async function sandboxFigures(): Promise<Figure[]> {
  return [await readyFigure(), await rateFigure(), ...(await growthFigures())];
}

async function readyFigure(): Promise<Figure> {
  const found = { sandbox: Number.POSITIVE_INFINITY, prism: Number.POSITIVE_INFINITY };
  for (let start = 0; start < STARTS; start++) {
    found.prism = Math.min(found.prism, await coldStart(startPrism));
    found.sandbox = Math.min(found.sandbox, await coldStart(startSandbox));
  }
  const name = "sandbox from its start to its first answer, by the time of Prism's CLI";
  return atMost(0.35, 'ratio', found.sandbox / found.prism, name);
}

async function coldStart(start: () => Promise<ServerProcess>): Promise<number> {
  await using server = await start();
  return server.coldStart;
}

/** Both are up and warm, and take their rounds in turns. */
async function rateFigure(): Promise<Figure> {
  await using prism = await startPrism();
  await using sandbox = await startSandbox();
  const loads = {
    prism: payments(prism, 'any'),
    sandbox: payments(sandbox, await sandboxToken(sandbox)),
  };
  const found = { prism: 0, sandbox: 0 };
  for (const load of Object.values(loads)) await sandboxLoad({ ...load, requests: 10_000 });
  for (let round = 0; round < ROUNDS; round++) {
    found.prism = Math.max(found.prism, await sandboxLoad({ ...loads.prism, requests: 5_000 }));
    found.sandbox = Math.max(found.sandbox, await sandboxLoad({ ...loads.sandbox, requests: 20_000 }));
  }
  const name = "requests a second, POST standalonePayment over 10 connections, by those of Prism's CLI";
  return atLeast(4, found.sandbox / found.prism, name);
}

/** None where there is no /proc to read the memory of another process from. */
async function growthFigures(): Promise<Figure[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('The memory of the sandbox is not measured: resident memory is read from /proc.\n');
    return [];
  }
  await using sandbox = await startSandbox();
  const load = payments(sandbox, await sandboxToken(sandbox));
  await sandboxLoad({ ...load, requests: 100_000 });
  const name = 'resident memory of a sandbox after 100,000 requests';
  return [atMost(300, 'megabytes', residentMegabytes(sandbox.pid), name)];
}

function payments({ webFormUrl }: ServerProcess, token: string): Omit<Load, 'requests'> {
  return {
    url: `${webFormUrl}/api/webForms/standalonePayment`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(examples.requests.createStandalonePayment.full),
    connections: 10,
  };
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
