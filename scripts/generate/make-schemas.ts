/** Makes the JSON Schemas and the TypeScript types of the documents. */
import { isDeepStrictEqual } from 'node:util';
import openapiTS, { addJSDocComment, astToString, type OpenAPITSOptions } from 'openapi-typescript';
import { madeFrom } from '../project.ts';
import { type Document, mapped, messagesOf, operationsOf, type Schema } from './openapi-documents.ts';

/** Schemas by name: `<operation>.request`, `<operation>.<status>`, `<event>.message`, `<event>.details`. */
export type Schemas = Record<string, Schema>;

/** Of documents whose references are replaced. */
export function derivedSchemas(documents: readonly Document[]): Schemas {
  const schemas = documents.flatMap((document) => [
    ...operationsOf(document).flatMap(({ id, request, answers }) => [
      [`${id}.request`, request.schema] as const,
      ...Object.entries(answers).map(([status, { schema }]) => [`${id}.${status}`, schema] as const),
    ]),
    ...Object.entries(messagesOf(document)).flatMap(([event, { 'x-details': details, ...message }]) => [
      [`${event}.message`, message] as const,
      [`${event}.details`, details] as const,
    ]),
  ]);
  const described = schemas.filter(([, schema = {}]) => Object.keys(schema).length > 0);
  return mapped(Object.fromEntries(described), (schema) => asJsonSchema(schema) as Schema);
}

/** The schema without examples and what decrypted texts hold. */
function asJsonSchema(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asJsonSchema);
  if (typeof part !== 'object' || part === null) return part;
  const { contentMediaType: _, contentSchema: __, examples: ___, ...own } = part as Schema;
  return withChosenBranch(mapped(own, asJsonSchema) as Schema);
}

/**
 * A `oneOf` with a discriminator becomes what all branches say, and if/then for what each adds: JSON Schema knows no
 * discriminator, and so a wrong value fails its own branch alone.
 */
function withChosenBranch({ oneOf: branches, discriminator, ...rest }: Schema): Schema {
  if (!branches || !discriminator) return rest;
  const { propertyName: tag } = discriminator;
  const fieldsOf = (name: string) => branches.map(({ properties = {} }) => properties[name] ?? {});
  const words = fieldsOf(tag).map((field) => field.const);
  const names = Object.keys(branches[0]?.properties ?? {});
  const common = names.map((name): [string, Schema] => [name, saidByAll(fieldsOf(name))]);
  const properties = Object.fromEntries(common);
  const { required = [] } = saidByAll(branches);
  const isAdded = ([name, field]: [string, Schema]) =>
    name !== tag && !isDeepStrictEqual(field, properties[name]);
  return {
    ...rest,
    type: 'object',
    required,
    properties: { ...properties, [tag]: { ...properties[tag], enum: words } },
    allOf: branches.map((branch, index) => {
      const due = branch.required?.filter((name) => !required.includes(name)) ?? [];
      const added = Object.entries(branch.properties ?? {}).filter(isAdded);
      return {
        if: { properties: { [tag]: { const: words[index] } }, required: [tag] },
        then: { ...(due.length > 0 && { required: due }), properties: Object.fromEntries(added) },
      };
    }),
  };
}

/** The keywords on which all of these agree; of lists the items that all have. */
function saidByAll([first = {}, ...others]: readonly Schema[]): Schema {
  const common = Object.entries(first).flatMap(([keyword, value]) => {
    const lists = others.map((other) => other[keyword]);
    if (Array.isArray(value))
      return [[keyword, value.filter((item) => lists.every((list) => (list as unknown[])?.includes(item)))]];
    return lists.every((other) => isDeepStrictEqual(other, value)) ? [[keyword, value]] : [];
  });
  return Object.fromEntries(common);
}

/**
 * Makes the TypeScript types of a document: one of each schema by its name, which the others refer to, so that an editor shows
 * names. A field without words of its own has those of its schema.
 */
export async function typesModule(
  document: Document,
  sources = 'openapi/',
  options: OpenAPITSOptions = {},
): Promise<string> {
  const tree = await openapiTS(JSON.stringify(document), {
    ...options,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    transformProperty: (property, { description, allOf: [base] = [], ...schema }, { ctx }) => {
      const { $ref } = (base ?? schema) as { $ref?: string };
      if ($ref !== undefined && description === undefined) addJSDocComment(ctx.resolve($ref) ?? {}, property);
      return property;
    },
  });
  const text = astToString(tree)
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replaceAll(' (enum property replaced by openapi-typescript)', '')
    // What editors show as the words of a field, not as a tag.
    .replaceAll(' @description ', ' ');
  return `// ${madeFrom(sources)}\n${text}`;
}
