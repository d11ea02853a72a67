/** Makes the tables of operations, trigger events and named examples that the code reads instead of the documents. */
import { constantsModule } from '../project.ts';
import {
  type Document,
  type DocumentName,
  mapped,
  type Named,
  type Operation,
  operationsOf,
} from './openapi-documents.ts';

/** A TypeScript module with every operation (method, path, token, responses, clauses) and every trigger event. */
export function operationsModule(
  documents: Record<DocumentName, Document>,
  triggerEvents: readonly string[],
): string {
  const operations = Object.entries(documents).flatMap(([document, content]) =>
    operationsOf(content).map(({ id, method, path, token, contentType, clauses, answers }) => {
      const encoding = !contentType ? 'none' : contentType === 'application/json' ? 'json' : 'form';
      const clausesOf = mapped(answers, (answer) => ({ clauses: answer.clauses }));
      return [id, { document, method, path, token, encoding, clauses, answers: clausesOf }];
    }),
  );
  return constantsModule('openapi/', { operations: Object.fromEntries(operations), triggerEvents });
}

export interface Examples {
  /** Keys: operationIds. */
  readonly requests: Readonly<Record<string, Named>>;
  /** Keys: operationIds, then documented statuses. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Named>>>>;
}

export function examplesOf(operations: readonly Operation[]): Examples {
  const sent = operations.filter(({ contentType }) => contentType !== undefined);
  return {
    requests: Object.fromEntries(sent.map(({ id, request }) => [id, request.examples])),
    answers: Object.fromEntries(
      operations.map(({ id, answers }) => [id, mapped(answers, ({ examples }) => examples)]),
    ),
  };
}
