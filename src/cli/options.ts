/** What several verbs read from flags: paths, ports and prefixes. */
import { relative, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

/** Whether the program runs from the sources of its project, and not from the published package. */
export const isClone = import.meta.url.endsWith('.ts');

/** Relative paths start at the folder of the caller, which `npm run` leaves in INIT_CWD. */
export function callerPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** A path as the folder of the caller sees it. */
export function shownPath(path: string): string {
  return relative(callerPath('.'), callerPath(path));
}

/** Where something is written. An empty path would be the folder of the caller. */
export function outPath(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It is empty.');
}

export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError('It is not a port (0 to 65535).');
}

export function pathPrefix(text: string): string {
  if (/^(\/[\w.~-]+)+\/?$/.test(text)) return text;
  throw new InvalidArgumentError('It is not a path like /bank.');
}

/** Calls per second, such as 5/s or 0.5/s. */
export function rate(text: string): number {
  const perSecond = Number(/^(\d{1,4}(\.\d{1,3})?)\/s$/.exec(text)?.[1]);
  if (perSecond > 0) return perSecond;
  throw new InvalidArgumentError('It is no rate like 5/s or 0.5/s.');
}

/** A whole number of seconds from 1 to 86,400. */
export function seconds(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 86_400) return Number(text);
  throw new InvalidArgumentError('It is no whole number of seconds (1 to 86400).');
}
