/** The licences of the packages that are bundled, whose texts have to travel with them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PROJECT } from '../generate/project.ts';

/** `folders` as `modules` names them. Throws for a package without a licence text. */
export function licences(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(PROJECT, folder)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${basename(folder)} has no licence text`);
    const text = readFileSync(join(PROJECT, folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return `Parts of these packages are bundled into the modules of this one.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
