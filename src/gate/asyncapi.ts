/** The AsyncAPI document: its channels, operations and messages by name, and the payloads of its messages. */

import { canonical } from '../../contracts/src/contract/canonical.ts';
import type { Schema } from '../generate/schema.ts';
import { mapSubschemas } from '../generate/schema.ts';
import type { Artefact } from './artefact.ts';
import { bodyRows } from './bodies.ts';
import { namedRows } from './named.ts';
import { json } from './package-content.ts';
import { harmless } from './row.ts';

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

/** A payload may stand beside the name of its schema format; a reference leads into the document. */
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
