/** Collects the named examples of the documents, so that cases, mocks and tests speak of them by name. */
import { type Document, resolved } from './documents.ts';
import { operationsOf } from './schemas.ts';

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
