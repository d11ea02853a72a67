/** What the faults came to when they were last run: the committed `reports/strength.json`, where there is one. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Strength } from '../../../faults/strength.ts';
import { readResultFile } from './result-file.ts';

const PATH = fileURLToPath(new URL('../../../../reports/strength.json', import.meta.url));

/** Throws Stop(2) for a file that is no strength.json. */
export async function committedStrength(): Promise<Strength | undefined> {
  if (!existsSync(PATH)) return undefined;
  const result = await readResultFile(PATH);
  return result.verb === 'faults' ? result.content : undefined;
}
