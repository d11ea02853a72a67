/** Packs the package once for all slow tests, which take it by `inject('packed')`, and installs the tools of others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installTools } from '../interop/installed-tools.ts';
import { type Packed, packedInto } from './build-package.ts';

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  installTools();
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  provide('packed', await packedInto(folder));
  return () => rmSync(folder, { recursive: true });
}
