/** Where a V2 request differs from the one that was written by hand, and which rule of the mapping that breaks. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { sameDecimal } from '../../contracts/src/base/decimal.ts';
import type { FlowKind } from '../../contracts/src/base/flows.ts';
import { isNumber, member } from '../../contracts/src/base/json-value.ts';
import { clauseAt } from '../../contracts/src/migration/compare-requests.ts';
import { pathOf, rowAt } from '../../contracts/src/migration/content.ts';

interface Difference {
  /** In the V2 request. */
  readonly pointer: string;
  readonly message: string;
}

/** `otherwise` is broken by what no row of the mapping names, where nothing else differs. */
export function bodyDifferences(
  flow: FlowKind,
  due: object,
  made: object,
  otherwise: ClauseId,
): (Difference & { readonly clause: ClauseId })[] {
  const all = differences(flow, due, made, '').map((one) => ({
    ...one,
    clause: clauseAt(one.pointer, flow),
  }));
  const named = all.filter(({ clause }) => clause !== undefined);
  return (named.length > 0 ? named : all).map((one) => ({ ...one, clause: one.clause ?? otherwise }));
}

/** An object with a row of its own is another one where most of its fields are. */
function differences(flow: FlowKind, due: unknown, made: unknown, pointer: string): Difference[] {
  const place = pointer.slice(1).replaceAll('/', '.');
  const differs = (message: string) => [{ pointer, message: `${place} ${message}` }];
  if (due === undefined) return differs('is more than V1 sent');
  if (made === undefined) return differs('is missing');
  if (!isTree(due) || !isTree(made) || Array.isArray(due) !== Array.isArray(made))
    return due === made || sameDecimal(due, made) ? [] : differs('has another value');
  const names = [...new Set([...Object.keys(due), ...Object.keys(made)])];
  const fields = names.map((name) => ({
    isDue: Object.hasOwn(due, name),
    found: differences(flow, member(due, name), member(made, name), `${pointer}/${name}`),
  }));
  const others = fields.filter(({ isDue, found }) => isDue && found.length > 0);
  const hasRow = rowAt(flow, pathOf(pointer))?.type === 'object';
  if (hasRow && others.length > Object.keys(due).length / 2) return differs('is another one');
  return fields.flatMap(({ found }) => found);
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumber(value);
}
