/** Puts the generated files on disk, or tells how the disk differs from them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { GENERATED, generatedFiles, generatedFixtures, SANDBOX_GENERATED } from './files.ts';
import { PROJECT } from './project.ts';

/** Paths that are missing, differ, or should not be there; empty when everything is fresh. */
export async function staleFiles(): Promise<string[]> {
  const files = new Map([...(await generatedFiles()), ...(await generatedFixtures())]);
  const changed = [...files].filter(([path, text]) => onDisk(path) !== text).map(([path]) => path);
  const left = standing().filter((path) => !files.has(path));
  return [...changed, ...left].sort();
}

/** Writes all generated files and removes what is generated no longer; returns how many there are. */
export async function writeFiles(): Promise<number> {
  const documents = await generatedFiles();
  put(documents);
  // The fixtures are made by code that reads what has just been written.
  const fixtures = await generatedFixtures();
  put(fixtures);
  const files = new Map([...documents, ...fixtures]);
  for (const path of standing()) if (!files.has(path)) rmSync(join(PROJECT, path));
  return files.size;
}

function put(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(PROJECT, path)), { recursive: true });
    if (onDisk(path) !== text) writeFileSync(join(PROJECT, path), text);
  }
}

function standing(): string[] {
  return [GENERATED, SANDBOX_GENERATED]
    .filter((folder) => existsSync(join(PROJECT, folder)))
    .flatMap((folder) => readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(PROJECT, join(entry.parentPath, entry.name)));
}

function onDisk(path: string): string | undefined {
  try {
    return readFileSync(join(PROJECT, path), 'utf8');
  } catch {
    return undefined;
  }
}
