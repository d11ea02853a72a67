/** Reads the path prefix that a flag names. */
import { InvalidArgumentError } from 'commander';

export function pathPrefix(text: string): string {
  if (/^(\/[\w.~-]+)+\/?$/.test(text)) return text;
  throw new InvalidArgumentError('It is not a path like /bank.');
}
