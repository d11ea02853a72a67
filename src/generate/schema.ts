/** JSON Schema as the generator walks and rewrites it. */
export interface Schema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  const?: unknown;
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLES = ['items', 'contains', 'if', 'then', 'else', 'not'] as const;

/** A copy of a schema in which every subschema is what `change` makes of it. */
export function mapSubschemas(schema: Schema, change: (part: Schema) => Schema): Schema {
  const copy: Schema = { ...schema };
  for (const key of LISTS) if (Array.isArray(copy[key])) copy[key] = (copy[key] as Schema[]).map(change);
  for (const key of SINGLES) if (copy[key] !== undefined) copy[key] = change(copy[key] as Schema);
  if (schema.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, change(part)]),
    );
  }
  return copy;
}
