/** Runs one verb: arguments in, exit code out, one clear line for every error and never a stack trace. */
import { once } from 'node:events';
import { type Command, CommanderError } from 'commander';
import { CheckFailed, errorLine, UsageError } from '../../contracts/src/base/errors.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import type { Outcome } from '../report/run-outcome.ts';

/**
 * Parses `process.argv` with the command and sets `process.exitCode`; help and version leave 0, wrong usage leaves 64.
 * `onError` hears the line of an error too.
 */
export async function run(command: Command, onError: (line: string) => void = () => {}): Promise<void> {
  // A reader that closes the pipe early (`| head`) has what it wants.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  // A test runner has its own.
  if (process.listenerCount('uncaughtException') === 0)
    process.on('uncaughtException', (error) => process.exit(exitCodeOf(error, onError)));
  command.exitOverride();
  for (const verb of command.commands) verb.copyInheritedSettings(command);
  for (const verb of [command, ...command.commands]) {
    refuseTwice(verb);
    verb.configureOutput({ outputError: (text, write) => write(usageError(text, verb)) });
  }
  try {
    await command.parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error, onError);
  }
}

/** Commander would take the last of two values and say nothing of the first. */
function refuseTwice(verb: Command): void {
  for (const option of verb.options.filter((it) => !it.isBoolean() && !it.variadic)) {
    let isGiven = false;
    verb.on(`option:${option.name()}`, () => {
      if (isGiven) verb.error(`error: option '${option.flags}' takes one value, and is given twice`);
      isGiven = true;
    });
  }
}

/** It repeats what was typed, which may hold what steers a terminal. Where arguments are wrong, it tells the right ones. */
function usageError(text: string, verb: Command): string {
  const isOfArguments = /^error: (missing required argument|too many arguments)/.test(text);
  const name = [verb.parent?.name(), verb.name()].filter(Boolean).join(' ');
  const usage = isOfArguments ? `Usage: ${name} ${verb.usage()}; --help shows an example.\n` : '';
  return `${text.split('\n').map(oneLine).join('\n')}${usage}`;
}

const CODES: Readonly<Record<Outcome, number>> = { upheld: 0, violated: 1, 'out of reach': 1, unproven: 2 };

/** Of a run of the cases or of the faults: 0, 1 or 2 by its outcome; 130 or 143 when a signal ended it. */
export function exitCodeOfRun(outcome: Outcome, interrupted?: 'SIGINT' | 'SIGTERM'): number {
  if (interrupted) return interrupted === 'SIGINT' ? 130 : 143;
  return CODES[outcome];
}

function exitCodeOf(error: unknown, onError: (line: string) => void): number {
  const line = errorLine(error);
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  onError(line);
  // Commander has already written its own line (usage, suggestion or help).
  if (error instanceof CommanderError) return 64;
  process.stderr.write(`${line}\n`);
  if (error instanceof UsageError) return 64;
  return error instanceof CheckFailed ? 1 : 2;
}

export interface Interruption {
  readonly signal: AbortSignal;
  /** The signal that came, if one did. */
  ended(): { interrupted?: 'SIGINT' | 'SIGTERM' };
}

/** Ends a run after the current case, so that its reports are still written; a second signal ends the process at once. */
export function interruption(): Interruption {
  const controller = new AbortController();
  let interrupted: 'SIGINT' | 'SIGTERM' | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      interrupted ??= name;
      controller.abort();
    });
  }
  return { signal: controller.signal, ended: () => (interrupted ? { interrupted } : {}) };
}

/**
 * The first SIGINT or SIGTERM, with which a server ends cleanly and with 0. To be called before it starts, so that a
 * signal meanwhile ends it too.
 */
export async function interrupted(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
