/** Lists the places of the documented schemas, and the clauses of operations and schemas. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { operations } from '../../contracts/generated/operations.ts';
import open from '../../contracts/generated/validators/open.js';
import { member, partsIn } from '../../contracts/src/base/json-value.ts';
import type { Compiled, SchemaNode } from '../../contracts/src/base/schema.ts';
import { SchemaPlace } from '../../contracts/src/base/schema-place.ts';

const validators: Readonly<Record<string, Compiled | undefined>> = open;

interface DescribedPlace {
  readonly place: SchemaPlace;
  readonly isRequired: boolean;
  /** The condition that the value has to meet. */
  readonly condition?: SchemaNode | undefined;
}

/** Lists the place, all places below it, then the branches of its conditions. */
export function placesIn(
  place: SchemaPlace,
  isRequired = true,
  condition?: SchemaNode | undefined,
): DescribedPlace[] {
  const items = place.items ? placesIn(place.items, true, condition) : [];
  const fields = [...place.names].flatMap((name) => {
    const field = place.field(name);
    const isDue = place.nodes.some(({ required }) => required?.includes(name));
    return field ? placesIn(field, isDue, condition) : [];
  });
  const branches = place.nodes.flatMap(({ if: met, then }) =>
    met && then ? placesIn(new SchemaPlace([then], place.pointer), false, met) : [],
  );
  return [{ place, isRequired, condition }, ...items, ...fields, ...branches];
}

/** The clauses of an operation and its responses as a whole. */
export function clausesOfCall(operationId: keyof typeof operations): ClauseId[] {
  const { clauses, answers } = operations[operationId];
  return [...clauses, ...Object.values(answers).flatMap((answer) => answer.clauses)];
}

/** The clauses in the schemas of these names, at any depth. */
export function clausesOfSchemas(names: readonly string[]): ClauseId[] {
  const nodes = names.flatMap((name) => [...partsIn(validators[name]?.schema)]);
  return nodes.flatMap(({ value }) => (member(value, 'x-clauses') ?? []) as ClauseId[]);
}
