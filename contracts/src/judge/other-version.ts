/** What a request of a V1 flow or of Web Form V2 spells as the other version does, by the mapping table. */
import type { ClauseId } from '../../generated/clause-id.ts';
import mapping from '../../generated/migration.json' with { type: 'json' };
import { isObject, member } from '../base/json-value.ts';
import { placeOf, type SchemaPlace } from '../base/schema-place.ts';
import type { Finding } from './clause-check.ts';
import { type OperationId, requestSchema } from './operation.ts';

const { import: imports, payment: payments } = mapping;
const codes: Readonly<Record<string, string[][]>> = mapping.codes;

type Rows = readonly Pick<(typeof payments)[number], 'from' | 'to' | 'by' | 'clause'>[];

/** The requests that the mapping leads from and to, and the field of each with its orders. */
const MAPPED: { readonly [Id in OperationId]?: readonly [rows: Rows, own: 'from' | 'to', list: string] } = {
  importBankConnectionV1: [imports, 'from', ''],
  createBankConnectionImport: [imports, 'to', ''],
  createMoneyTransferV1: [payments, 'from', 'moneyTransfers'],
  createStandalonePayment: [payments, 'to', 'orders'],
};

/**
 * Fields of the request and of its orders that only the other version documents, and values that it writes in another way;
 * about the client. The body itself is at `pointer`.
 */
export function otherVersionFindings(operationId: OperationId, body: unknown, pointer: string): Finding[] {
  const [rows = [], own = 'from', list = ''] = MAPPED[operationId] ?? [];
  const [other, version] = own === 'from' ? (['to', 'V2'] as const) : (['from', 'V1'] as const);
  const place = placeOf(requestSchema(operationId)?.schema ?? {});
  const orders = member(body, list);
  const inOrder = place.field(list)?.items;
  return [
    ...namesIn(body, place, pointer),
    ...(Array.isArray(orders) ? orders : []).flatMap((order, at) =>
      namesIn(order, inOrder, `${pointer}/${list}/${at}`, '[].'),
    ),
    ...rows.flatMap(valuesOf),
  ];

  function namesIn(fields: unknown, documented: SchemaPlace | undefined, at: string, order = ''): Finding[] {
    const names = Object.keys(isObject(fields) ? fields : {}).filter((name) => !documented?.field(name));
    return names.flatMap((name) => {
      const row = rows.find((each) => each[own] !== null && nameOf(each[other]) === order + name);
      if (!row) return [];
      const message = `${name} is the ${version} name of ${row[own]?.replace(/\[\]$/, '')}`;
      return [clientFinding(row.clause, `${at}/${name}`, message)];
    });
  }

  function valuesOf({ by, clause, ...row }: Rows[number]): Finding[] {
    const name = row[own]?.replace('[]', '') ?? '';
    const values = member(body, name);
    return (Array.isArray(values) ? values : []).flatMap((value, at) => {
      const pair = codes[by ?? '']?.find((each) => each.includes(value));
      const due = pair?.[own === 'from' ? 0 : 1];
      if (due === undefined || due === value) return [];
      const said = version === 'V2' ? 'V2 spelling already' : 'the V1 spelling';
      const message = `${name}[${at}] is "${value}", ${said} of "${due}"`;
      return [clientFinding(clause, `${pointer}/${name}/${at}`, message)];
    });
  }
}

function clientFinding(clause: string, pointer: string, message: string): Finding {
  return { clause: clause as ClauseId, about: 'client', kind: 'value', pointer, message };
}

/** The name that a path begins with, or `[].` and the name that it begins with in an order. */
function nameOf(path: string | null): string | undefined {
  const [first, second] = path?.split('.') ?? [];
  return first?.endsWith('[]') && second !== undefined ? `[].${second}` : first?.replace('[]', '');
}
