/** Schemas that are compiled where a test runs: those of a test, and the closed ones of what we send. */
import open from '../../contracts/generated/validators/open.js';
import { germanFormats } from '../../contracts/src/base/german-time.ts';
import type { Compiled, SchemaNode, Validate } from '../../contracts/src/base/schema.ts';
import { newAjv, prepared } from '../base/compile-schema.ts';

export function compiled(schema: SchemaNode, isClosed = false): Compiled {
  return {
    schema,
    validate: newAjv({ formats: germanFormats }).compile(prepared(schema, isClosed)) as Validate,
  };
}

/** By the name of the schema: what we send has no field that is not described. */
export const closed = Object.fromEntries(
  Object.entries(open).map(([name, { schema }]) => [name, compiled(schema, true).validate]),
) as Record<keyof typeof open, Validate>;
