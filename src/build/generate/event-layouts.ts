/** Writes the layout of each trigger event: where its messages have items, ids, counts and transactions, as the documents have it. */
import { madeFrom } from '../project.ts';
import type { Schemas } from './make-schemas.ts';
import type { Schema } from './openapi-documents.ts';

/** Their order is that of the fields in the file. */
interface Layout {
  details?: string | undefined;
  list?: string | undefined;
  id: string;
  listed: string;
  transactions?: string | undefined;
  /** The fields of the details, or of a transaction where they are a list of them. */
  detailFields: readonly string[];
  count?: string | undefined;
  threshold?: string | undefined;
  /** Whether a param of the rule says how long the list of transactions may be. */
  isCapped: boolean;
}

/** A TypeScript module with a layout for each event; `details` names the schema of its details. */
export function eventLayoutsModule(
  schemas: Schemas,
  details: Readonly<Record<string, string | undefined>>,
): string {
  const branches = paramsOf(schemas);
  const layouts = Object.fromEntries(
    Object.entries(details).map(([event, name]) => [
      event,
      layoutOf(event, schemas, branches[event] ?? {}, name),
    ]),
  );
  return `// ${madeFrom('openapi/')}\nexport const eventLayouts = ${JSON.stringify(layouts, null, 2)} as const;\n`;
}

/** A TypeScript module with the names of the params that are numbers and of those that are truth values. */
export function paramsOfTypeModule(schemas: Schemas): string {
  const params = Object.entries(Object.assign({}, ...Object.values(paramsOf(schemas))) as Properties);
  const ofType = (type: string) =>
    params.filter(([, schema]) => typeOf(schema) === type).map(([name]) => name);
  const names = { number: ofType('number'), boolean: ofType('boolean') };
  return `// ${madeFrom('openapi/')}\nexport const paramsOfType = ${JSON.stringify(names, null, 2)} as const;\n`;
}

type Properties = Readonly<Record<string, Schema>>;

function paramsOf(schemas: Schemas): Record<string, Properties> {
  const { allOf = [] } = schemas['createNotificationRule.request'] ?? {};
  return Object.fromEntries(
    allOf.map((branch) => {
      const { if: condition, then } = branch as { if?: Schema; then?: Schema };
      return [
        String(condition?.properties?.['triggerEvent']?.const),
        then?.properties?.['params']?.properties ?? {},
      ];
    }),
  );
}

function layoutOf(event: string, schemas: Schemas, params: Properties, details: string | undefined): Layout {
  const message = schemas[`${event}.message`]?.properties ?? {};
  const list = nameOf(message, ({ type }) => type === 'array');
  const item = message[list ?? '']?.items?.properties ?? {};
  const fields = schemas[`${event}.details`]?.properties ?? {};
  const transactions = nameOf(fields, ({ type }) => type === 'array');
  const transaction = fields[transactions ?? '']?.items?.properties;
  const count = nameOf(item, ({ type }, name) => type === 'number' && name.endsWith('Count'));
  const threshold = nameOf(
    message,
    ({ type }, name) => type === 'number' && typeOf(params[name]) === 'number',
  );
  return {
    details,
    list,
    id: 'bankConnectionId' in item ? 'bankConnectionId' : 'accountId',
    listed: 'bankConnectionIds' in params ? 'bankConnectionIds' : 'accountIds',
    transactions,
    detailFields: Object.keys(transaction ?? fields),
    count,
    threshold,
    isCapped: 'maxTransactionsCount' in params,
  };
}

function nameOf(fields: Properties, isMeant: (schema: Schema, name: string) => boolean): string | undefined {
  return Object.keys(fields).find((name) => isMeant(fields[name] ?? {}, name));
}

function typeOf(schema: Schema | undefined): unknown {
  return schema?.type ?? schema?.allOf?.[0]?.type;
}
