/** The names by which files are told apart: of each path as much of its end as no other path has. */
import { sep } from 'node:path';

/** In the order of the paths; a path that stands there twice has one name. */
export function shortestNames(paths: readonly string[]): string[] {
  return paths.map((path) => {
    const others = paths.filter((other) => other !== path);
    const lengths = path.split(sep).map((_, at) => at + 1);
    const enough = lengths.find((length) =>
      others.every((other) => end(other, length) !== end(path, length)),
    );
    return enough === undefined ? path : end(path, enough);
  });
}

function end(path: string, length: number): string {
  return path.split(sep).slice(-length).join('/');
}
