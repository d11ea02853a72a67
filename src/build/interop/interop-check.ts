/** One row of the interoperability matrix: what a stock tool says about what is published, and where that tool is installed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedTools } from '../locked-tools.ts';
import type { Packed } from '../package/build-package.ts';
import type { Consumer } from '../package/consumer.ts';
import { PROJECT } from '../project.ts';
import tools from './tools/package.json' with { type: 'json' };

/** What the checks run on: the tarball, and an empty folder where it is installed. */
export interface Ground {
  readonly packed: Packed;
  readonly consumer: Consumer;
}

export interface InteropCheck {
  readonly tool: string;
  /** What holds when nothing is wrong, in the present tense. */
  readonly says: string;
  /**
   * What is wrong, a line each; nothing when it holds. Throws ToolUnavailable where this machine cannot run the tool, and any
   * other error where the tool itself failed, which makes the check unproven.
   */
  run(ground: Ground): Promise<readonly string[]>;
}

/** `message` says in a few words why this machine cannot run the tool. */
export class ToolUnavailable extends Error {}

/** The name of a package with the version that a package.json of this project pins. */
export function tool(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const pins: Readonly<Record<string, string>> = { ...devDependencies, ...tools.dependencies };
  return `${name} ${pins[name]}`;
}

/** What the checks alone need: half of all packages. */
export const interopTools = lockedTools(join(import.meta.dirname, 'tools'));
export const REDOCLY = interopTools.path('@redocly/cli/bin/cli.js');

/** What the TypeScript of this project says about files in the folder of a consumer, a line an error. */
export async function compilerErrors({ folder, run }: Consumer, options: object, files: readonly string[]) {
  const compilerOptions = { strict: true, noEmit: true, types: [], ...options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  const { exitCode, stdout } = await run(process.execPath, [tsc, '--pretty', 'false']);
  return exitCode === 0 ? [] : stdout.trim().split('\n');
}
