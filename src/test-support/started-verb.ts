/** Starts the program as a user does, in a folder of its own, until the test is over. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { PROGRAM } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Start {
  /** A new one unless given. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In the folder: text as it is, anything else as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** A file descriptor in the place of the pipe. */
  readonly stdout?: number;
  /** Modules that are loaded before the program. */
  readonly before?: readonly string[];
}

export function startedVerb(args: readonly string[], start: Start = {}) {
  const { folder = temporaryFolder(), env, files = {}, stdout, before = [] } = start;
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const imports = before.flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...imports, PROGRAM, ...args], {
    cwd: folder,
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], INIT_CWD: folder, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout?.on('data', (data) => {
    said.out += data;
  });
  child.stderr?.on('data', (data) => {
    said.err += data;
  });
  const ended = once(child, 'close').then(([code]) => code as number);
  return {
    child,
    folder,
    said,
    ended,
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return { code: await ended, ...said };
    },
  };
}

/** `listen`, once it says where. */
export async function listening(args: readonly string[] = [], start: Start = {}) {
  const verb = startedVerb(['listen', '--port', '0', ...args], start);
  const lines = createInterface({ input: verb.child.stdout as NodeJS.ReadableStream })[
    Symbol.asyncIterator
  ]();
  const line = async () => String((await lines.next()).value);
  const { url } = JSON.parse(await line());
  const post = async (body: unknown, path = '/') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await fetch(url + path, { method: 'POST', body: text })).status;
  };
  return { ...verb, url, line, post };
}
