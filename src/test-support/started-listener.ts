/** Starts `listen` as a user does, in a folder of its own, until the tests of the file are over. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { PROGRAM } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'listen-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

export function file(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

/** The verb in the folder of the user, without npm before it: its signals reach it. */
function started(args: readonly string[], env: Record<string, string> = {}) {
  const { DATA_DECRYPTION_KEY: _, ...others } = process.env;
  const child = spawn(process.execPath, [PROGRAM, 'listen', ...args], {
    cwd: folder,
    env: { ...others, INIT_CWD: folder, ...env },
  });
  children.push(child);
  let stderr = '';
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const ended = once(child, 'close').then(([code]) => code as number);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return { code: await ended, stderr };
  };
  return { line, ended, end, said: () => stderr };
}

export async function listening(args: readonly string[] = [], env: Record<string, string> = {}) {
  const verb = started(['--port', '0', ...args], env);
  const { url } = JSON.parse(await verb.line());
  const post = async (body: unknown, path = '/') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await fetch(url + path, { method: 'POST', body: text })).status;
  };
  return { ...verb, url, post };
}

/** What an attempt to start ends with. */
export async function refused(args: readonly string[], env: Record<string, string> = {}) {
  const { ended, said } = started(args, env);
  return { code: await ended, stderr: said() };
}
