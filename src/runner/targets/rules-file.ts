/** The rules that runs with --listen created, in a file beside that of their target. */

import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { InputError, only, SystemError, whyUnreadable } from '../../../contracts/src/base/errors.ts';
import { jsonIn, writeJson } from '../../../contracts/src/base/exact-json.ts';
import type { NotificationRule } from '../../../contracts/src/messages/message.ts';
import { recordedRules } from '../../../contracts/src/recordings/read-evidence.ts';
import { Unproven } from '../unproven.ts';
import type { TargetDescription } from './target.ts';

/** Its path. */
export function rulesFile({ chosenBy, folder = '.' }: TargetDescription): string {
  return join(folder, `${basename(chosenBy, extname(chosenBy))}.rules.json`);
}

/** The rules that earlier runs created; none without the file. Throws InputError for a file that is no list of rules. */
export async function earlierRules(target: TargetDescription): Promise<readonly NotificationRule[]> {
  const path = rulesFile(target);
  const text = await readFile(path, 'utf8').catch((error) => {
    only(error, SystemError);
    if (error.code === 'ENOENT') return '[]';
    throw new InputError(`${path} cannot be read: ${whyUnreadable(error)}.`);
  });
  return recordedRules(path, jsonIn(text) ?? text);
}

/** Throws Unproven for a file that cannot be written. */
export async function saveRules(
  target: TargetDescription,
  rules: readonly NotificationRule[],
): Promise<void> {
  const path = rulesFile(target);
  await writeFile(path, `${writeJson(rules, 2)}\n`).catch((error) => {
    only(error, SystemError);
    throw new Unproven(`${path} cannot be written (${error.code})`);
  });
}
