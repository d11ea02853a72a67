/** Writes the layout of each trigger event: where its messages have items, ids, counts and transactions, as the documents have it. */
import { constantsModule } from '../project.ts';
import type { Schemas } from './make-schemas.ts';
import type { Schema } from './openapi-documents.ts';

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
