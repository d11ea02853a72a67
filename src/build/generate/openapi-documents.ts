/** Reads the hand-written OpenAPI documents, each bundled into one object, as every generator step uses them. */
import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { madeFrom, PROJECT, readYaml } from '../project.ts';

export interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  requestBody?: {
    content: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>;
  };
  responses: Record<string, Answer>;
  'x-clauses'?: string[];
  'x-details'?: string;
  'x-not-shown'?: string;
}

export interface Answer {
  headers?: Record<string, { schema: Schema; required?: boolean }>;
  content?: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>;
  'x-clauses'?: string[];
}

export interface Document {
  openapi: string;
  info?: { version: string };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: { schemas?: Record<string, Schema>; responses?: Record<string, Answer> };
}

const DOCUMENTS = ['access', 'web-form'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** The bundled document; an error when a reference leads nowhere. */
export async function bundled(name: DocumentName | 'control'): Promise<Document> {
  const config = await createConfig({});
  const ref = join(PROJECT, `openapi/${name}.yaml`);
  const result = await bundle({ config, ref });
  const problem = result.problems[0];
  if (problem) throw new Error(`openapi/${name}.yaml: ${problem.message}`);
  return { 'x-generated': madeFrom('openapi/'), ...result.bundle.parsed };
}

/**
 * The names of the files that exist once for each trigger event, in the order of the webhooks:
 * `new-account-balance.yaml` in openapi/messages/ and in contracts/clauses/events/.
 */
export function eventFiles(): string[] {
  const { webhooks } = readYaml('openapi/access.yaml') as { webhooks: object };
  return Object.keys(webhooks).map((event) => `${event.toLowerCase().replaceAll('_', '-')}.yaml`);
}

/** What a local reference points to, or the value itself; each document is its own world. */
export function resolved<T extends object>(document: Document, value: T): T {
  const ref = (value as { $ref?: string }).$ref;
  if (ref === undefined) return value;
  const target = ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown>)[step.replace(/~1/g, '/')], document);
  return resolved(document, target as T);
}

/** JSON Schema as the generator walks and rewrites it. */
export interface Schema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  const?: unknown;
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLES = ['items', 'contains', 'if', 'then', 'else', 'not'] as const;

/** A copy of a schema in which every subschema is what `change` makes of it. */
export function mapSubschemas(schema: Schema, change: (part: Schema) => Schema): Schema {
  const copy: Schema = { ...schema };
  for (const key of LISTS) if (Array.isArray(copy[key])) copy[key] = (copy[key] as Schema[]).map(change);
  for (const key of SINGLES) if (copy[key] !== undefined) copy[key] = change(copy[key] as Schema);
  if (schema.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, change(part)]),
    );
  }
  return copy;
}
