/** The modules: which names can be imported, and whether their code is the same. */
import type { Artefact } from './artefact.ts';
import { importNames } from './import-names.ts';
import { namedRows } from './named.ts';
import type { PackageContent } from './package-content.ts';
import { harmless } from './row.ts';

export const modules: Artefact = {
  name: 'modules',
  files: /^dist\/.*\.js$/,
  also: /^package\.json$/,
  rows: (before, after) => {
    const words = { artefact: 'imports', noun: 'import', breaks: 'importers' } as const;
    const same = code(before) === code(after);
    return [
      ...namedRows(names(before, after), names(after, before), words),
      // What code does is not judged by its text; that it changed is worth a number of its own.
      ...(same ? [] : [harmless('modules', '', 'the built code is another one', 'patch')]),
    ];
  },
};

/** Of data files only those that the other release has too: one that is gone or new is judged with its kind. */
function names(release: PackageContent, other: PackageContent): string[] {
  const reached = [...importNames(release)].filter(
    ([, file]) => file.endsWith('.js') || other.files.has(file),
  );
  return reached.map(([name]) => name);
}

function code({ files }: PackageContent): string {
  const modules = [...files].filter(([path]) => path.startsWith('dist/') && path.endsWith('.js'));
  return modules
    .map(([, text]) => text)
    .sort()
    .join('\n');
}
