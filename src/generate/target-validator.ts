/** Compiles the schema of target files, which the published verbs read as well as the drive. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeFrom, PROJECT } from './project.ts';
import type { Schema } from './schema.ts';
import { compiled } from './validators.ts';

const SOURCE = 'src/drive/targets/target.schema.json';
const HEADER = `// ${madeFrom(SOURCE)}\n`;

/** Files by name. */
export function targetValidator(): Record<string, string> {
  // Its keywords mean the same in draft-07.
  const { $schema: _, ...schema }: Schema = JSON.parse(readFileSync(join(PROJECT, SOURCE), 'utf8'));
  return {
    'validators/target-file.js': HEADER + compiled(schema, true),
    'validators/target-file.d.ts': `${HEADER}import type { Validate } from '../../src/contract/compiled.ts';
export declare const validate: Validate;
`,
  };
}
