/** Compiles the JSON Schemas that only the program checks, each when its first value is read. Those of the package are code already. */
import { Ajv, type Options } from 'ajv';
import { formats } from '../../contracts/src/base/formats.ts';
import type { Compiled, SchemaNode, Validate } from '../../contracts/src/base/schema.ts';

const ANNOTATIONS = ['x-clauses', 'x-encrypted', 'x-not-shown', 'x-open', 'x-personal'];

/** Its errors are those of JSON Schema without words and values; `x-open` names the keywords that an open validator leaves out. */
export function newAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    strictTypes: false,
    ...options,
    formats: { ...formats, ...options.formats, password: true },
  });
  return ajv.addVocabulary(ANNOTATIONS);
}

/**
 * The schema as ajv checks it: our formats include their patterns, and one violation is one error. `isClosed` refuses fields
 * that are not described and keeps the keywords of `x-open`, as what we send ourselves does.
 */
export function prepared<Part>(part: Part, isClosed = false): Part {
  if (Array.isArray(part)) return part.map((each) => prepared(each, isClosed)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { 'x-open': open = [], format, type, properties } = part as SchemaNode;
  const isChecked = (keyword: string) =>
    keyword !== '$schema' &&
    (isClosed || !open.includes(keyword)) &&
    !(keyword === 'pattern' && format !== undefined && format !== 'password');
  const checked = Object.entries(part).filter(([keyword]) => isChecked(keyword));
  return {
    ...Object.fromEntries(checked.map(([keyword, own]) => [keyword, prepared(own, isClosed)])),
    ...(isClosed && type === 'object' && properties && { additionalProperties: false }),
  } as Part;
}

/** For values as JSON.parse gives them. Throws for a schema that ajv does not know, at the first value. */
export function compiled(schema: SchemaNode, isClosed = false): Compiled {
  let made: Validate | undefined;
  const validate: Validate = (value) => {
    made ??= newAjv({ validateSchema: false }).compile(prepared(schema, isClosed)) as Validate;
    const isValid = made(value);
    validate.errors = made.errors ?? null;
    return isValid;
  };
  return { schema, validate };
}
