/** `VERB -- COMMAND`, for the verbs that serve: a command that runs while they do, and finds in its environment where. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { only, SystemError } from '../base/errors.ts';
import { EXIT, pipe, type Signal } from './exit-codes.ts';
import { callerPath } from './options.ts';
import { say } from './terminal-text.ts';

/** The argument of such a verb, and its name for it in `--help`. */
export const COMMAND = ['[command...]', 'after --: runs while this serves, see below'] as const;

interface Serving {
  /** The command and its arguments, empty without one. */
  readonly command: readonly string[];
  /** Ends the server, as a closed stdout does; a command is not started after a signal. */
  readonly until: AbortSignal;
  /** What a line of JSON on stdout says without a command, whose stdout is its own. */
  readonly ready?: object;
  /** Environment variables of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Resolves when it is time to stop. Of a command, the exit code becomes that of the program. */
export async function serve({ command, until, ready, env }: Serving): Promise<void> {
  const [name, ...args] = command;
  if (name === undefined) {
    if (ready) process.stdout.write(`${JSON.stringify(ready)}\n`);
    const isOver = AbortSignal.any([until, pipe.signal]);
    if (!isOver.aborted) await once(isOver, 'abort');
    return;
  }
  await setImmediate();
  const code = until.aborted ? EXIT[until.reason as Signal] : await exitCodeOfCommand(name, args, env);
  // After an error of ours, a command that ends well does not hide it.
  if (code !== EXIT.good) process.exitCode = code;
}

async function exitCodeOfCommand(
  name: string,
  args: readonly string[],
  env: Serving['env'],
): Promise<number> {
  const child = spawn(name, args, {
    cwd: callerPath('.'),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const passOn = (signal: Signal) => void child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (killedBy ? constants.signals[killedBy] : 0);
  } catch (error) {
    only(error, SystemError);
    const why = error.code === 'ENOENT' ? 'there is no such command' : error.code;
    say(`The command ${name} cannot be started: ${why}.`);
    return EXIT.noCommand;
  } finally {
    process.off('SIGINT', passOn).off('SIGTERM', passOn);
  }
}
