/** Reads the hand-written OpenAPI documents, each bundled into one object, as every generator step uses them. */
import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { madeFrom, PROJECT } from '../project.ts';

type Content = Record<string, { schema?: Schema; examples?: Examples }>;
type Examples = Readonly<Record<string, { readonly value: unknown }>>;

interface DocumentOperation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Content };
  responses: Record<string, DocumentResponse>;
  'x-clauses'?: string[];
  'x-not-shown'?: string;
}

interface DocumentResponse {
  headers?: Record<string, { example?: string }>;
  content?: Content;
  'x-clauses'?: string[];
  /** Made-up bodies of a response whose content is not documented. */
  'x-examples'?: Examples;
}

export interface Document {
  'x-generated'?: string;
  openapi: string;
  info?: { version: string; description?: string };
  tags?: object[];
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, DocumentOperation>>;
  webhooks?: Record<string, { post: DocumentOperation }>;
  components: { schemas?: Record<string, Schema>; responses?: object; securitySchemes?: object };
}

export type DocumentName = 'access' | 'web-form';

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

/**
 * The document in one file, its references into itself kept or replaced by what they name. A schema that has fields, or is one
 * of several that have, has its name as its title where references are replaced. Throws for a reference that names nothing.
 */
export async function bundled(
  name: DocumentName | 'control',
  references: 'kept' | 'replaced' = 'kept',
): Promise<Document> {
  const config = await createConfig({ plugins: [WITH_DETAILS] });
  const ref = join(PROJECT, `openapi/${name}.yaml`);
  const result = await bundle({ config, ref });
  const problem = result.problems[0];
  if (problem) throw new Error(`openapi/${name}.yaml: ${problem.message}`);
  const document: Document = { 'x-generated': madeFrom('openapi/'), ...(result.bundle.parsed as Document) };
  for (const schema of Object.values(document.components.schemas ?? {})) refuseUnset(schema, document);
  if (references === 'kept') return document;
  const schemas = titledSchemas(document);
  return withoutReferences({ ...document, components: { ...document.components, schemas } });
}

/** Replaces `x-unset`: fields that have no value there, or `others`, those that any other message or its items have. */
function refuseUnset(schema: Schema, document: Document): void {
  const { 'x-unset': unset } = schema;
  if (unset === undefined) return;
  delete schema['x-unset'];
  const names = unset === 'others' ? otherFields(schema, document) : unset;
  const isSet = { not: { type: 'null' } };
  schema.not = { anyOf: names.map((name) => ({ required: [name], properties: { [name]: isSet } })) };
}

function otherFields({ properties: own = {} }: Schema, document: Document): string[] {
  const names = Object.values(messagesOf(document)).flatMap(({ properties = {} }) => [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(({ items }) =>
      Object.keys(named(document, items?.['$ref'])?.properties ?? {}),
    ),
  ]);
  return [...new Set(names)].filter((name) => !(name in own));
}

/** The schemas by name, each that has fields with its name as its title. */
export function titledSchemas({ components: { schemas = {} } }: Document): Record<string, Schema> {
  const hasFields = ({ type, oneOf, allOf }: Schema) => type === 'object' || oneOf || allOf;
  return mapped(schemas, (schema, title) => (hasFields(schema) ? { title, ...schema } : schema));
}

function withoutReferences(document: Document): Document {
  return replaced(document) as Document;

  function replaced(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(replaced);
    if (typeof part !== 'object' || part === null) return part;
    return '$ref' in part ? replaced(named(document, part.$ref)) : mapped(part as Named, replaced);
  }
}

function named(document: Document, reference: unknown): Schema | undefined {
  const [, , kind = '', name = ''] = String(reference).split('/');
  return (document.components as Record<string, Record<string, Schema>>)[kind]?.[name];
}

export type Named = Readonly<Record<string, unknown>>;

interface Body {
  readonly schema: Schema | undefined;
  /** Values. Keys: names. */
  readonly examples: Named;
}

export interface Operation {
  readonly id: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly method: string;
  readonly path: string;
  /** Owner of the token: `client`, `user`, or `no` token. */
  readonly token: string;
  readonly clauses: readonly string[];
  readonly contentType: string | undefined;
  readonly request: Body;
  /** Keys: documented statuses; `headers` are examples of the headers. */
  readonly answers: Readonly<
    Record<string, Body & { readonly clauses: readonly string[]; readonly headers: Named }>
  >;
}

const METHODS = ['get', 'post', 'put'];

/** The operations of a document whose references are replaced. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    // A path item may hold parameters beside its operations.
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => {
        const {
          operationId,
          summary,
          description,
          requestBody,
          responses,
          'x-clauses': clauses = [],
        } = operation;
        const [scheme = 'noToken'] = Object.keys((operation.security ?? document.security)?.[0] ?? {});
        return {
          id: operationId,
          summary,
          description,
          method: method.toUpperCase(),
          path,
          clauses,
          token: scheme.replace('Token', ''),
          contentType: Object.keys(requestBody?.content ?? {})[0],
          request: bodyOf(requestBody?.content),
          answers: mapped(responses, ({ headers = {}, content, 'x-clauses': clauses = [], ...made }) => {
            const { schema, examples } = bodyOf(content, made['x-examples']);
            return { schema, examples, clauses, headers: mapped(headers, ({ example }) => example) };
          }),
        };
      }),
  );
}

/** Each request or response has one media type at most. */
function bodyOf(content: Content = {}, made: Examples = {}): Body {
  const [{ schema, examples = made } = {}] = Object.values(content);
  return { schema, examples: mapped(examples, ({ value }) => value) };
}

/** Keeps the names, and makes new values. */
export function mapped<Value, Made>(
  record: Readonly<Record<string, Value>>,
  make: (value: Value, name: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value, name)]));
}

/** The schema of every message of a document by its trigger event. */
export function messagesOf({ components: { schemas = {} } }: Document): Record<string, Schema> {
  const { mapping = {} } = schemas['NotificationMessage']?.discriminator ?? {};
  return mapped(mapping, (reference) => schemas[reference.replace(/.*\//, '')] ?? {});
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
  not?: Schema;
  const?: unknown;
  title?: string;
  description?: string;
  'x-clauses'?: string[];
  'x-details'?: Schema;
  'x-unset'?: string[] | 'others';
}
