/**
 * Ends a verb with one line for the reader and the exit code that the code base promises:
 * 1 what was judged is wrong or a decision is missing, 2 the input is unreadable or nothing could be judged,
 * 64 the verb was called in a wrong way.
 */
export class Stop extends Error {
  readonly exitCode: 1 | 2 | 64;

  constructor(exitCode: 1 | 2 | 64, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
