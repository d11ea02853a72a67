/** Makes the tables of operations, trigger events and named examples that the code reads instead of the documents. */
import { constantsModule } from '../project.ts';
import type { Schemas } from './make-schemas.ts';
import { bodyOf, callsOf, type Document, type DocumentName, messagesOf } from './openapi-documents.ts';

/** A TypeScript module with every operation (method, path, token, responses, clauses) and every trigger event. */
export function operationsModule(documents: Record<DocumentName, Document>, schemas: Schemas): string {
  const operations: Record<string, object> = {};
  for (const [name, document] of Object.entries(documents)) {
    for (const { method, path, operation } of callsOf(document)) {
      const { operationId, requestBody, responses, security = document.security ?? [] } = operation;
      const content = requestBody?.content;
      const answers = Object.entries(responses).map(([status, answer]) => [
        status,
        { clauses: answer['x-clauses'] ?? [], schema: `${operationId}.${status}` in schemas },
      ]);
      operations[operationId] = {
        document: name,
        method,
        path,
        token: (Object.keys(security[0] ?? {})[0] ?? 'noToken').replace('Token', ''),
        encoding: !content ? 'none' : 'application/json' in content ? 'json' : 'form',
        clauses: operation['x-clauses'] ?? [],
        answers: Object.fromEntries(answers),
      };
    }
  }
  const { triggerEvents } = namesOf(Object.values(documents));
  return constantsModule('openapi/', { operations, triggerEvents });
}

/** The ids of all operations, and all trigger events. */
export interface Names {
  readonly operations: readonly string[];
  readonly triggerEvents: readonly string[];
}

export function namesOf(documents: readonly Document[]): Names {
  return {
    operations: documents.flatMap(callsOf).map(({ operation }) => operation.operationId),
    triggerEvents: documents.flatMap(messagesOf).map(([event]) => event),
  };
}

export type Named = Record<string, unknown>;

export interface Examples {
  /** By operationId. */
  requests: Record<string, Named>;
  /** By operationId and documented status. */
  answers: Record<string, Record<string, Named>>;
}

export function examplesOf(documents: readonly Document[]): Examples {
  const examples: Examples = { requests: {}, answers: {} };
  for (const { operation } of documents.flatMap(callsOf)) {
    const { operationId, requestBody, responses } = operation;
    if (requestBody) examples.requests[operationId] = named(requestBody);
    const answers = Object.entries(responses).map(([status, answer]) => [status, named(answer)]);
    examples.answers[operationId] = Object.fromEntries(answers);
  }
  return examples;
}

function named(part: Parameters<typeof bodyOf>[0]): Named {
  return valuesOf(bodyOf(part)?.examples ?? {});
}

/** The values of examples without their words. */
export function valuesOf(examples: Readonly<Record<string, { readonly value: unknown }>>): Named {
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
}
