/** Makes the JSON Schemas and the TypeScript types of the documents. */
import { isDeepStrictEqual } from 'node:util';
import openapiTS, { addJSDocComment, astToString, NEVER, type OpenAPITSOptions } from 'openapi-typescript';
import { madeFrom } from '../project.ts';
import { type Document, mapped, messagesOf, operationsOf, type Schema } from './openapi-documents.ts';

/** Schemas by name: `<operation>.request`, `<operation>.<status>`, `<event>.message`, `<event>.details`. */
export type Schemas = Record<string, Schema>;

/** The schemas by which the package judges. The references of the documents are replaced. */
export function derivedSchemas(documents: readonly Document[]): Schemas {
  return mapped(describedIn(documents), (schema) => asJudged(schema) as Schema);
}

/** The published schemas of the same documents. */
export function publishedSchemas(documents: readonly Document[]): Schemas {
  return mapped(describedIn(documents), (schema, name) => ({
    $id: `urn:bank-access-contracts:schemas:${name}`,
    ...(published(schema) as Schema),
  }));
}

function describedIn(documents: readonly Document[]): Schemas {
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
  return Object.fromEntries(
    schemas.flatMap(([name, schema = {}]) => (Object.keys(schema).length > 0 ? [[name, schema]] : [])),
  );
}

/** Without examples. Each schema that a discriminator chooses has a name, as in the OpenAPI document. */
function published(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(published);
  if (typeof part !== 'object' || part === null) return part;
  const { examples: _, discriminator, ...own } = part as Schema;
  const schema = mapped(own, published) as Schema;
  if (!discriminator || !schema.oneOf) return schema;
  const $defs = Object.fromEntries(schema.oneOf.map((branch) => [branch.title, branch]));
  const oneOf = Object.keys($defs).map((name) => ({ $ref: `#/$defs/${name}` }));
  return { ...schema, oneOf, $defs };
}

/** Drops examples and titles, and turns a field that must not be there into a property that nothing fits. */
function asJudged(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asJudged);
  if (typeof part !== 'object' || part === null) return part;
  const { examples: _, title: __, not, ...own } = part as Schema;
  const schema = mapped(own, asJudged) as Schema;
  for (const name of not?.required ?? [])
    schema.properties = { ...schema.properties, [name]: { not: {}, 'x-clauses': not?.['x-clauses'] ?? [] } };
  return withChosenBranch(schema);
}

/**
 * A `oneOf` with a discriminator becomes what all branches say, and if/then for what each adds: JSON Schema knows no
 * discriminator, and so a wrong value fails its own branch alone.
 */
function withChosenBranch({ oneOf: branches, discriminator, ...rest }: Schema): Schema {
  if (!branches || !discriminator) return rest;
  const { propertyName: tag } = discriminator;
  const fieldsOf = (name: string): Schema[] =>
    branches.flatMap(({ properties: { [name]: field = {} } = {} }) => (field.not ? [] : [field]));
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

/** The schemas for the types of a document: texts and numbers have no names of their own, and a forbidden field is never set. */
function typed(document: Document): Document {
  const { schemas = {} } = document.components;
  const isSimple = ({ type, properties }: Schema = {}) =>
    type !== undefined && type !== 'object' && !properties;
  const written = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(written);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, title: _, not, ...own } = part as Schema;
    const named = schemas[String($ref).replace('#/components/schemas/', '')];
    if (isSimple(named)) return written(named);
    const schema = mapped({ ...($ref !== undefined && { $ref }), ...own }, written) as Schema;
    for (const name of not?.required ?? [])
      schema.properties = { ...schema.properties, [name]: { 'x-never': true } };
    return schema;
  };
  const kept = Object.fromEntries(Object.entries(schemas).filter(([, schema]) => !isSimple(schema)));
  return written({ ...document, components: { ...document.components, schemas: kept } }) as Document;
}

/**
 * Makes the TypeScript types of a document: one of each schema with fields by its name, which the others refer to, so that an
 * editor shows names. A field without words of its own has those of its schema.
 */
export async function typesModule(
  document: Document,
  sources = 'openapi/',
  options: OpenAPITSOptions = {},
): Promise<string> {
  const tree = await openapiTS(JSON.stringify(typed(document)), {
    ...options,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    transform: (schema) => ('x-never' in schema ? NEVER : undefined),
    transformProperty: (property, { description, allOf: [base] = [], ...schema }, { ctx }) => {
      const { $ref } = (base ?? schema) as { $ref?: string };
      const described = $ref === undefined ? base : ctx.resolve($ref);
      if (description === undefined) addJSDocComment(described ?? {}, property);
      return property;
    },
  });
  const text = astToString(tree)
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    // An editor shows the name of an interface, and the fields of another type.
    .replaceAll(/export type (\w+) = components\['schemas'\]\['\1'\];/g, (alias, name) =>
      document.components.schemas?.[name]?.type === 'object'
        ? `export interface ${name} extends Schema<'${name}'> {}`
        : alias,
    )
    .replaceAll(' (enum property replaced by openapi-typescript)', '')
    // What editors show as the words of a field, not as a tag.
    .replaceAll(' @description ', ' ');
  const schema = "type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];\n";
  return `// ${madeFrom(sources)}\n${schema}${text}`;
}
