/** Compares two releases of the package, one kind of artefact after the other. */
import { InputError } from '../../../contracts/src/base/errors.ts';
import { type Artefact, BUMPS, type GateRow, gateRow } from './changes.ts';
import { dataArtefacts } from './data-changes.ts';
import { declarations } from './declaration-changes.ts';
import { documents } from './document-changes.ts';
import type { PackageContent } from './release.ts';
import { asyncapiBodies, documentBodies, schemas } from './schema-changes.ts';
import { validators } from './validator-changes.ts';

const ARTEFACTS: readonly Artefact[] = [
  ...[schemas, documentBodies, asyncapiBodies, documents],
  ...dataArtefacts,
  ...[validators, declarations],
];

/**
 * Every finding once, the gravest first. An artefact that only one release has is one row: all of it is added, or gone.
 * Throws InputError for an artefact that cannot be read, and for two packages.
 */
export async function comparePackages(
  before: PackageContent,
  after: PackageContent,
): Promise<readonly GateRow[]> {
  const [old, now] = [before.manifest.name, after.manifest.name];
  if (old !== now) throw new InputError(`${old} and ${now} are two packages, not two releases of one`);
  const found = new Map<string, GateRow>();
  for (const artefact of ARTEFACTS) {
    for (const row of await rowsOf(artefact, before, after)) found.set(row.fingerprint, row);
  }
  return BUMPS.flatMap((bump) => [...found.values()].filter((row) => row.bump === bump));
}

function rowsOf(artefact: Artefact, before: PackageContent, after: PackageContent) {
  const { name, files, also = files, rows } = artefact;
  const has = (release: PackageContent) => [...release.files.keys()].some((path) => files.test(path));
  if (!has(before) && !has(after)) return [];
  if (!has(before)) return [gateRow(name, '', 'the earlier release has none: all of it is added', 'minor')];
  if (!has(after)) return [gateRow(name, '', 'all of it is gone', 'readers')];
  const bytes = (release: PackageContent) =>
    String([...release.files].filter(([path]) => files.test(path) || also.test(path)).sort());
  return bytes(before) === bytes(after) ? [] : rows(before, after);
}
