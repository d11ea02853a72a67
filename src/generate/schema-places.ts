/** Every place of a dereferenced JSON Schema as a mapping path: field names joined by `.`, `[]` for the items of a list. */
import type { Schema } from './schema.ts';

export interface SchemaPlace {
  readonly type: string;
  readonly isLeaf: boolean;
  readonly personal: boolean;
  readonly words: readonly string[] | undefined;
}

/** Objects and the items of lists are places too; a list itself is not, since `name[]` stands for it. */
export function schemaPlaces(schema: Schema): Map<string, SchemaPlace> {
  const places = new Map<string, SchemaPlace>();
  visit(schema, '');
  return places;

  function visit(written: Schema, path: string): void {
    const schema = flat(written);
    const fields = Object.entries(schema.properties ?? {});
    if (schema.items !== undefined) visit(schema.items, `${path}[]`);
    else if (path !== '') places.set(path, placeOf(schema, fields.length === 0));
    for (const [name, field] of fields) visit(field, path === '' ? name : `${path}.${name}`);
  }
}

function placeOf({ type = 'object', enum: words, ...schema }: Schema, isLeaf: boolean): SchemaPlace {
  const personal = schema['x-personal'] === true;
  return { type: String(type), isLeaf, personal, words: words as string[] | undefined };
}

/** The schema with what its `allOf` parts say beside its own words. */
function flat({ allOf = [], ...own }: Schema): Schema {
  const parts = [...allOf.map(flat), own];
  const names = new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})));
  const properties = [...names].map((name) => [name, joined(parts.map((part) => part.properties?.[name]))]);
  const items = joined(parts.map((part) => part.items));
  return {
    ...Object.assign({}, ...parts),
    properties: Object.fromEntries(properties),
    ...(items && { items }),
  };
}

function joined(schemas: readonly (Schema | undefined)[]): Schema | undefined {
  const [first, ...others] = schemas.filter((schema) => schema !== undefined);
  return first && others.length > 0 ? { allOf: [first, ...others] } : first;
}
