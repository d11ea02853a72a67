/** The generated JSON Schemas, and the errors of a value against one. */
import { withFloats } from './json-value.ts';

export interface SchemaNode {
  'x-clauses'?: string[];
  'x-not-shown'?: string;
  /** Keywords that bind only what we send, since the documentation does not show them. */
  'x-open'?: string[];
  'x-personal'?: boolean;
  'x-encrypted'?: boolean;
  description?: string;
  $ref?: string;
  examples?: unknown[];
  $defs?: Record<string, SchemaNode>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  required?: string[];
  minProperties?: number;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: boolean | SchemaNode;
  items?: SchemaNode;
  minItems?: number;
  maxItems?: number;
  contains?: SchemaNode;
  allOf?: SchemaNode[];
  anyOf?: SchemaNode[];
  if?: SchemaNode;
  then?: SchemaNode;
}

export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Validate {
  (value: unknown): boolean;
  /** The errors of the latest value. */
  errors?: readonly SchemaError[] | null;
}

/** A schema and the code that ajv made of it. */
export interface Compiled {
  readonly validate: Validate;
  readonly schema: SchemaNode;
}

/** ajv also lists why each branch of anyOf, contains and if failed. Only the keyword itself is an error. */
const INNER = /\/(anyOf|contains)\/|\/if$/;

/** One error for each keyword that a part of the value breaks; none for a valid value. */
export function errorsOf({ validate }: Compiled, value: unknown): readonly SchemaError[] {
  // ajv does not take an ExactNumber for a number.
  if (validate(value) || validate(withFloats(value))) return [];
  return validate.errors?.filter(({ schemaPath }) => !INNER.test(schemaPath)) ?? [];
}

/** The schema nodes from the root to an error, with the node of a missing property. */
export function placesOf(schema: SchemaNode, error: SchemaError): SchemaNode[] {
  // The steps between # and the keyword. Steps such as `properties` have no keywords of their own.
  const steps = error.schemaPath.split('/').slice(1, -1);
  const nodes: SchemaNode[] = [schema];
  let node = schema;
  for (const step of steps) {
    node = (node as Record<string, SchemaNode>)[step] as SchemaNode;
    nodes.push(node);
  }
  const declared = node.properties?.[String(error.params['missingProperty'])];
  if (declared) nodes.push(declared);
  return nodes;
}
