/** Bodies: requests, answers, messages, details and the params of rules, wherever the package describes them. */
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { Document } from '../generate/documents.ts';
import type { Schema } from '../generate/schema.ts';
import { derivedSchemas } from '../generate/schemas.ts';
import { type Artefact, filesBelow } from './artefact.ts';
import { inBoth } from './named.ts';
import { json, type PackageContent } from './package-content.ts';
import { breaking, harmless, type Row } from './row.ts';
import { type Direction, schemaRows } from './schema-rows.ts';

/** The JSON Schemas that are published one by one. */
export const schemas: Artefact = {
  name: 'schemas',
  files: /^dist\/schemas\/.*\.json$/,
  rows: (before, after) => bodyRows(fromFiles(before), fromFiles(after)),
};

/** The bodies inside the OpenAPI documents: the same ones, so the same finding is the same row. */
export const documentBodies: Artefact = {
  name: 'bodies of OpenAPI documents',
  files: /^dist\/openapi\/.*\.json$/,
  rows: (before, after) => bodyRows(fromDocuments(before), fromDocuments(after)),
};

/** Bodies by name, as a release describes them; `createUser.request` is sent, everything else is read. */
export function bodyRows(before: ReadonlyMap<string, Schema>, after: ReadonlyMap<string, Schema>): Row[] {
  const breaks = (name: string) => (directionOf(name) === 'sent' ? 'senders' : 'readers');
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const born = [...after.keys()].filter((name) => !before.has(name));
  return [
    ...gone.map((name) => breaking(name, '', 'the body is no longer described', breaks(name))),
    ...born.map((name) => harmless(name, '', 'the body is new', 'minor')),
    ...inBoth(before, after).flatMap(({ name, old, now }) => schemaRows(name, old, now, directionOf(name))),
  ];
}

/** Who sends a body of this name. */
export function directionOf(name: string): Direction {
  return name.endsWith('.request') ? 'sent' : 'read';
}

function fromFiles(release: PackageContent): Map<string, Schema> {
  const names = [...filesBelow(release, 'dist/schemas/', '.json').keys()];
  return new Map(
    names.map((name) => [name.replace(/\.json$/, ''), json(release, `dist/schemas/${name}`) as Schema]),
  );
}

function fromDocuments(release: PackageContent): Map<string, Schema> {
  const names = [...filesBelow(release, 'dist/openapi/', '.json').keys()];
  const documents = names.map((name) => json(release, `dist/openapi/${name}`) as Document);
  try {
    return new Map(Object.entries(derivedSchemas(documents)));
  } catch (error) {
    const { name, version } = release.manifest;
    throw new Stop(
      2,
      `the OpenAPI documents of ${name} ${version} cannot be read: ${(error as Error).message}`,
    );
  }
}
