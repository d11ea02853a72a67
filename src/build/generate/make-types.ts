/** Makes the TypeScript types of a document. */
import openapiTS, { astToString } from 'openapi-typescript';
import { madeFrom } from '../project.ts';
import { type Document, mapSubschemas, type Schema } from './openapi-documents.ts';

export async function typesModule(document: Document): Promise<string> {
  const tree = await openapiTS(JSON.stringify(withTypedUnions(document)), {
    alphabetize: false,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
  });
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
