/** Prepares what the checks are run on: builds and packs the package, and installs it in an empty folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../package/build-package.ts';
import { consumerOf } from '../package/consumer.ts';
import { pack } from '../package/pack.ts';
import type { Ground } from './check.ts';

/** Calls `use` with the ground and removes it afterwards. */
export async function onGround<Result>(use: (ground: Ground) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'interop-'));
  try {
    await buildPackage(join(folder, 'dist'));
    const packed = pack(join(folder, 'dist'), folder);
    const consumer = consumerOf(packed.path);
    try {
      return await use({ packed, consumer });
    } finally {
      rmSync(consumer.folder, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
