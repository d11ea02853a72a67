/** Makes the tables of operations, trigger events, their layouts and named examples that the code reads instead of the documents. */
import { constantsModule } from '../project.ts';
import type { Schemas } from './make-schemas.ts';
import type { Schema } from './openapi-documents.ts';
import { bodyOf, callsOf, type Document, type DocumentName, messagesOf } from './openapi-documents.ts';

/** A TypeScript module with every operation (method, path, token, responses, clauses) and every trigger event. */
export function operationsModule(documents: Record<DocumentName, Document>, schemas: Schemas): string {
  const operations: Record<string, object> = {};
  for (const [name, document] of Object.entries(documents)) {
    for (const { method, path, operation } of callsOf(document)) {
      const { operationId, requestBody, responses, security = document.security ?? [] } = operation;
      const content = requestBody?.content;
      const answers = Object.entries(responses).map(([status, answer]) => [
        status,
        { clauses: answer['x-clauses'] ?? [], schema: `${operationId}.${status}` in schemas },
      ]);
      operations[operationId] = {
        document: name,
        method,
        path,
        token: (Object.keys(security[0] ?? {})[0] ?? 'noToken').replace('Token', ''),
        encoding: !content ? 'none' : 'application/json' in content ? 'json' : 'form',
        clauses: operation['x-clauses'] ?? [],
        answers: Object.fromEntries(answers),
      };
    }
  }
  const { triggerEvents } = namesOf(Object.values(documents));
  return constantsModule('openapi/', { operations, triggerEvents });
}

/** The ids of all operations, and all trigger events. */
export interface Names {
  readonly operations: readonly string[];
  readonly triggerEvents: readonly string[];
}

export function namesOf(documents: readonly Document[]): Names {
  return {
    operations: documents.flatMap(callsOf).map(({ operation }) => operation.operationId),
    triggerEvents: documents.flatMap(messagesOf).map(([event]) => event),
  };
}

export type Named = Record<string, unknown>;

export interface Examples {
  /** By operationId. */
  requests: Record<string, Named>;
  /** By operationId and documented status. */
  answers: Record<string, Record<string, Named>>;
}

export function examplesOf(documents: readonly Document[]): Examples {
  const examples: Examples = { requests: {}, answers: {} };
  for (const { operation } of documents.flatMap(callsOf)) {
    const { operationId, requestBody, responses } = operation;
    if (requestBody) examples.requests[operationId] = named(requestBody);
    const answers = Object.entries(responses).map(([status, answer]) => [status, named(answer)]);
    examples.answers[operationId] = Object.fromEntries(answers);
  }
  return examples;
}

function named(part: Parameters<typeof bodyOf>[0]): Named {
  return valuesOf(bodyOf(part)?.examples ?? {});
}

/** The values of examples without their words. */
export function valuesOf(examples: Readonly<Record<string, { readonly value: unknown }>>): Named {
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
}

/** A TypeScript module with a layout for each event; `details` names the schema of its details. */
export function eventLayoutsModule(schemas: Schemas, details: Readonly<Record<string, unknown>>): string {
  const branches = paramsOf(schemas);
  const layouts = Object.entries(details).map(([event, name]) => [
    event,
    { details: name, ...layoutOf(event, schemas, branches[event] ?? {}) },
  ]);
  return constantsModule('openapi/', { eventLayouts: Object.fromEntries(layouts) });
}

/** A TypeScript module with the names of the params that are numbers and of those that are truth values. */
export function paramsOfTypeModule(schemas: Schemas): string {
  const params = Object.entries(Object.assign({}, ...Object.values(paramsOf(schemas))) as Properties);
  const ofType = (type: string) =>
    params.filter(([, schema]) => typeOf(schema) === type).map(([name]) => name);
  const paramsOfType = { number: ofType('number'), boolean: ofType('boolean') };
  return constantsModule('openapi/', { paramsOfType });
}

type Properties = Readonly<Record<string, Schema>>;

function paramsOf(schemas: Schemas): Record<string, Properties> {
  const { allOf = [] } = schemas['createNotificationRule.request'] ?? {};
  const branches = (allOf as { if?: Schema; then?: Schema }[]).map(({ if: condition, then }) => [
    condition?.properties?.['triggerEvent']?.const,
    then?.properties?.['params']?.properties ?? {},
  ]);
  return Object.fromEntries(branches);
}

/** In the order of the fields in the file. */
function layoutOf(event: string, schemas: Schemas, params: Properties) {
  const message = schemas[`${event}.message`]?.properties ?? {};
  const list = nameOf(message, ({ type }) => type === 'array');
  const item = message[list ?? '']?.items?.properties ?? {};
  const fields = schemas[`${event}.details`]?.properties ?? {};
  const transactions = nameOf(fields, ({ type }) => type === 'array');
  const transaction = fields[transactions ?? '']?.items?.properties;
  const isNumber = ({ type }: Schema) => type === 'number';
  return {
    list,
    id: 'bankConnectionId' in item ? 'bankConnectionId' : 'accountId',
    listed: 'bankConnectionIds' in params ? 'bankConnectionIds' : 'accountIds',
    transactions,
    detailFields: Object.keys(transaction ?? fields),
    count: nameOf(item, (part, name) => isNumber(part) && name.endsWith('Count')),
    threshold: nameOf(message, (part, name) => isNumber(part) && typeOf(params[name]) === 'number'),
    isCapped: 'maxTransactionsCount' in params,
  };
}

function nameOf(fields: Properties, isMeant: (schema: Schema, name: string) => boolean): string | undefined {
  return Object.keys(fields).find((name) => isMeant(fields[name] ?? {}, name));
}

function typeOf(schema: Schema | undefined): unknown {
  return schema?.type ?? schema?.allOf?.[0]?.type;
}
