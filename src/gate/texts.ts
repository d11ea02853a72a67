/** What stands beside the package for people: README, licence. */
import type { Artefact } from './artefact.ts';
import type { PackageContent } from './package-content.ts';
import { harmless } from './row.ts';

export const texts: Artefact = {
  name: 'texts',
  files: /^(?!dist\/|package\.json$)|\.txt$/,
  rows: (before, after) => {
    const names = new Set([...forPeople(before), ...forPeople(after)]);
    return [...names]
      .filter((name) => before.files.get(name) !== after.files.get(name))
      .map((name) => harmless(name, '', 'words changed', 'patch'));
  },
};

function forPeople({ files }: PackageContent): string[] {
  return [...files.keys()].filter((path) => texts.files.test(path));
}
