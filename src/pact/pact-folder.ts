/** Where the pacts of this project stand, and whether they are what the consumer tests write. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../generate/project.ts';

export const PACTS = join(PROJECT, 'contracts/pacts');

/** The paths of the pacts that stand there. */
export function pactPaths(): string[] {
  return standing().map((name) => join(PACTS, name));
}

/** Names of files that are missing, differ, or should not be there. */
export function stalePacts(written: ReadonlyMap<string, string>): string[] {
  const changed = [...written].filter(([name, text]) => onDisk(name) !== text).map(([name]) => name);
  return [...changed, ...standing().filter((name) => !written.has(name))].sort();
}

export function writePactFolder(written: ReadonlyMap<string, string>): void {
  for (const name of standing()) if (!written.has(name)) rmSync(join(PACTS, name));
  mkdirSync(PACTS, { recursive: true });
  for (const [name, text] of written) if (onDisk(name) !== text) writeFileSync(join(PACTS, name), text);
}

function standing(): string[] {
  return existsSync(PACTS) ? readdirSync(PACTS).sort() : [];
}

function onDisk(name: string): string | undefined {
  const path = join(PACTS, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
