/** Resolves a path against the folder the user stood in, which `npm run` leaves in INIT_CWD. */
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

export function callerPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** Reads the port that a flag names. */

export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError('It is not a port (0 to 65535).');
}

/** Reads the path prefix that a flag names. */

export function pathPrefix(text: string): string {
  if (/^(\/[\w.~-]+)+\/?$/.test(text)) return text;
  throw new InvalidArgumentError('It is not a path like /bank.');
}
