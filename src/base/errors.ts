/** The errors that end a verb with one line; the command line decides which exit code each one has. */
import { oneLine } from '../../contracts/src/base/text.ts';

export { only } from '../../contracts/src/base/only.ts';

/** What was judged is wrong, or a decision or value is missing. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** A file, a setting or a response that cannot be read or used, so that nothing is judged. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** Each problem is printed on a line of its own below the message. */
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

/** An error of the operating system on a file, a socket or a process. It is only caught, never thrown. */
export abstract class SystemError extends Error {
  declare readonly code: string;

  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && 'syscall' in error && 'code' in error;
  }
}

/**
 * The result of the work, or what `then` makes of its error, whatever that is: for what is not ours, such as a module of the
 * user, and where an error of ours waits until the rest is done. `tidy.test.ts` lists who may use it.
 */
export async function despiteAnyError<Result, Instead>(
  work: () => Result | Promise<Result>,
  then: (error: unknown) => Instead,
): Promise<Result | Instead> {
  try {
    return await work();
  } catch (error) {
    return then(error);
  }
}

/** The work was ended by its AbortSignal. It is only caught, never thrown. */
export abstract class Aborted extends Error {
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'AbortError';
  }
}

/** What a module of the user's threw, such as a cipher. Its own words are not repeated, since they may hold secrets. */
export function moduleError(module: string, error: unknown): InputError {
  const { code, name } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  return new InputError(`${module} threw ${code ?? name ?? 'what is no error'}.`);
}

/** Why a file cannot be read, from the error of the file system, in the same words everywhere. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as { readonly code?: string };
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'EACCES' ? 'access is denied' : String(code ?? error);
}

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no space left',
  EFBIG: 'there is no space left',
  EROFS: 'it is read-only',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
};

/** Why a file or folder cannot be written, in the same words everywhere. */
export function whyUnwritable(error: unknown): string {
  return UNWRITABLE[(error as { readonly code?: string }).code ?? ''] ?? whyUnreadable(error);
}

/** The message on one line, and one for each problem; never a stack trace. */
export function errorLine(error: Error): string {
  const problems = error instanceof InputError ? error.problems : [];
  const [line = ''] = error.message.split('\n');
  return [oneLine(line), ...problems.map((problem) => `- ${oneLine(problem)}`)].join('\n');
}
