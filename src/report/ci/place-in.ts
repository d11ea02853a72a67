/** Where a CI server can show a problem: in a file of the repository that it checked out. */
import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * `file` is that of the problem, from the root of this project; `chosenBy` is what `--target` was given. A path from the
 * root of the repository; undefined where nothing of it stands there.
 */
export type PlaceOf = (file: string, chosenBy: string) => string | undefined;

const PROJECT = join(import.meta.dirname, '../../..');
const BUILT_IN = ['mock', 'sandbox'];

/**
 * The file itself where this project is checked out at `root` or below it. Whoever uses the action has it elsewhere, but
 * has the target file. `pathOf` makes a path that was typed absolute.
 */
export function placeIn(root: string, pathOf: (path: string) => string): PlaceOf {
  return (file, chosenBy) => {
    const paths = [join(PROJECT, file), ...(BUILT_IN.includes(chosenBy) ? [] : [pathOf(chosenBy)])];
    const [place] = paths.map((path) => relative(root, path)).filter(isChecked);
    return place?.replaceAll(sep, '/');
  };
}

/** What is installed stands below the root and in no repository. */
function isChecked(path: string): boolean {
  const [first, ...rest] = path.split(sep);
  return !isAbsolute(path) && first !== '..' && ![first, ...rest].includes('node_modules');
}
