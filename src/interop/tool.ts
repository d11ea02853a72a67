/** Names a tool of this project with the version that is installed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../generate/project.ts';

export function tool(name: string): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}
