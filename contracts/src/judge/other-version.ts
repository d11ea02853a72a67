/** Finds what a V1 request spells in the V2 way, and the reverse, by the mapping table. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { type Finding, findingOf } from '../base/finding.ts';
import { type FlowOperation, flowCalls, flowOperations } from '../base/flows.ts';
import { isObject, member } from '../base/json-value.ts';
import { show } from '../base/text.ts';
import { documentedFields, type FieldRow, otherSpelling, table } from '../migration/mapping-table.ts';
import type { OperationId } from './operation.ts';

/** The spellings of each request that the mapping table covers. */
const REQUESTS = new Map<OperationId, ReturnType<typeof spellingsOf>>(
  flowOperations.map((operation) => [operation, spellingsOf(operation)]),
);

/** The names that only the other version documents, in the request and in its orders, and the lists of codes. */
function spellingsOf(operation: FlowOperation) {
  const { version, kind } = flowCalls[operation];
  const other = version === 'V1' ? 'V2' : 'V1';
  const sides = { V1: 'from', V2: 'to' } as const;
  const inOrders = table[kind].find(({ from, to }) => from?.includes('[].') && to?.includes('[].'));
  const ordersOf = (one: typeof version) => inOrders?.[sides[one]]?.split('[].')[0] ?? '';
  const [ofOrders, ofOtherOrders] = [ordersOf(version), ordersOf(other)].map((list) => `${list}[].`);
  const othersNames = (above = '', otherAbove = '') =>
    new Map(
      [...documentedFields[other][kind]].flatMap(([path, row]) => {
        const name = path.startsWith(otherAbove) ? path.slice(otherAbove.length) : '';
        const own = row[sides[version]]?.replace(/\[\]$/, '');
        const isOwn = documentedFields[version][kind].has(above + name);
        return own === undefined || isOwn || /[.[]|^$/.test(name) ? [] : [[name, { row, own }] as const];
      }),
    );
  const codes = table[kind].flatMap((row) => {
    const pairs = table.codes[row.by ?? ''];
    return pairs ? { row, pairs, list: row[sides[version]]?.replace(/\[\]$/, '') ?? '' } : [];
  });
  return {
    version,
    other,
    names: othersNames(),
    orders: { list: ordersOf(version), names: othersNames(ofOrders, ofOtherOrders) },
    codes,
  };
}

/**
 * Findings, about the client, on fields of the request and its orders that only the other version documents, and on values
 * that it writes differently. `pointer` is that of the body.
 */
export function otherVersionFindings(operationId: OperationId, body: unknown, pointer: string): Finding[] {
  const request = REQUESTS.get(operationId);
  if (!request) return [];
  const { version, other, names, orders, codes } = request;
  return [
    ...namesIn(body, pointer, names),
    ...itemsOf(orders.list).flatMap((order, at) =>
      namesIn(order, `${pointer}/${orders.list}/${at}`, orders.names),
    ),
    ...codes.flatMap(({ row, pairs, list }) =>
      itemsOf(list).flatMap((value, at) => {
        const spelling = otherSpelling(pairs, value, version);
        if (spelling === undefined) return [];
        const expected = `the ${version} spelling ${show(spelling, false)}`;
        return clientFinding(row, `${pointer}/${list}/${at}`, expected, show(value, false));
      }),
    ),
  ];

  function itemsOf(list: string): unknown[] {
    const items = member(body, list);
    return Array.isArray(items) ? items : [];
  }

  function namesIn(object: unknown, at: string, others: typeof names): Finding[] {
    return Object.keys(isObject(object) ? object : {}).flatMap((name) => {
      const { row, own } = others.get(name) ?? {};
      if (!row) return [];
      return clientFinding(row, `${at}/${name}`, `its ${version} name ${own}`, `its ${other} name`);
    });
  }
}

function clientFinding({ clause }: FieldRow, pointer: string, expected: string, found: string): Finding {
  return findingOf(clause as ClauseId, { about: 'client', kind: 'value', pointer, expected, found });
}
