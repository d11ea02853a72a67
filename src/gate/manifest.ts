/** The manifest: what can be imported and run, and what has to be there for it. */
import semver from 'semver';
import { canonical } from '../../contracts/src/contract/canonical.ts';
import type { Artefact } from './artefact.ts';
import { exportsOf } from './import-names.ts';
import { inBoth, namedRows } from './named.ts';
import type { Manifest } from './package-content.ts';
import { breaking, harmless, type Row } from './row.ts';

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

function named(old: Manifest, now: Manifest, field: 'exports' | 'bin', noun: string): Row[] {
  const names = (of: Manifest) => (of[field] === undefined ? [] : Object.keys(exportsOf(of[field])));
  return namedRows(names(old), names(now), { artefact: ARTEFACT, noun, breaks: 'importers' });
}

/** What is asked of whoever installs: a new demand and a narrower range leave somebody behind. */
function rangeRows(field: 'engines' | 'peerDependencies', old: Manifest, now: Manifest): Row[] {
  const [was, is] = [table(old, field), table(now, field)];
  const gone = [...was.keys()].filter((name) => !is.has(name));
  const born = [...is.keys()].filter((name) => !was.has(name));
  return [
    ...gone.map((name) => harmless(ARTEFACT, `${field}.${name}`, 'is no longer asked for', 'minor')),
    ...born.map((name) => breaking(ARTEFACT, `${field}.${name}`, 'is asked for now', 'importers')),
    ...inBoth(was, is)
      .filter((range) => range.old !== range.now)
      .map(({ name, old: wide, now: next }) => {
        const change = `${wide} to ${next}`;
        if (semver.subset(wide, next)) return harmless(ARTEFACT, `${field}.${name}`, change, 'minor');
        return breaking(ARTEFACT, `${field}.${name}`, change, 'importers');
      }),
  ];
}

/** npm installs these along, so nobody has to do anything; but what is installed is another thing. */
function dependencyRows(old: Manifest, now: Manifest): Row[] {
  const [was, is] = [table(old, 'dependencies'), table(now, 'dependencies')];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => was.get(name) !== is.get(name))
    .map((name) => {
      const change = `${was.get(name) ?? 'nothing'} to ${is.get(name) ?? 'nothing'}`;
      return harmless(ARTEFACT, `dependencies.${name}`, change, 'minor');
    });
}

/** `type` says whether `.js` is imported or required. */
function moduleKind(old: Manifest, now: Manifest): Row[] {
  if (old['type'] === now['type']) return [];
  return [
    breaking(ARTEFACT, 'type', `${old['type'] ?? 'commonjs'} to ${now['type'] ?? 'commonjs'}`, 'importers'),
  ];
}

function table(of: Manifest, field: string): Map<string, string> {
  return new Map(Object.entries((of[field] ?? {}) as Record<string, string>));
}
