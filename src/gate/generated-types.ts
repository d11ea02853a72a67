/** The generated types: what they are generated from says what a change of them means, unless that stayed the same. */
import { canonical } from '../../contracts/src/contract/canonical.ts';
import { filesBelow, isSame } from './artefact.ts';
import { declaredModules, GENERATED } from './declared-modules.ts';
import { ledgerModule } from './ledger-module.ts';
import { inBoth } from './named.ts';
import { json, type PackageContent } from './package-content.ts';
import { breaking, harmless, type Row } from './row.ts';
import { spelledOut } from './spelled-out.ts';
import { isForPeople, withoutWords } from './without-words.ts';

/** What each file is generated from, without what cannot change it. A file that is not here is explained by nothing. */
const SOURCES: readonly (readonly [file: RegExp, of: (release: PackageContent) => unknown])[] = [
  [/^(access|web-form)\.d\.ts$/, (release) => documents(release)],
  // They name the clauses that the documents cite.
  [/^(operations|event-layouts)\.d\.ts$/, (release) => documents(release, isForPeople)],
  [/^clause-id\.d\.ts$/, clauseIds],
  [/^exchanges\.d\.ts$/, (release) => [...filesBelow(release, 'dist/fixtures/', '.json').keys()].sort()],
];
const OWN = { files: new RegExp(`^${GENERATED}`) };
const MADE_ANEW = harmless('declarations', GENERATED, 'the generated types are made anew', 'patch');

export async function generatedRows(before: PackageContent, after: PackageContent): Promise<Row[]> {
  if (isSame(before, after, OWN)) return [];
  const old = [...filesBelow(before, GENERATED, '')];
  const unexplained = await Promise.all(
    old.map(
      async ([name, text]): Promise<[string, string][]> =>
        (await isExplained(name, before, after)) ? [] : [[GENERATED + name, text]],
    ),
  );
  return [...unexplainedRows(new Map(unexplained.flat()), after), MADE_ANEW];
}

async function isExplained(name: string, before: PackageContent, after: PackageContent): Promise<boolean> {
  const [, of] = SOURCES.find(([file]) => file.test(name)) ?? [];
  return of !== undefined && canonical(await of(before)) !== canonical(await of(after));
}

function documents(release: PackageContent, isLeftOut?: (key: string) => boolean): unknown {
  const names = [...filesBelow(release, 'dist/openapi/', '.json').keys()].sort();
  return names.map((name) => withoutWords(json(release, `dist/openapi/${name}`), isLeftOut));
}

async function clauseIds(release: PackageContent): Promise<string[]> {
  if (!release.files.has('dist/ledgers/clauses.js')) return [];
  const clauses = (await ledgerModule(release, 'clauses')) as { readonly id: string }[];
  return clauses.map(({ id }) => id).sort();
}

/** The later release with earlier generated types beside itself: what its names stand for differs only by these. */
function unexplainedRows(earlier: ReadonlyMap<string, string>, after: PackageContent): Row[] {
  const files = new Map([...after.files, ...earlier]);
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
