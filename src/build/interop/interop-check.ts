/** One row of the interoperability matrix: what somebody else's tool says of what is published. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Consumer } from '../package/consumer.ts';
import type { Packed } from '../package/pack.ts';
import { PROJECT } from '../project.ts';

/** What the checks are run on: the tarball, and an empty folder where it is installed. */
export interface Ground {
  readonly packed: Packed;
  readonly consumer: Consumer;
}

export interface InteropCheck {
  /** The tool and its version. */
  readonly tool: string;
  /** What it holds when nothing is wrong, in the present tense. */
  readonly says: string;
  /**
   * What is wrong, a line each; nothing when it holds. Throws OutOfReach where this machine cannot run the tool, and any
   * other error where the tool itself failed, which makes the check unproven.
   */
  run(ground: Ground): Promise<readonly string[]>;
}

/** `message` says in a few words why this machine cannot run the tool. */
export class OutOfReach extends Error {}

/** Names a tool of this project with the version that is installed. */

export function tool(name: string): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}

/** Where the published documents stand in the installed package. */

export const OPENAPI = ['openapi/access.json', 'openapi/web-form.json'] as const;
export const ASYNCAPI = 'asyncapi.json';

export function published(
  { consumer }: Ground,
  document: (typeof OPENAPI)[number] | typeof ASYNCAPI,
): string {
  return join(consumer.installed, 'dist', document);
}
