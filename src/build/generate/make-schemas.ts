/** Makes the JSON Schemas and the TypeScript types of the documents. */
import { isDeepStrictEqual } from 'node:util';
import openapiTS, { addJSDocComment, astToString } from 'openapi-typescript';
import { madeFrom } from '../project.ts';
import type { Document, Schema } from './openapi-documents.ts';
import { bodyOf, callsOf, messagesOf, resolved } from './openapi-documents.ts';

/** Schemas by name: `<operation>.request`, `<operation>.<status>`, `<event>.message`, `<event>.details`. */
export type Schemas = Record<string, Schema>;

export function derivedSchemas(documents: Document[]): Schemas {
  const schemas: Schemas = {};
  for (const document of documents) {
    const add = (name: string, schema: Schema | undefined): void => {
      if (schema && Object.keys(schema).length > 0) schemas[name] = selfContained(document, schema);
    };
    for (const { operation } of callsOf(document)) {
      add(`${operation.operationId}.request`, bodyOf(operation.requestBody)?.schema);
      for (const [status, answer] of Object.entries(operation.responses))
        add(`${operation.operationId}.${status}`, bodyOf(answer)?.schema);
    }
    for (const [event, { 'x-details': details, ...message }] of messagesOf(document)) {
      add(`${event}.message`, message);
      add(`${event}.details`, details);
    }
  }
  return schemas;
}

/** The schema with what it refers to in it, and without examples and what decrypted texts hold. */
function selfContained(document: Document, schema: Schema): Schema {
  const expand = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(expand);
    if (typeof part !== 'object' || part === null) return part;
    const {
      contentMediaType: _,
      contentSchema: __,
      examples: ___,
      ...own
    } = resolved(document, part as Schema);
    return withChosenBranch(
      Object.fromEntries(Object.entries(own).map(([name, inner]) => [name, expand(inner)])),
    );
  };
  return expand(schema) as Schema;
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
export async function typesModule(document: Document): Promise<string> {
  const tree = await openapiTS(JSON.stringify(document), {
    ...{ emptyObjectsUnknown: true, defaultNonNullable: false },
    ...{ rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true },
    transformProperty: (property, { description, allOf: [base] = [], ...schema }, { ctx }) => {
      const { $ref } = (base ?? schema) as { $ref?: string };
      if ($ref !== undefined && description === undefined) addJSDocComment(ctx.resolve($ref) ?? {}, property);
      return property;
    },
  });
  const text = astToString(tree)
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replaceAll(' (enum property replaced by openapi-typescript)', '');
  return `// ${madeFrom('openapi/')}\n${text}`;
}
