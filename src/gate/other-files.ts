/** Data that no other kind of artefact knows: nothing that is published changes without a row. */
import { type Artefact, filesBelow } from './artefact.ts';
import { inBoth, namedRows } from './named.ts';
import type { PackageContent } from './package-content.ts';
import { harmless } from './row.ts';

export const otherFiles: Artefact = {
  name: 'other files',
  files:
    /^dist\/(?!(schemas|openapi|fixtures|vectors|pacts)\/.*\.json$|migration\/.*\.csv$|asyncapi\.json$|.*\.(js|d\.ts|txt)$)/,
  rows: (before, after) => {
    const [old, now] = [all(before), all(after)];
    return [
      ...namedRows(old.keys(), now.keys(), { artefact: 'other files', noun: 'file', breaks: 'readers' }),
      ...inBoth(old, now)
        .filter((file) => file.old !== file.now)
        .map(({ name }) => harmless('other files', name, 'is another one', 'patch')),
    ];
  },
};

function all(release: PackageContent): Map<string, string> {
  const files = filesBelow(release, 'dist/', '');
  return new Map([...files].filter(([name]) => otherFiles.files.test(`dist/${name}`)));
}
