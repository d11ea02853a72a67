/** What the body of a V1 flow or of Web Form V2 spells as the other version does, by the mapping table. */

import type { ClauseId } from '../../generated/clause-id.ts';
import mapping from '../../generated/migration.json' with { type: 'json' };
import { type Finding, findingOf } from '../base/finding.ts';
import { type FlowOperation, flowCalls, flowOperations } from '../base/flows.ts';
import { isObject, member } from '../base/json-value.ts';
import { otherSpelling, show } from '../base/text.ts';
import type { OperationId } from './operation.ts';

/** The clause, and how this version spells it: `its V2 name bank.id`. */
type Said = Pick<Finding, 'clause' | 'expected' | 'found'>;

/** The requests that the mapping leads from and to. */
const REQUESTS = new Map<OperationId, ReturnType<typeof spellingsOf>>(
  flowOperations.map((operation) => [operation, spellingsOf(operation)]),
);

/**
 * Fields of the request and of its orders that only the other version documents, and values that it writes in another way;
 * about the client. The body itself is at `pointer`.
 */
export function otherVersionFindings(operationId: OperationId, body: unknown, pointer: string): Finding[] {
  const request = REQUESTS.get(operationId);
  if (!request) return [];
  const { names, lists, orders } = request;
  return [
    ...namesIn(body, pointer),
    ...itemsOf(orders).flatMap((order, at) => namesIn(order, `${pointer}/${orders}/${at}`, '[].')),
    ...lists.flatMap(({ list, find }) =>
      itemsOf(list).flatMap((value, at) => finding(`${pointer}/${list}/${at}`, find(value))),
    ),
  ];

  function itemsOf(list: string): unknown[] {
    const items = member(body, list);
    return Array.isArray(items) ? items : [];
  }

  function namesIn(fields: unknown, at: string, prefix = ''): Finding[] {
    const all = Object.keys(isObject(fields) ? fields : {});
    return all.flatMap((name) => finding(`${at}/${name}`, names.get(prefix + name)));
  }
}

function finding(pointer: string, said: Said | undefined): Finding[] {
  if (!said) return [];
  const { clause, ...breach } = said;
  return [findingOf(clause, { about: 'client', kind: 'value', pointer, ...breach })];
}

/** `orders` is the list of its objects, if it has one. */
function spellingsOf(operation: FlowOperation) {
  const { version, kind } = flowCalls[operation];
  const [own, other, otherVersion] =
    version === 'V1' ? (['from', 'to', 'V2'] as const) : (['to', 'from', 'V1'] as const);
  const rows = mapping[kind];
  const orders = rows.map((row) => row[own]?.split('[].') ?? []).find(({ length }) => length > 1)?.[0] ?? '';
  const documented = new Set(rows.map((row) => nameOf(row[own])));
  const names = new Map<string, Said>();
  const lists: { readonly list: string; readonly find: (value: unknown) => Said | undefined }[] = [];
  for (const row of rows) {
    const name = nameOf(row[other]);
    const path = row[own]?.replace(/\[\]$/, '');
    if (name === undefined || path === undefined) continue;
    const clause = row.clause as ClauseId;
    if (!documented.has(name) && !names.has(name))
      names.set(name, {
        clause,
        expected: `its ${version} name ${path}`,
        found: `its ${otherVersion} name`,
      });
    const pairs = Object.entries(mapping.codes).find(([file]) => file === row.by)?.[1];
    if (!pairs) continue;
    const find = (value: unknown) => {
      const own = otherSpelling(pairs, value, version);
      if (own === undefined) return undefined;
      const expected = `the ${version} spelling ${show(own, false)}`;
      return { clause, expected, found: show(value, false) };
    };
    lists.push({ list: path, find });
  }
  return { names, lists, orders };
}

/** The name that a path begins with, or `[].` and the name that it begins with in an order. */
function nameOf(path: string | null): string | undefined {
  const [first, second] = path?.split('.') ?? [];
  const isInOrder = first?.endsWith('[]') && second !== undefined;
  return (isInOrder ? `[].${second}` : first)?.replace(/\[\]$/, '');
}
