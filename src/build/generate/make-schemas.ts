/** Derives from the documents one self-contained schema for every request, answer, message and details object. */
import { type Document, mapSubschemas, resolved, type Schema } from './openapi-documents.ts';

/** Schemas by name: `<operation>.request`, `<operation>.<status>`, `<event>.message`, `<event>.details`. */
export type Schemas = Record<string, Schema>;

export function derivedSchemas(documents: Document[]): Schemas {
  const schemas: Schemas = {};
  for (const document of documents) {
    for (const operation of operationsOf(document)) {
      const request = bodySchema(operation.requestBody);
      if (request) schemas[`${operation.operationId}.request`] = selfContained(document, request);
      for (const [status, answer] of Object.entries(operation.responses)) {
        const body = bodySchema(resolved(document, answer));
        if (body && Object.keys(body).length > 0) {
          schemas[`${operation.operationId}.${status}`] = selfContained(document, body);
        }
      }
    }
    for (const [event, { post }] of Object.entries(document.webhooks ?? {})) {
      const message = bodySchema(resolved(document, post).requestBody);
      if (message) schemas[`${event}.message`] = selfContained(document, message);
      const details = document.components.schemas?.[post['x-details'] ?? ''];
      if (details) schemas[`${event}.details`] = selfContained(document, details);
    }
  }
  return schemas;
}

export function operationsOf(document: Document) {
  return Object.values(document.paths).flatMap((item) => Object.values(item));
}

function bodySchema(body: { content?: Record<string, { schema: Schema }> } | undefined): Schema | undefined {
  return Object.values(body?.content ?? {})[0]?.schema;
}

/** The schema without references, its tagged unions written so that a validator names one branch only. */
function selfContained(document: Document, schema: Schema): Schema {
  const expand = (part: Schema): Schema => withChosenBranch(mapSubschemas(resolved(document, part), expand));
  return expand(schema);
}

/**
 * An anyOf whose branches each fix one property by a constant becomes a list of if/then: it means the same where the
 * property names a branch, and a failing value is blamed by its own branch instead of by all of them.
 */
function withChosenBranch(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!anyOf) return schema;
  const allOf = anyOf.map((branch) => {
    const [tag, value] = Object.entries(branch.properties ?? {}).find(([, part]) => 'const' in part) ?? [];
    if (tag === undefined)
      throw new Error('an anyOf without a constant in each branch has no derived schema yet');
    const { [tag]: _, ...properties } = branch.properties ?? {};
    return {
      if: { properties: { [tag]: value as Schema }, required: [tag] },
      then: { ...branch, properties },
    };
  });
  return { ...rest, allOf };
}

/** The same schema for what the suite itself sends: a field that is not described is refused. */
export function closed(schema: Schema): Schema {
  const copy = mapSubschemas(schema, closed);
  return copy.type === 'object' && copy.properties ? { ...copy, additionalProperties: false } : copy;
}
