/** Compares two releases of the package, one kind of artefact after the other. */
import { InputError } from '../../../contracts/src/base/errors.ts';
import { type Artefact, BUMPS, breaking, type GateRow, harmless, isIn, isSame } from './changes.ts';
import { fixtures, mapping, pacts } from './data-changes.ts';
import { declarations } from './declaration-changes.ts';
import { asyncapi, documents } from './document-changes.ts';
import { clauses, openFacts } from './ledger-changes.ts';
import { manifest, modules, otherFiles, texts } from './package-changes.ts';
import type { PackageContent } from './release.ts';
import { documentBodies, schemas } from './schema-changes.ts';
import { validators } from './validator-changes.ts';

const ARTEFACTS: readonly Artefact[] = [
  schemas,
  documentBodies,
  documents,
  asyncapi,
  mapping,
  clauses,
  openFacts,
  fixtures,
  pacts,
  manifest,
  modules,
  validators,
  declarations,
  texts,
  otherFiles,
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
  const [was, is] = [isIn(before, artefact), isIn(after, artefact)];
  if (was && is) return isSame(before, after, artefact) ? [] : artefact.rows(before, after);
  if (is) return [harmless(artefact.name, '', 'the earlier release has none: all of it is added', 'minor')];
  return was ? [breaking(artefact.name, '', 'all of it is gone', 'readers')] : [];
}
