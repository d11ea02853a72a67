/** Makes the JSON Schemas and the TypeScript types of the documents. */
import openapiTS, { astToString } from 'openapi-typescript';
import { madeFrom } from '../project.ts';
import type { Document, Schema } from './openapi-documents.ts';
import { bodyOf, callsOf, mapSubschemas, resolved, webhooksOf } from './openapi-documents.ts';

/** Schemas by name: `<operation>.request`, `<operation>.<status>`, `<event>.message`, `<event>.details`. */
export type Schemas = Record<string, Schema>;

export function derivedSchemas(documents: Document[]): Schemas {
  const schemas: Schemas = {};
  for (const document of documents) {
    const add = (name: string, schema: Schema | undefined): void => {
      if (schema && Object.keys(schema).length > 0) schemas[name] = selfContained(document, schema);
    };
    for (const { operation } of callsOf(document)) {
      add(`${operation.operationId}.request`, bodyOf(operation.requestBody)?.schema);
      for (const [status, answer] of Object.entries(operation.responses))
        add(`${operation.operationId}.${status}`, bodyOf(answer)?.schema);
    }
    for (const [event, post] of webhooksOf(document)) {
      add(`${event}.message`, bodyOf(post.requestBody)?.schema);
      add(`${event}.details`, document.components.schemas?.[post['x-details'] ?? '']);
    }
  }
  return schemas;
}

/** The schema without references, its tagged unions written so that a validator reports one branch only. */
function selfContained(document: Document, schema: Schema): Schema {
  const expand = (part: Schema): Schema => withChosenBranch(mapSubschemas(resolved(document, part), expand));
  return expand(schema);
}

/**
 * An anyOf whose branches each fix one property by a constant becomes a list of if/then. It means the same where the
 * property names a branch, and a wrong value fails its own branch instead of all of them.
 */
function withChosenBranch(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!anyOf) return schema;
  const allOf = anyOf.map((branch) => {
    const [tag, value] = Object.entries(branch.properties ?? {}).find(([, part]) => 'const' in part) ?? [];
    if (tag === undefined)
      throw new Error('an anyOf without a constant in each branch has no derived schema yet');
    const { [tag]: _, ...properties } = branch.properties ?? {};
    const condition = { properties: { [tag]: value as Schema }, required: [tag] };
    return { if: condition, then: { ...branch, properties } };
  });
  return { ...rest, allOf };
}

/** Makes the TypeScript types of a document. */
export async function typesModule(document: Document): Promise<string> {
  const options = { alphabetize: false, emptyObjectsUnknown: true, defaultNonNullable: false };
  const tree = await openapiTS(JSON.stringify(withTypedUnions(document)), options);
  return `// ${madeFrom('openapi/')}\n${astToString(tree)}`;
}

/**
 * The document with each union that has fields of its own as these fields and one of the branches: openapi-typescript makes
 * "or" of fields beside an anyOf, not "and".
 */
export function withTypedUnions(document: Document): Document {
  const schemas = Object.entries(document.components.schemas ?? {});
  const typed = Object.fromEntries(schemas.map(([name, schema]) => [name, typedUnion(schema)]));
  return { ...document, components: { ...document.components, schemas: typed } };
}

function typedUnion(written: Schema): Schema {
  const { anyOf, properties = {}, ...rest } = mapSubschemas(written, typedUnion);
  if (!anyOf) return written;
  // What each branch says of a field is narrower than the field beside the branches, which would accept any value.
  const isOwn = (name: string) => !anyOf.every((branch) => name in (branch.properties ?? {}));
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name)));
  return { allOf: [{ ...rest, properties: own }, { anyOf }] };
}
