/** What the generated validators look like: ajv's standalone functions, each beside the schema it was made from. */

export interface SchemaError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
}

export interface Validate {
  (value: unknown): boolean;
  /** The errors of the latest call, null when the value was valid. */
  errors?: SchemaError[] | null;
}

/** A schema as far as findings read it. */
export interface SchemaNode {
  'x-clauses'?: string[];
  'x-not-shown'?: string;
  'x-personal'?: boolean;
  'x-encrypted'?: boolean;
  type?: string | string[];
  format?: string;
  required?: string[];
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  allOf?: SchemaNode[];
  if?: SchemaNode;
  then?: SchemaNode;
}

export interface Compiled {
  validate: Validate;
  schema: SchemaNode;
}
