/** Measures the sandbox side by side with Prism's CLI: how soon it is ready, how fast it answers, how much it grows. */
import { readFileSync } from 'node:fs';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { atLeast, atMost, type Figure } from './bench-figure.ts';
import * as servers from './sandbox-load.ts';

const STARTS = 7;
const ROUNDS = 7;
/** So many entries fill the request log and the web forms. */
const RING = 10_000;

export async function sandboxFigures(): Promise<Figure[]> {
  return [await readyFigure(), await rateFigure(), ...(await growthFigures())];
}

async function readyFigure(): Promise<Figure> {
  const found = { sandbox: Number.POSITIVE_INFINITY, prism: Number.POSITIVE_INFINITY };
  for (let start = 0; start < STARTS; start++) {
    found.prism = Math.min(found.prism, await coldStart(servers.startPrism));
    found.sandbox = Math.min(found.sandbox, await coldStart(servers.startSandbox));
  }
  const name = "sandbox from its start to its first answer, by the time of Prism's CLI";
  return atMost(0.35, 'ratio', found.sandbox / found.prism, name);
}

async function coldStart(start: () => Promise<servers.ServerProcess>): Promise<number> {
  await using server = await start();
  return server.coldStart;
}

/** Both are up and warm, and take their rounds in turns. */
async function rateFigure(): Promise<Figure> {
  await using prism = await servers.startPrism();
  await using sandbox = await servers.startSandbox();
  const loads = {
    prism: payments(prism, 'any'),
    sandbox: payments(sandbox, await servers.sandboxToken(sandbox)),
  };
  const found = { prism: 0, sandbox: 0 };
  for (const load of Object.values(loads)) await servers.sandboxLoad({ ...load, requests: 10_000 });
  for (let round = 0; round < ROUNDS; round++) {
    found.prism = Math.max(found.prism, await servers.sandboxLoad({ ...loads.prism, requests: 5_000 }));
    found.sandbox = Math.max(
      found.sandbox,
      await servers.sandboxLoad({ ...loads.sandbox, requests: 20_000 }),
    );
  }
  const name = "requests a second, POST standalonePayment over 10 connections, by those of Prism's CLI";
  return atLeast(4, found.sandbox / found.prism, name);
}

/** None where there is no /proc to read the memory of another process from. */
async function growthFigures(): Promise<Figure[]> {
  if (process.platform !== 'linux') {
    process.stderr.write('What the sandbox grows by is not measured: resident memory is read from /proc.\n');
    return [];
  }
  await using sandbox = await servers.startSandbox();
  const load = payments(sandbox, await servers.sandboxToken(sandbox));
  await servers.sandboxLoad({ ...load, requests: RING });
  const before = residentMegabytes(sandbox.pid);
  await servers.sandboxLoad({ ...load, requests: 100_000 });
  const name = 'resident memory that 100,000 requests add to a sandbox whose rings are full';
  return [atMost(20, 'megabytes', residentMegabytes(sandbox.pid) - before, name)];
}

function payments({ webFormUrl }: servers.ServerProcess, token: string): Omit<servers.Load, 'requests'> {
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
