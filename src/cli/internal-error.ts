/** The line of an error of ours. It needs nothing that could have failed, since main.ts says it of the program itself. */
import manifest from '../../contracts/package.json' with { type: 'json' };

/** What the engine says of wrong code, with names of ours alone. */
const HARMLESS =
  /^(Cannot (read|set) properties of (undefined|null)\b|[\w.$]+ is not (a function|a constructor|iterable|defined)$)/;

export function internalErrorLine(error: unknown): string {
  const ours = `internal error in version ${manifest.version}`;
  if (!(error instanceof Error)) return `${ours}: what was thrown is no error`;
  const stack = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '';
  const [, place] = /(?:\(|at )(?:file:\/\/)?([^\s()]+:\d+:\d+)/.exec(stack) ?? [];
  // Another message may quote a secret: that of a syntax error does.
  const message = HARMLESS.test(error.message) ? `: ${error.message}` : '';
  return `${ours}${place ? ` at ${place}` : ''}: ${error.name}${message}`;
}
