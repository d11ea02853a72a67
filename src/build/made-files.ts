/** Keeps the files that a command makes: says which are stale on disk, and writes them. Paths are from the root of the project. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PROJECT } from './project.ts';

type MadeFiles = ReadonlyMap<string, string>;

/** Paths that are missing, differ, or should not be in these folders; empty when everything is fresh. */
export function staleAmong(files: MadeFiles, folders: readonly string[]): string[] {
  const changed = [...files].filter(([path, text]) => onDisk(path) !== text).map(([path]) => path);
  return [...changed, ...othersIn(folders, files)].sort();
}

export function writeMade(files: MadeFiles): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(PROJECT, path)), { recursive: true });
    if (onDisk(path) !== text) writeFileSync(join(PROJECT, path), text);
  }
}

/** Removes from these folders what is not among the files. */
export function removeOthers(files: MadeFiles, folders: readonly string[]): void {
  for (const path of othersIn(folders, files)) rmSync(join(PROJECT, path));
}

function othersIn(folders: readonly string[], files: MadeFiles): string[] {
  return folders
    .filter((folder) => existsSync(join(PROJECT, folder)))
    .flatMap((folder) => readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(PROJECT, join(entry.parentPath, entry.name)))
    .filter((path) => !files.has(path));
}

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(join(PROJECT, path), 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes files into a folder, by their paths in it. */
export function writeBelow(folder: string, files: Iterable<readonly [path: string, text: string]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
