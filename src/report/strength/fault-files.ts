/** Reads the catalogue of faults as it is written: the files of the trigger events, and those of the classes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['contracts/clauses/events', 'contracts/faults'];

/** Texts by path from the root of the project. */
export function faultFiles(root: string): Map<string, string> {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((file) => `${folder}/${file}`),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
