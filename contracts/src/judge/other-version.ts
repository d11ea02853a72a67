/** What the body of a V1 flow or of Web Form V2 spells as the other version does, by the mapping table. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { type Finding, findingOf } from '../base/finding.ts';
import { type FlowOperation, flowCalls, flowOperations } from '../base/flows.ts';
import { isObject, member } from '../base/json-value.ts';
import { show } from '../base/text.ts';
import {
  documentedFields,
  type FieldRow,
  fieldNamed,
  otherSpelling,
  table,
} from '../migration/mapping-table.ts';
import type { OperationId } from './operation.ts';

/** The requests that the mapping leads from and to. */
const REQUESTS = new Map<OperationId, ReturnType<typeof bothSides>>(
  flowOperations.map((operation) => [operation, bothSides(operation)]),
);

/** `own` and `other` are the sides of a row; each has its list of orders, if it has one. */
function bothSides(operation: FlowOperation) {
  const { version, kind } = flowCalls[operation];
  const other = version === 'V1' ? 'V2' : 'V1';
  const inOrders = table[kind].find(({ from, to }) => from?.includes('[].') && to?.includes('[].'));
  const sideOf = (one: typeof version) => {
    const side = one === 'V1' ? 'from' : 'to';
    const orders = inOrders?.[side]?.split('[].')[0] ?? '';
    return { version: one, side, orders, fields: documentedFields[one][kind] } as const;
  };
  return { own: sideOf(version), other: sideOf(other), rows: table[kind] };
}

/**
 * Fields of the request and of its orders that only the other version documents, and values that it writes in another way;
 * about the client. The body itself is at `pointer`.
 */
export function otherVersionFindings(operationId: OperationId, body: unknown, pointer: string): Finding[] {
  const request = REQUESTS.get(operationId);
  if (!request) return [];
  const { own, other, rows } = request;
  return [
    ...namesIn(body, pointer, false),
    ...itemsOf(own.orders).flatMap((order, at) => namesIn(order, `${pointer}/${own.orders}/${at}`, true)),
    ...rows.flatMap((row) => {
      const [list = '', pairs = []] = [row[own.side]?.replace(/\[\]$/, ''), table.codes[row.by ?? '']];
      return itemsOf(pairs.length === 0 ? '' : list).flatMap((value, at) => {
        const spelling = otherSpelling(pairs, value, own.version);
        if (spelling === undefined) return [];
        const expected = `the ${own.version} spelling ${show(spelling, false)}`;
        return clientFinding(row, `${pointer}/${list}/${at}`, expected, show(value, false));
      });
    }),
  ];

  function itemsOf(list: string): unknown[] {
    const items = member(body, list);
    return Array.isArray(items) ? items : [];
  }

  function namesIn(object: unknown, at: string, isOrder: boolean): Finding[] {
    return Object.keys(isObject(object) ? object : {}).flatMap((name) => {
      const [field, row] = [own, other].map(({ fields, orders }) =>
        fieldNamed(fields, name, isOrder ? [orders, '[]'] : []),
      );
      const path = row?.[own.side]?.replace(/\[\]$/, '');
      if (field || !row || path === undefined) return [];
      return clientFinding(
        row,
        `${at}/${name}`,
        `its ${own.version} name ${path}`,
        `its ${other.version} name`,
      );
    });
  }
}

function clientFinding({ clause }: FieldRow, pointer: string, expected: string, found: string): Finding {
  return findingOf(clause as ClauseId, { about: 'client', kind: 'value', pointer, expected, found });
}
