/** Packs a built package into the tarball that npm would publish. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACTS } from './entries.ts';

export interface Packed {
  /** The tarball. */
  readonly path: string;
  /** Bytes of the tarball. */
  readonly size: number;
  /** What is in it. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** What stands in `contracts` and is published beside `dist`. */
const BESIDE = ['package.json', 'README.md', 'LICENSE'];

/** Writes the tarball of the built folder `dist` into the folder `into`; npm gives its files one fixed time. */
export function pack(dist: string, into: string): Packed {
  const stage = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    for (const name of BESIDE) cpSync(join(CONTRACTS, name), join(stage, name));
    cpSync(dist, join(stage, 'dist'), { recursive: true });
    const told = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
      cwd: stage,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ filename, size, files }] = JSON.parse(told);
    return { path: join(into, filename), size, files };
  } finally {
    rmSync(stage, { recursive: true });
  }
}
