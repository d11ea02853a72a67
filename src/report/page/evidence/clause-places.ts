/** Where the machine states a clause: the places of schemas that name it, the calls and the rules. */
import { operations } from '../../../../contracts/generated/operations.ts';
import open from '../../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../../contracts/src/base/compiled-schema.ts';
import { exchangeChecks } from '../../../../contracts/src/judge/exchange-checks.ts';
import { clausesOfCall, type OperationId } from '../../../../contracts/src/judge/operation.ts';

export interface ClausePlaces {
  /** Each as the name of a schema and the path in it, `importBankConnectionV1.451` and `errors[].code`. */
  readonly schemas: readonly (readonly [schema: string, path: string])[];
  /** Operations, for the clauses of a whole call. */
  readonly calls: readonly OperationId[];
  /** Operations whose exchanges a rule judges by the clause. */
  readonly rules: readonly OperationId[];
}

const SCHEMAS = Object.entries(open as Record<string, { schema: SchemaNode }>);
const IDS = Object.keys(operations) as OperationId[];

/** Of every clause at once, since looking for one takes as long. */
export function clausePlaces(): (clause: string) => ClausePlaces {
  const schemas = byClause(
    SCHEMAS.flatMap(([name, { schema }]) =>
      placesIn(schema, '').map(([clause, path]) => [clause, [name, path] as const] as const),
    ),
  );
  const calls = byClause(IDS.flatMap((id) => clausesOfCall(id).map((clause) => [clause, id] as const)));
  const rules = byClause(IDS.flatMap((id) => exchangeChecks[id].map(({ clause }) => [clause, id] as const)));
  return (clause) => ({
    schemas: [...new Map((schemas.get(clause) ?? []).map((place) => [place.join(' '), place])).values()],
    calls: [...new Set(calls.get(clause))],
    rules: [...new Set(rules.get(clause))],
  });
}

/** The operations whose exchanges can break the clause. */
export function operationsOf({ schemas, calls, rules }: ClausePlaces): Set<string> {
  return new Set([...schemas.map(([name]) => name.split('.')[0] ?? ''), ...calls, ...rules]);
}

function placesIn(node: SchemaNode, path: string): (readonly [clause: string, path: string])[] {
  return [
    ...(node['x-clauses'] ?? []).map((clause) => [clause, path] as const),
    ...Object.entries(node.properties ?? {}).flatMap(([name, part]) =>
      placesIn(part, path === '' ? name : `${path}.${name}`),
    ),
    ...(node.items ? placesIn(node.items, `${path}[]`) : []),
    ...[...(node.allOf ?? []), node.then, ...unions(node)].flatMap((part) =>
      part ? placesIn(part, path) : [],
    ),
  ];
}

function unions(node: SchemaNode): SchemaNode[] {
  const { anyOf = [], oneOf = [] } = node as { anyOf?: SchemaNode[]; oneOf?: SchemaNode[] };
  return [...anyOf, ...oneOf];
}

function byClause<Value>(pairs: readonly (readonly [clause: string, value: Value])[]): Map<string, Value[]> {
  const groups = Map.groupBy(pairs, ([clause]) => clause);
  return new Map([...groups].map(([clause, own]) => [clause, own.map(([, value]) => value)]));
}
