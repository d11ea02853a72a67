/** Reads the hand-written OpenAPI documents, each bundled into one object, as every generator step uses them. */
import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { madeFrom, PROJECT } from '../project.ts';

export interface DocumentBody {
  schema: Schema;
  examples?: Record<string, { value: unknown }>;
}

interface DocumentOperation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, DocumentBody> };
  responses: Record<string, DocumentAnswer>;
  'x-clauses'?: string[];
  'x-not-shown'?: string;
}

export interface DocumentAnswer {
  headers?: Record<string, { schema: Schema; required?: boolean; example?: string }>;
  content?: Record<string, DocumentBody>;
  'x-clauses'?: string[];
}

export interface Document {
  'x-generated'?: string;
  openapi: string;
  info?: { version: string };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, DocumentOperation>>;
  webhooks?: Record<string, { post: DocumentOperation }>;
  components: { schemas?: Record<string, Schema>; responses?: Record<string, DocumentAnswer> };
}

const DOCUMENTS = ['access', 'web-form'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** `x-details` of a message is a schema, so that a reference in it stays one. */
const WITH_DETAILS = {
  id: 'x-details',
  typeExtension: {
    oas3: ({ Schema, ...types }: Record<string, { properties: object }>) => ({
      ...types,
      Schema: { ...Schema, properties: { ...Schema?.properties, 'x-details': 'Schema' } },
    }),
  },
};

/** The bundled document; throws for a reference to nothing. */
export async function bundled(name: DocumentName | 'control'): Promise<Document> {
  const config = await createConfig({ plugins: [WITH_DETAILS] });
  const ref = join(PROJECT, `openapi/${name}.yaml`);
  const result = await bundle({ config, ref });
  const problem = result.problems[0];
  if (problem) throw new Error(`openapi/${name}.yaml: ${problem.message}`);
  const document = result.bundle.parsed as Document;
  return { 'x-generated': madeFrom('openapi/'), ...document };
}

export interface DocumentCall {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentOperation;
}

const METHODS = ['get', 'post', 'put'];

/** Every operation of a document with its call; references to responses are resolved. */
export function callsOf(document: Document): DocumentCall[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    // A path item may hold parameters beside its operations.
    Object.entries(resolved(document, item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => {
        const answers = Object.entries(operation.responses);
        const responses = answers.map(([status, answer]) => [status, resolved(document, answer)]);
        const own = { ...operation, responses: Object.fromEntries(responses) };
        return { method: method.toUpperCase(), path, operation: own };
      }),
  );
}

/** The schema of every message of a document by its trigger event, and the reference to it. */
export function messagesOf(document: Document) {
  const { mapping = {} } = document.components.schemas?.['NotificationMessage']?.discriminator ?? {};
  return Object.entries(mapping).map(
    ([event, $ref]) => [event, resolved<Schema>(document, { $ref }), $ref] as const,
  );
}

/** The body of a request or response: each has one media type at most. */
export function bodyOf(part: Pick<DocumentAnswer, 'content'> | undefined): DocumentBody | undefined {
  return Object.values(part?.content ?? {})[0];
}

/** What a local reference points to, or the value itself. */
export function resolved<T extends object>(document: Document, value: T): T {
  const ref = (value as { $ref?: string }).$ref;
  if (ref === undefined) return value;
  const steps = ref.slice('#/'.length).split('/');
  const inside = (node: object, step: string) => (node as Record<string, object>)[step.replace(/~1/g, '/')];
  return resolved(
    document,
    steps.reduce<object | undefined>((node, step) => inside(node ?? {}, step), document) as T,
  );
}

/** JSON Schema as the generator reads and rewrites it. */
export interface Schema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  const?: unknown;
  title?: string;
  description?: string;
  'x-details'?: { $ref: string };
}
