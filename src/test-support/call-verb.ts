/** Calls a verb as its users do, in this process, from a folder of its own; stdout and stderr are those of the process, replaced. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { onTestFinished, vi } from 'vitest';
import { run } from '../cli/exit-codes.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Called {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** `folder` is where the verb was called, and is there until the test is over. */
export type CalledIn = Called & { readonly folder: string };

interface Said {
  stdout: string;
  stderr: string;
}

/** A verb that goes on after its test has timed out writes to its own, and not into those of the next test. */
const screensOf = new AsyncLocalStorage<Said>();

/** `once` of a signal listens for errors, too. */
const EVENTS = ['SIGINT', 'SIGTERM', 'error'] as const;

/** `files` are written beforehand: text and bytes as they are, anything else as JSON. */
export async function callVerb(
  command: Command,
  args: readonly string[],
  files: { readonly [name: string]: unknown } = {},
): Promise<Called> {
  const { folder: _, ...called } = await callVerbIn(command, args, files);
  return called;
}

/** As `callVerb`; for tests that look at what a verb writes. */
export async function callVerbIn(
  command: Command,
  args: readonly string[],
  files: { readonly [name: string]: unknown } = {},
): Promise<CalledIn> {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), isRaw(content) ? content : JSON.stringify(content));
  }
  const said: Said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      (screensOf.getStore() ?? said)[stream] += text;
      return true;
    });
    vi.spyOn(process[stream], 'on').mockReturnThis();
  }
  vi.stubEnv('INIT_CWD', folder);
  const [argv, exitCode] = [process.argv, process.exitCode];
  const earlier = EVENTS.map((name) => process.listeners(name as 'SIGINT'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  process.argv = ['node', command.name(), ...args];
  await screensOf.run(said, () => run(command));
  const code = Number(process.exitCode ?? 0);
  // A process of its own would have ended: after ten verbs, Node would warn on the stderr of the next one.
  for (const [at, name] of EVENTS.entries())
    for (const listener of process.listeners(name as 'SIGINT'))
      if (!earlier[at]?.includes(listener)) process.off(name, listener);
  [process.argv, process.exitCode] = [argv, exitCode];
  vi.restoreAllMocks();
  return { ...said, exitCode: code, folder };
}

function isRaw(content: unknown): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array;
}
