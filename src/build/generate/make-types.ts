/** Rewrites unions for the types alone: what openapi-typescript makes of fields beside an anyOf is "or", not "and". */
import { type Document, mapSubschemas, type Schema } from './openapi-documents.ts';

/** The document with each such schema as its own fields and one of the branches. */
export function withTypedUnions(document: Document): Document {
  const schemas = Object.entries(document.components.schemas ?? {});
  const typed = Object.fromEntries(schemas.map(([name, schema]) => [name, typedUnion(schema)]));
  return { ...document, components: { ...document.components, schemas: typed } };
}

function typedUnion(written: Schema): Schema {
  const { anyOf, properties = {}, ...rest } = mapSubschemas(written, typedUnion);
  if (!anyOf) return written;
  // What each branch says of a field is narrower than what stands beside them, which would let every field pass.
  const isOwn = (name: string) => !anyOf.every((branch) => name in (branch.properties ?? {}));
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name)));
  return { allOf: [{ ...rest, properties: own }, { anyOf }] };
}
