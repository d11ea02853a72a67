/** The error that ends a verb with a message and an exit code. */
import { oneLine } from './text.ts';

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

/** What is told of an error: one line, and never a stack trace. */

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

export function errorLine(error: unknown): string {
  return oneLine(lineOf(error).split('\n')[0] ?? '');
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
