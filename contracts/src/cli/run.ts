/** Runs one verb: arguments in, exit code out, one clear line for every error and never a stack trace. */
import { type Command, CommanderError } from 'commander';
import { oneLine } from '../contract/show.ts';
import { Stop } from '../contract/stop.ts';

const OF_THE_LANGUAGE = new Set([
  ...[
    'AggregateError',
    'DOMException',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
  ],
  'URIError',
]);

/** Parses `process.argv` with the command and sets `process.exitCode`; help and version leave 0, wrong usage leaves 64. */
export async function run(command: Command): Promise<void> {
  // A reader that closes the pipe early (`| head`) has what it wants.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  // A test runner has its own.
  if (process.listenerCount('uncaughtException') === 0)
    process.on('uncaughtException', (error) => process.exit(exitCodeOf(error)));
  command.exitOverride().configureOutput({
    // It repeats what was typed, which may hold what steers a terminal.
    outputError: (text, write) => write(text.split('\n').map(oneLine).join('\n')),
  });
  for (const verb of command.commands) verb.copyInheritedSettings(command);
  try {
    await command.parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): number {
  // Commander has already written its own line (usage, suggestion or help).
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 64;
  process.stderr.write(`${oneLine(lineOf(error).split('\n')[0] ?? '')}\n`);
  return error instanceof Stop ? error.exitCode : 2;
}

/** Errors of the language quote what they stumble over, which may be a secret: of those the place alone is told. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The verb broke off: what was thrown is no error.';
  if (!OF_THE_LANGUAGE.has(error.name)) return error.message;
  const place = /(?:\(|at )(?:file:\/\/)?([^\s()]+:\d+:\d+)/.exec(
    error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '',
  );
  return `The verb broke off, which is a fault of its own: ${error.name}${place ? ` at ${place[1]}` : ''}.`;
}
