/** Makes the tables of operations, trigger events and named examples that the code reads instead of the documents. */
import { constantsModule } from '../project.ts';
import type { Schemas } from './make-schemas.ts';
import {
  type Document,
  type DocumentName,
  type Named,
  type Operation,
  operationsOf,
} from './openapi-documents.ts';

/** A TypeScript module with every operation (method, path, token, responses, clauses) and every trigger event. */
export function operationsModule(
  documents: Record<DocumentName, Document>,
  schemas: Schemas,
  triggerEvents: readonly string[],
): string {
  const operations = Object.entries(documents).flatMap(([document, content]) =>
    operationsOf(content).map(({ id, method, path, token, contentType, clauses, ...operation }) => {
      const answers = Object.entries(operation.answers).map(([status, answer]) => [
        status,
        { clauses: answer.clauses, schema: `${id}.${status}` in schemas },
      ]);
      const encoding = !contentType ? 'none' : contentType === 'application/json' ? 'json' : 'form';
      const call = { document, method, path, token, encoding, clauses };
      return [id, { ...call, answers: Object.fromEntries(answers) }];
    }),
  );
  return constantsModule('openapi/', { operations: Object.fromEntries(operations), triggerEvents });
}

export interface Examples {
  /** By operationId. */
  readonly requests: Readonly<Record<string, Named>>;
  /** By operationId and documented status. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Named>>>>;
}

export function examplesOf(operations: readonly Operation[]): Examples {
  const requests = operations.filter(({ contentType }) => contentType !== undefined);
  const answers = operations.map(({ id, answers }) => {
    const examples = Object.entries(answers).map(([status, answer]) => [status, answer.examples]);
    return [id, Object.fromEntries(examples)];
  });
  return {
    requests: Object.fromEntries(requests.map(({ id, request }) => [id, request.examples])),
    answers: Object.fromEntries(answers),
  };
}
