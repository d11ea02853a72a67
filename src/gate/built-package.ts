/** The release that the tree would publish now, built and packed afresh, since `contracts/dist` may be an older one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../package/build-package.ts';
import { pack } from '../package/pack.ts';
import { type PackageContent, readPackage } from './package-content.ts';

/** Throws for sources that cannot be built. */
export async function builtPackage(): Promise<PackageContent> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    await buildPackage(join(folder, 'dist'));
    return await readPackage(pack(join(folder, 'dist'), folder).path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
