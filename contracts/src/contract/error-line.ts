/** What is told of an error: one line, and never a stack trace. */
import { oneLine } from './show.ts';

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
