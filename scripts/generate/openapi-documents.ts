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
}

export interface Document {
  'x-generated'?: string;
  openapi: string;
  info?: { version: string };
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

/** The document in one file, its references into itself kept or replaced by what they name. Throws for one that names nothing. */
export async function bundled(
  name: DocumentName | 'control',
  references: 'kept' | 'replaced' = 'kept',
): Promise<Document> {
  const config = await createConfig({ plugins: [WITH_DETAILS] });
  const ref = join(PROJECT, `openapi/${name}.yaml`);
  const result = await bundle({ config, ref, dereference: references === 'replaced' });
  const problem = result.problems[0];
  if (problem) throw new Error(`openapi/${name}.yaml: ${problem.message}`);
  const document = result.bundle.parsed as Document;
  return { 'x-generated': madeFrom('openapi/'), ...document };
}

export type Named = Readonly<Record<string, unknown>>;

interface Body {
  readonly schema: Schema | undefined;
  /** Their values by name. */
  readonly examples: Named;
}

export interface Operation {
  readonly id: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly method: string;
  readonly path: string;
  /** Of whom: `client`, `user`, or `no` token. */
  readonly token: string;
  readonly clauses: readonly string[];
  readonly contentType: string | undefined;
  readonly request: Body;
  /** By documented status; `headers` are the examples of its headers. */
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
          answers: mapped(responses, ({ headers = {}, content, 'x-clauses': clauses = [] }) => {
            return { ...bodyOf(content), clauses, headers: mapped(headers, ({ example }) => example) };
          }),
        };
      }),
  );
}

/** Each request or response has one media type at most. */
function bodyOf(content: Content = {}): Body {
  const [{ schema, examples = {} } = {}] = Object.values(content);
  return { schema, examples: mapped(examples, ({ value }) => value) };
}

/** The same names with what is made of their values. */
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
  const?: unknown;
  title?: string;
  description?: string;
  'x-details'?: Schema;
}
