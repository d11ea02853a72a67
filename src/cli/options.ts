/** What the options of several verbs share: help, paths and ports. */
import { relative, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { show } from '../../contracts/src/base/text.ts';
import { UsageError } from '../base/errors.ts';
import { nearest } from '../base/words.ts';
import { chapterOf, textFile } from '../report/printed-texts.ts';

/** What a verb's `--help` says below its options. */
export function helpText(verb: string, inClone?: boolean): string {
  return `\n${chapterOf(textFile('cli/help.md', inClone), verb).trimEnd()}`;
}

/** Relative paths start at the folder of the caller, which `npm run` leaves in INIT_CWD. Throws UsageError for an empty one. */
export function callerPath(path: string): string {
  if (path === '') throw new UsageError('the path of a file is empty: is a variable not set?');
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** A path as the folder of the caller sees it. */
export function shownPath(path: string): string {
  return relative(callerPath('.'), callerPath(path));
}

/** A path for output. An empty one would be the folder of the caller. */
export function outPath(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

/** The options that compare a result with an earlier one. */
export interface EarlierResult {
  readonly since?: string;
  readonly new?: boolean;
}

/** Reads a whole number, both ends included. */
export function wholeNumberOption(least: number, most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** 0 is any free one. */
export const port = wholeNumberOption(0, 65_535);

/** Throws UsageError for --new without --since. `earlier` is what the verb takes as an earlier result. */
export function refuseNewAlone({ since, new: isNew }: EarlierResult, earlier: string): void {
  if (isNew && since === undefined)
    throw new UsageError(`--new asks what is new: name ${earlier} with --since.`);
}

/** The error for a name that is not in `names`: it suggests the nearest one, or ends in `others`. */
export function unknownName(
  kind: string,
  name: string,
  names: readonly string[],
  others: string,
): UsageError {
  const meant = nearest(name, names);
  return new UsageError(
    `unknown ${kind} ${show(name, false)}${meant ? `; did you mean ${meant}?` : `; ${others}.`}`,
  );
}
