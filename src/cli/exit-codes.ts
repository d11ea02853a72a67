/**
 * Runs a verb and decides its exit code: 0 good; 1 what was judged is wrong, or a decision or value is missing; 2 input
 * cannot be read or nothing could be judged; 64 wrong usage; 130 and 143 interrupted. Servers end with 0.
 */
import { once } from 'node:events';
import { type Command, CommanderError } from 'commander';
import { CheckFailed, errorLine, UsageError } from '../../contracts/src/base/errors.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import type { Outcome } from '../report/run-outcome.ts';

/**
 * Parses `process.argv` with the command and sets `process.exitCode`; help and version leave 0, wrong usage leaves 64.
 * Every error is one line on stderr, without a stack trace; `onError` gets that line too.
 */
export async function run(command: Command, onError: (line: string) => void = () => {}): Promise<void> {
  // A reader that closes the pipe early (`| head`) has enough.
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

/** Commander would take the last of two values and ignore the first. */
function refuseTwice(verb: Command): void {
  for (const option of verb.options.filter((it) => !it.isBoolean() && !it.variadic)) {
    let isGiven = false;
    verb.on(`option:${option.name()}`, () => {
      if (isGiven) verb.error(`error: option '${option.flags}' takes one value, and is given twice`);
      isGiven = true;
    });
  }
}

/** Without control characters, since it repeats what was typed. Wrong arguments get the usage line. */
function usageError(text: string, verb: Command): string {
  const isOfArguments = /^error: (missing required argument|too many arguments)/.test(text);
  const name = [verb.parent?.name(), verb.name()].filter(Boolean).join(' ');
  const usage = isOfArguments ? `Usage: ${name} ${verb.usage()}; --help shows an example.\n` : '';
  return `${text.split('\n').map(oneLine).join('\n')}${usage}`;
}

const CODES: Readonly<Record<Outcome, number>> = { upheld: 0, violated: 1, 'out of reach': 1, unproven: 2 };

/** Of a run of cases or faults: by its outcome, or by the signal that ended it. */
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
  /** The first signal, if there was one. */
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
 * Waits for the first SIGINT or SIGTERM, which ends a server cleanly and with 0. To be called before the server starts,
 * so that a signal during the start ends it too.
 */
export async function interrupted(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
