/**
 * Runs a verb and decides its exit code: 0 good; 1 what was judged is wrong, or a decision or value is missing; 2 input
 * cannot be read or nothing could be judged; 64 wrong usage; 70 an error of ours; 130 and 143 interrupted. A server that
 * was stopped ends with 0, or with the code of its first error; one that a command runs beside, with the command's own.
 */
import { type Command, CommanderError } from 'commander';
import { oneLine } from '../../contracts/src/base/text.ts';
import { CheckFailed, errorLine, InputError, UsageError, whyUnwritable } from '../base/errors.ts';
import type { Outcome } from '../report/run-outcome.ts';
import { FaultError } from '../sandbox/fault-hooks.ts';
import { internalErrorLine } from './internal-error.ts';
import { guardScreens } from './terminal-text.ts';

export const EXIT = {
  good: 0,
  wrong: 1,
  unknown: 2,
  usage: 64,
  internal: 70,
  noCommand: 127,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** Aborted when stdout or stderr fails: its reader has closed the pipe, as `head` does, or the disk is full. */
export const pipe = new AbortController();

export type OnError = (line: string) => Promise<void>;

/**
 * Loads the verb, parses `process.argv` and sets `process.exitCode`. An error is one line on stderr, also one while it loads;
 * `onError` gets that line too.
 */
export async function run(
  verb: Command | (() => Promise<Command>),
  onError: OnError = async () => {},
): Promise<void> {
  guardScreens();
  // A reader that closes the pipe has enough: the verb goes on to its end, writes its reports and keeps its exit code.
  const lost = { isReported: false };
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      pipe.abort();
      if (error.code === 'EPIPE' || lost.isReported) return;
      lost.isReported = true;
      process.exitCode ||= EXIT.unknown;
      process.stderr.write(`stdout is not complete: ${whyUnwritable(error)}.\n`);
    });
  try {
    await ready(typeof verb === 'function' ? await verb() : verb).parseAsync();
  } catch (error) {
    process.exitCode = await exitCodeOf(error, onError);
  }
  if (lost.isReported) process.exitCode ||= EXIT.unknown;
}

/** The command throws errors instead of ending the process. */
function ready(command: Command): Command {
  for (const verb of command.commands) verb.copyInheritedSettings(command);
  for (const verb of [command, ...command.commands]) {
    // Repeats what was typed, without control characters.
    verb.configureOutput({ outputError: (text, write) => write(text.split('\n').map(oneLine).join('\n')) });
    verb.exitOverride((error) => {
      process.stderr.write(hintAfter(error, verb));
      throw error;
    });
  }
  return command;
}

/** The usage line, or the command that lists the options. */
function hintAfter({ code }: CommanderError, verb: Command): string {
  const name = [verb.parent?.name(), verb.name()].filter(Boolean).join(' ');
  if (/\.(missing|excess)Argument/.test(code))
    return `Usage: ${name} ${verb.usage()}; --help shows an example.\n`;
  return /\.(unknownOption|optionMissing|missingMandatory)/.test(code)
    ? `${name} --help lists the options and shows an example.\n`
    : '';
}

export type Signal = 'SIGINT' | 'SIGTERM';

/** What a verb, or a part of one, came to. Each is how many there are, or whether there is one. */
export interface Result {
  /** What could be judged, or carried out. */
  readonly judged: number | boolean;
  /** What is wrong, or needs a decision or a value. */
  readonly wrong: number | boolean;
  /** What could not be read, judged or written. */
  readonly unknown?: number | boolean;
  /** The signal that ended it before its end. */
  readonly interrupted?: Signal | undefined;
}

/**
 * The exit code of every verb that comes to its end, of all its parts: the first that is true of interrupted, wrong,
 * unknown or nothing judged, good.
 */
export function exitCode(...parts: readonly Result[]): number {
  const [interrupted] = parts.flatMap((part) => part.interrupted ?? []);
  if (interrupted) return EXIT[interrupted];
  if (parts.some(({ wrong }) => wrong)) return EXIT.wrong;
  return parts.every(({ judged, unknown }) => judged && !unknown) ? EXIT.good : EXIT.unknown;
}

/** `out of reach` is wrong: every clause was required. */
export function resultOfRun(outcome: Outcome, interrupted?: Signal): Result {
  const isWrong = outcome === 'violated' || outcome === 'out of reach';
  return { judged: outcome !== 'unproven', wrong: isWrong, interrupted };
}

/** Prints the line of the error. */
export async function exitCodeOf(error: unknown, onError: OnError): Promise<number> {
  if (error instanceof CommanderError) {
    // Commander has written its own line: usage, suggestion or help.
    if (error.exitCode !== 0) await onError(errorLine(error));
    return error.exitCode === 0 ? EXIT.good : EXIT.usage;
  }
  const line = lineOf(error);
  await onError(line);
  process.stderr.write(`${line}\n`);
  return codeOfError(error);
}

/** A server survives errors: each line is printed once, and the first error decides the exit code. */
export function survivor(): (error: unknown) => void {
  const printed = new Set<string>();
  return (error) => {
    const line = lineOf(error);
    if (!printed.has(line)) process.stderr.write(`${line}\n`);
    printed.add(line);
    process.exitCode ||= codeOfError(error);
  };
}

function codeOfError(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof CheckFailed) return EXIT.wrong;
  return error instanceof InputError || error instanceof FaultError ? EXIT.unknown : EXIT.internal;
}

/** What is printed of an error; one of another class is one of ours. */
export function lineOf(error: unknown): string {
  const isOurs = !(error instanceof Error) || codeOfError(error) === EXIT.internal;
  return isOurs ? internalErrorLine(error) : errorLine(error);
}

/**
 * `signal` aborts on the first SIGINT or SIGTERM, with its name as the reason, so that a run ends and
 * writes its reports; a second one ends the process at once. Call it first: a signal during the start counts too.
 */
export function interruption() {
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort(name));
  /** The first of the two, if there was one. */
  const ended = (): { interrupted?: Signal } => (signal.aborted ? { interrupted: signal.reason } : {});
  return { signal, ended };
}
