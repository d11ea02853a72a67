/** Runs one verb: arguments in, exit code out, one clear line for every error and never a stack trace. */
import { type Command, CommanderError } from 'commander';
import { Stop } from '../contract/stop.ts';

/** Parses `process.argv` with the command and sets `process.exitCode`; help and version leave 0, wrong usage leaves 64. */
export async function run(command: Command): Promise<void> {
  // A reader that closes the pipe early (`| head`) has what it wants.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  command.exitOverride();
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
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message.split('\n')[0]}\n`);
  return error instanceof Stop ? error.exitCode : 2;
}
