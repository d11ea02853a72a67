/** The fixtures and encrypted vectors: made-up bodies that tests load by name and read by field. Their values are no promise. */
import { type Artefact, filesBelow } from './artefact.ts';
import { inBoth, namedRows } from './named.ts';
import { json, type PackageContent } from './package-content.ts';
import { breaking, harmless, type Row } from './row.ts';

export const fixtures: Artefact = {
  name: 'fixtures',
  files: /^dist\/(fixtures|vectors)\/.*\.json$/,
  rows: (before, after) => {
    const [old, now] = [all(before), all(after)];
    return [
      ...namedRows(old.keys(), now.keys(), { artefact: 'fixtures', noun: 'fixture', breaks: 'readers' }),
      ...inBoth(old, now).flatMap((file) => valueRows(file.name, file.old, file.now)),
    ];
  },
};

function valueRows(artefact: string, before: unknown, after: unknown): Row[] {
  const [old, now] = [leaves(before), leaves(after)];
  const words = { artefact, noun: 'field', breaks: 'readers' } as const;
  return [
    ...namedRows(old.keys(), now.keys(), words),
    ...inBoth(old, now).flatMap(({ name, old: was, now: is }) => {
      if (kindOf(was) !== kindOf(is))
        return [breaking(artefact, name, `${kindOf(was)} is ${kindOf(is)} now`, 'readers')];
      return was === is ? [] : [harmless(artefact, name, 'another value', 'patch')];
    }),
  ];
}

/** Every value that holds no other, by its path: `orders[0].amount.value`; an empty list or object is one too. */
function leaves(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return found.set(path, value);
  const parts = Object.entries(value);
  if (parts.length === 0) return found.set(path, JSON.stringify(value));
  for (const [name, part] of parts) {
    leaves(part, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, found);
  }
  return found;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

/** By their paths below `dist`: `fixtures/createUser/minimal.json`. */
function all(release: PackageContent): Map<string, unknown> {
  const names = [...filesBelow(release, 'dist/', '.json').keys()].filter((name) =>
    fixtures.files.test(`dist/${name}`),
  );
  return new Map(names.map((name) => [name, json(release, `dist/${name}`)]));
}
