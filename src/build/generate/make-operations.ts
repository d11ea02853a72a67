/** Writes the table of operations and messages that the machinery reads instead of the documents. */
import { madeFrom } from '../project.ts';
import { operationsOf, type Schemas } from './make-schemas.ts';
import { type Document, type DocumentName, resolved } from './openapi-documents.ts';

/** A TypeScript module with every operation (method, path, token, answers, clauses) and every trigger event. */
export function operationsModule(documents: Record<DocumentName, Document>, schemas: Schemas): string {
  const operations: Record<string, unknown> = {};
  const events: string[] = [];
  for (const [name, document] of Object.entries(documents)) {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const security = (operation.security ?? document.security ?? [])[0] ?? {};
        operations[operation.operationId] = {
          document: name,
          method: method.toUpperCase(),
          path,
          token: (Object.keys(security)[0] ?? 'noToken').replace('Token', ''),
          encoding: encodingOf(operation.requestBody?.content),
          clauses: operation['x-clauses'] ?? [],
          answers: Object.fromEntries(
            Object.entries(operation.responses).map(([status, answer]) => [
              status,
              {
                clauses: answer['x-clauses'] ?? [],
                schema: `${operation.operationId}.${status}` in schemas,
              },
            ]),
          ),
        };
      }
    }
    events.push(...Object.keys(document.webhooks ?? {}));
  }
  return [
    `// ${madeFrom('openapi/')}`,
    `export const operations = ${JSON.stringify(operations, null, 2)} as const;`,
    `export const triggerEvents = ${JSON.stringify(events, null, 2)} as const;\n`,
  ].join('\n');
}

/** What the documents name: the ids of all operations, and all trigger events. */
export interface Names {
  readonly operations: readonly string[];
  readonly triggerEvents: readonly string[];
}

export function namesOf(documents: readonly Document[]): Names {
  return {
    operations: documents.flatMap(({ paths }) =>
      Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
    ),
    triggerEvents: documents.flatMap(({ webhooks = {} }) => Object.keys(webhooks)),
  };
}

function encodingOf(content: object | undefined): 'form' | 'json' | 'none' {
  if (!content) return 'none';
  return 'application/json' in content ? 'json' : 'form';
}

type Named = Record<string, unknown>;

export interface Examples {
  /** By operationId. */
  requests: Record<string, Named>;
  /** By operationId and documented status. */
  answers: Record<string, Record<string, Named>>;
  /** By trigger event. */
  messages: Record<string, Named>;
}

export function examplesOf(documents: Document[]): Examples {
  const examples: Examples = { requests: {}, answers: {}, messages: {} };
  for (const document of documents) {
    for (const operation of operationsOf(document)) {
      const { operationId } = operation;
      if (operation.requestBody) examples.requests[operationId] = named(operation.requestBody);
      examples.answers[operationId] = Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => [
          status,
          named(resolved(document, answer)),
        ]),
      );
    }
    for (const [event, item] of Object.entries(document.webhooks ?? {})) {
      examples.messages[event] = named(resolved(document, item).post.requestBody ?? {});
    }
  }
  return examples;
}

function named(body: { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }): Named {
  const examples = Object.values(body.content ?? {})[0]?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
}
