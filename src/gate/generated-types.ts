/** The generated types: bodies and clauses say what a change of them means, unless there is none that could. */
import { isSame } from './artefact.ts';
import { declaredModules, GENERATED } from './declared-modules.ts';
import { inBoth } from './named.ts';
import type { PackageContent } from './package-content.ts';
import { breaking, harmless, type Row } from './row.ts';
import { spelledOut } from './spelled-out.ts';

/** What they are generated from. */
const SOURCES = { files: /^dist\/(schemas|openapi|ledgers|migration)\// };
const OWN = { files: new RegExp(`^${GENERATED}`) };
const MADE_ANEW = harmless('declarations', GENERATED, 'the generated types are made anew', 'patch');

export function generatedRows(before: PackageContent, after: PackageContent): Row[] {
  if (isSame(before, after, OWN)) return [];
  return [...(isSame(before, after, SOURCES) ? unexplainedRows(before, after) : []), MADE_ANEW];
}

/** The later release with the earlier generated types beside itself: what its names stand for differs only by these. */
function unexplainedRows({ files: old }: PackageContent, after: PackageContent): Row[] {
  const files = new Map([
    ...[...after.files].filter(([path]) => !OWN.files.test(path)),
    ...[...old].filter(([path]) => OWN.files.test(path)),
  ]);
  const { checker, old: was, now } = declaredModules({ ...after, files }, after, false);
  return inBoth(was, now).flatMap((module) =>
    inBoth(module.old, module.now)
      .filter((name) => spelledOut(checker, name.old) !== spelledOut(checker, name.now))
      .map(({ name }) =>
        breaking(
          `declarations of ${module.name}`,
          name,
          'stands for another type, and no document does',
          'importers',
        ),
      ),
  );
}
