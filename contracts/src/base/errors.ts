/** The errors that end a verb with one line; the command line decides which exit code each one has. */
import { oneLine } from './text.ts';

/** What was judged is wrong, or a decision or value is missing. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** A file, a setting or an answer that cannot be read or used, so that nothing is judged. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** Each is printed on a line of its own below the message. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** An InputError of one line for one problem, and of a line for each of several. A problem has no full stop. */
export function withProblems(what: string, problems: readonly string[]): InputError {
  const ended = problems.map((problem) => (problem.endsWith('?') ? problem : `${problem}.`));
  return ended.length === 1
    ? new InputError(`${what}: ${ended[0]}`)
    : new InputError(`${what}, for ${ended.length} reasons:`, ended);
}

/** A flag or an argument that means nothing here. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Why a file cannot be read, from the error of the file system, in the same words everywhere. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as { readonly code?: string };
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'EACCES' ? 'access is denied' : String(code ?? error);
}

/** As whyUnreadable, of a file that cannot be written. */
export function whyUnwritable(error: unknown): string {
  const { code } = error as { readonly code?: string };
  return code === 'ENOSPC' || code === 'EFBIG' ? 'there is no space left' : whyUnreadable(error);
}

/** One line and one for each problem, and never a stack trace. */
export function errorLine(error: unknown): string {
  const problems = error instanceof InputError ? error.problems : [];
  const [line = ''] = lineOf(error).split('\n');
  return [oneLine(line), ...problems.map((problem) => `- ${oneLine(problem)}`)].join('\n');
}

/** The message of a language error may quote a secret, so only its location is printed. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The verb failed: what was thrown is no error.';
  const isOfTheLanguage = error.name !== 'Error' && error.name in globalThis;
  if (!isOfTheLanguage) return error.message;
  const place = /(?:\(|at )(?:file:\/\/)?([^\s()]+:\d+:\d+)/.exec(
    error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '',
  );
  return `The verb failed, which is a bug: ${error.name}${place ? ` at ${place[1]}` : ''}.`;
}
