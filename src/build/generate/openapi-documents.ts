/** Reads the hand-written OpenAPI documents, each bundled into one object, as every generator step uses them. */
import { join } from 'node:path';
import { bundle, createConfig } from '@redocly/openapi-core';
import { madeFrom, PROJECT } from '../project.ts';

interface DocumentBody {
  schema?: Schema;
  examples?: Record<string, { value: unknown }>;
}

interface DocumentOperation {
  operationId: string;
  description?: string;
  security?: Record<string, string[]>[];
  requestBody?: Pick<DocumentAnswer, 'content'>;
  responses: Record<string, DocumentAnswer>;
  'x-clauses'?: string[];
  'x-not-shown'?: string;
}

interface DocumentAnswer {
  headers?: Record<string, { example?: string }>;
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

export type Named = Readonly<Record<string, unknown>>;

interface Body {
  readonly schema: Schema | undefined;
  /** Their values by name. */
  readonly examples: Named;
}

/** An operation of a document, with nothing to look up elsewhere but in its schemas. */
export interface Operation {
  readonly id: string;
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

export function operationsOf(document: Document): Operation[] {
  const answerOf = (status: string, answer: DocumentAnswer) => {
    const { headers = {}, content, 'x-clauses': clauses = [] } = resolved(document, answer);
    const examples = Object.entries(headers).map(([name, header]) => [
      name,
      resolved(document, header).example,
    ]);
    return [status, { ...bodyOf(content), clauses, headers: Object.fromEntries(examples) }];
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    // A path item may hold parameters beside its operations.
    Object.entries(resolved(document, item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => {
        const { operationId, description, requestBody, responses, 'x-clauses': clauses = [] } = operation;
        const [scheme = 'noToken'] = Object.keys((operation.security ?? document.security)?.[0] ?? {});
        return {
          ...{ id: operationId, description, method: method.toUpperCase(), path, clauses },
          token: scheme.replace('Token', ''),
          contentType: Object.keys(requestBody?.content ?? {})[0],
          request: bodyOf(requestBody?.content),
          answers: Object.fromEntries(
            Object.entries(responses).map(([status, answer]) => answerOf(status, answer)),
          ),
        };
      }),
  );
}

/** Each request or response has one media type at most. */
function bodyOf(content: DocumentAnswer['content'] = {}): Body {
  const [{ schema, examples = {} } = {}] = Object.values(content);
  return { schema, examples: valuesOf(examples) };
}

/** The values of examples without their words. */
export function valuesOf(examples: Readonly<Record<string, { readonly value: unknown }>>): Named {
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
}

/** The schema of every message of a document by its trigger event, and the reference to it. */
export function messagesOf(document: Document) {
  const { mapping = {} } = document.components.schemas?.['NotificationMessage']?.discriminator ?? {};
  return Object.entries(mapping).map(
    ([event, $ref]) => [event, resolved<Schema>(document, { $ref }), $ref] as const,
  );
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
