/** Compares the package as it is installed: its manifest, the modules to import, texts, and files of no other kind. */
import semver from 'semver';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import {
  type Artefact,
  breaking,
  filesBelow,
  type GateRow,
  harmless,
  inBoth,
  memberRows,
  namedRows,
} from './changes.ts';
import { exportsOf, importNames, type Manifest, type PackageContent } from './release.ts';

export const manifest: Artefact = {
  name: 'manifest',
  files: /^package\.json$/,
  rows: ({ manifest: old }, { manifest: now }) => {
    const rows = [
      ...named(old, now, 'exports', 'export'),
      ...named(old, now, 'bin', 'command'),
      ...rangeRows('engines', old, now),
      ...rangeRows('peerDependencies', old, now),
      ...dependencyRows(old, now),
      ...moduleKind(old, now),
    ];
    if (rows.length > 0 || canonical({ ...old, version: '' }) === canonical({ ...now, version: '' }))
      return rows;
    return [harmless(ARTEFACT, '', 'other fields changed', 'patch')];
  },
};

const ARTEFACT = 'package.json';

function named(old: Manifest, now: Manifest, field: 'exports' | 'bin', noun: string): GateRow[] {
  const names = (of: Manifest) => (of[field] === undefined ? [] : Object.keys(exportsOf(of[field])));
  return namedRows(names(old), names(now), { artefact: ARTEFACT, noun, breaks: 'importers' });
}

/** What an installation needs: a new need and a narrower range are breaking. */
function rangeRows(field: 'engines' | 'peerDependencies', old: Manifest, now: Manifest): GateRow[] {
  const [was, is] = [table(old, field), table(now, field)];
  const gone = [...was.keys()].filter((name) => !is.has(name));
  const added = [...is.keys()].filter((name) => !was.has(name));
  return [
    ...gone.map((name) => harmless(ARTEFACT, `${field}.${name}`, 'is no longer needed', 'minor')),
    ...added.map((name) => breaking(ARTEFACT, `${field}.${name}`, 'is needed now', 'importers')),
    ...inBoth(was, is)
      .filter((range) => range.old !== range.now)
      .map(({ name, old: wide, now: next }) => {
        const change = `${wide} to ${next}`;
        if (semver.subset(wide, next)) return harmless(ARTEFACT, `${field}.${name}`, change, 'minor');
        return breaking(ARTEFACT, `${field}.${name}`, change, 'importers');
      }),
  ];
}

/** npm installs these by itself, so none of them is breaking. */
function dependencyRows(old: Manifest, now: Manifest): GateRow[] {
  const [was, is] = [table(old, 'dependencies'), table(now, 'dependencies')];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => was.get(name) !== is.get(name))
    .map((name) => {
      const change = `${was.get(name) ?? 'nothing'} to ${is.get(name) ?? 'nothing'}`;
      return harmless(ARTEFACT, `dependencies.${name}`, change, 'minor');
    });
}

/** `type` says whether `.js` is imported or required. */
function moduleKind(old: Manifest, now: Manifest): GateRow[] {
  if (old['type'] === now['type']) return [];
  return [
    breaking(ARTEFACT, 'type', `${old['type'] ?? 'commonjs'} to ${now['type'] ?? 'commonjs'}`, 'importers'),
  ];
}

function table(of: Manifest, field: string): Map<string, string> {
  return new Map(Object.entries((of[field] ?? {}) as Record<string, string>));
}

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

/** README, licence and other texts. */
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

/** Files of no other kind, so that nothing published changes without a row. */
export const otherFiles: Artefact = {
  name: 'other files',
  files:
    /^dist\/(?!(schemas|openapi|fixtures|vectors|pacts)\/.*\.json$|migration\/.*\.csv$|asyncapi\.json$|.*\.(js|d\.ts|txt)$)/,
  rows: (before, after) => {
    const words = { artefact: 'other files', noun: 'file', breaks: 'readers' } as const;
    return memberRows(others(before), others(after), words, (name, old, now) =>
      old === now ? [] : [harmless('other files', name, 'is another one', 'patch')],
    );
  },
};

function others(release: PackageContent): Map<string, string> {
  const files = filesBelow(release, 'dist/', '');
  return new Map([...files].filter(([name]) => otherFiles.files.test(`dist/${name}`)));
}
