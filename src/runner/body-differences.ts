/** Where a V2 request differs from the one that was written by hand, and which rule of the mapping that breaks. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { sameDecimal } from '../../contracts/src/base/decimal.ts';
import { type Breach, type Finding, findingOf } from '../../contracts/src/base/finding.ts';
import type { FlowKind } from '../../contracts/src/base/flows.ts';
import { isNumber, member } from '../../contracts/src/base/json-value.ts';
import { clauseOfPlace } from '../../contracts/src/migration/compare-requests.ts';
import { mappingPath, rowAt } from '../../contracts/src/migration/content.ts';

/** `otherwise` is broken by what no row of the mapping names, where nothing else differs. */
export function bodyDifferences(flow: FlowKind, due: object, made: object, otherwise: ClauseId): Finding[] {
  const all = differences(flow, due, made, '');
  const named = all.filter(({ pointer }) => clauseOfPlace(pointer, flow) !== undefined);
  return (named.length > 0 ? named : all).map(({ pointer, ...breach }) =>
    findingOf(clauseOfPlace(pointer, flow) ?? otherwise, { ...breach, pointer: `/request/body${pointer}` }),
  );
}

/** An object with a row of its own is another one where most of its fields are. */
function differences(flow: FlowKind, due: unknown, made: unknown, pointer: string): Breach[] {
  const differs = (kind: Finding['kind'], expected?: string) => [{ kind, pointer, expected }];
  if (due === undefined) return differs('unexpected', 'none, as in V1');
  if (made === undefined) return differs('missing');
  if (!isTree(due) || !isTree(made) || Array.isArray(due) !== Array.isArray(made))
    return due === made || sameDecimal(due, made) ? [] : differs('value', 'that of V1');
  const names = [...new Set([...Object.keys(due), ...Object.keys(made)])];
  const fields = names.map((name) => ({
    isDue: Object.hasOwn(due, name),
    found: differences(flow, member(due, name), member(made, name), `${pointer}/${name}`),
  }));
  const others = fields.filter(({ isDue, found }) => isDue && found.length > 0);
  const hasRow = rowAt(flow, mappingPath(pointer))?.type === 'object';
  if (hasRow && others.length > Object.keys(due).length / 2) return differs('value', 'that of V1');
  return fields.flatMap(({ found }) => found);
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumber(value);
}
