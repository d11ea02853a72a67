/** What the options of several verbs share: help, paths and ports. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { chapterOf } from '../report/chapters.ts';

/** Whether the program runs from the sources of its project, and not from the published package. */
export const isClone = import.meta.url.endsWith('.ts');

const HELP = readFileSync(new URL('./help.md', import.meta.url), 'utf8');

/** What a verb's `--help` says below its options. */
export function helpText(verb: string): string {
  return `\n${chapterOf(HELP, verb).trimEnd()}`;
}

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
