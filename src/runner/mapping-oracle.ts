/**
 * What a V2 request owes to a V1 request, without the mapping engine: both bodies as lists of leaves, and the rows of
 * contracts/migration/*.csv followed one by one.
 */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { sameDecimal } from '../../contracts/src/base/decimal.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { isSameIban } from '../../contracts/src/base/formats.ts';
import { isNumber } from '../../contracts/src/base/json-value.ts';
import { type FieldRow, table } from '../../contracts/src/migration/mapping-table.ts';

/** The value of each leaf by its path, `orders.0.amount.value`; an empty list or object is a leaf, too. */
export type Leaves = ReadonlyMap<string, unknown>;

export interface LeafDifference {
  readonly clause: ClauseId;
  /** In the V2 request. */
  readonly pointer: string;
  readonly message: string;
}

export function leavesOf(body: unknown): Leaves {
  const leaves = new Map<string, unknown>();
  const add = (value: unknown, path?: string): void => {
    const isTree = typeof value === 'object' && value !== null && !isNumber(value);
    const members = isTree ? Object.entries(value) : [];
    if (members.length === 0) leaves.set(path ?? '', value);
    for (const [name, part] of members) add(part, path === undefined ? name : `${path}.${name}`);
  };
  add(body);
  return leaves;
}

/**
 * The leaves of the V2 request that carries every leaf of the V1 request: as many, and those that V1 does not have. One that
 * no row names stays where it is, which no V2 request has.
 */
export function expectedLeaves(flow: 'import' | 'payment', v1: object, currency = ''): Leaves {
  const rows = table[flow];
  const expected = new Map<string, unknown>();
  for (const [path, value] of leavesOf(v1)) {
    if (path === '') return new Map([['', value]]);
    const isList = Array.isArray(value);
    const name = starred(path) + (isList ? '[]' : '');
    const row = rows.find(({ from }) => from === name);
    if (!row?.to) {
      expected.set(path, value);
      continue;
    }
    const at = withIndexes(row.to, path);
    // An empty list has no items that a row could name.
    const place = isList ? at.replace(/\.\d+$/, '') : at;
    const codes = row.by === null ? undefined : table.codes[row.by];
    expected.set(place, codes && !isList ? codes.find(([word]) => word === value)?.[1] : value);
    // What no V1 field carries is beside what one carries.
    for (const { from, to } of rows)
      if (from === null && to !== null && parentOf(to) === parentOf(row.to))
        expected.set(withIndexes(to, path), currency);
  }
  return expected;
}

/**
 * What one V2 request has otherwise than the leaves that are due: lost, changed, or more. An object that is not there, or
 * in the place of another, breaks the clause of its own row, and none of its leaves breaks another. Words of a closed list
 * may be in any order.
 */
export function leafDifferences(
  flow: 'import' | 'payment',
  due: Leaves,
  found: Leaves,
  otherwise: ClauseId,
): LeafDifference[] {
  // As nearly always: a request that has the same leaves has them at the same places.
  if (
    due.size === found.size &&
    [...due].every(([path, value]) => found.has(path) && isSame(found.get(path), value))
  )
    return [];
  const [wanted, had] = [new Tree(flow, due), new Tree(flow, found)];
  const differences = new Map<string, Omit<LeafDifference, 'clause'> & { clause: string | undefined }>();
  const add = (path: string, row: FieldRow | undefined, is: string, other: Tree): void => {
    const object = objectsAround(flow, path).find(
      ([place, row]) => !other.has(place) || isElsewhere(place, row, wanted, had),
    );
    const [place, clause] = object ? [object[0], object[1].clause] : [path, row?.clause];
    const pointer = `/${place.replaceAll('.', '/')}`;
    const message = `${place} ${object && other.has(place) ? 'is another one' : is}`;
    if (!differences.has(pointer)) differences.set(pointer, { clause, pointer, message });
  };
  for (const [path, { value, row }] of wanted.leaves) {
    const other = had.leaves.get(path);
    if (!other) add(path, row, 'is missing', had);
    else if (!isSame(other.value, value, row)) add(path, row, 'has another value', had);
  }
  for (const [path, { row }] of had.leaves)
    if (!wanted.leaves.has(path)) add(path, row, 'is more than V1 sent', wanted);
  // A leaf that no row names breaks a clause of its own only where nothing else does.
  const all = [...differences.values()];
  const named = all.filter(({ clause }) => clause !== undefined);
  return (named.length > 0 ? named : all).map((it) => ({
    ...it,
    clause: (it.clause ?? otherwise) as ClauseId,
  }));
}

/** The leaves of one request, with the items of closed lists under their words. */
class Tree {
  readonly leaves = new Map<string, { readonly value: unknown; readonly row: FieldRow | undefined }>();
  /** The content of each object that has a row, by its place. */
  readonly #objects = new Map<string, string[]>();

  constructor(flow: 'import' | 'payment', leaves: Leaves) {
    for (const [path, value] of leaves) {
      let place = path;
      const row = rowOf(flow, path);
      if (isAnyOrder(row) && typeof value === 'string') {
        place = path.replace(/\d+$/, value);
        while (this.leaves.has(place)) place += '+';
      }
      this.leaves.set(place, { value, row });
      for (const [object] of objectsAround(flow, path)) {
        const content = this.#objects.get(object) ?? [];
        this.#objects.set(object, content);
        content.push(`${path.slice(object.length)} ${writeJson(value)}`);
      }
    }
  }

  has(object: string): boolean {
    return this.#objects.has(object);
  }

  contentAt(object: string): string | undefined {
    return this.#objects.get(object)?.sort().join('\n');
  }

  /** What the objects of a row hold, wherever they are. */
  contents({ to }: FieldRow): (string | undefined)[] {
    return [...this.#objects.keys()].filter((place) => starred(place) === to).map((it) => this.contentAt(it));
  }
}

/** Whether what is due at a place is at another one; where objects are lost or more, also the other way round. */
function isElsewhere(place: string, row: FieldRow, wanted: Tree, had: Tree): boolean {
  const [due, found] = [wanted.contentAt(place), had.contentAt(place)];
  if (due === found) return false;
  const [all, others] = [wanted.contents(row), had.contents(row)];
  return others.includes(due) || (all.length !== others.length && all.includes(found));
}

/** The rows of objects, with the number of steps to their place. */
const objectRows = { import: rowsOfObjects('import'), payment: rowsOfObjects('payment') };

function rowsOfObjects(flow: 'import' | 'payment') {
  return table[flow].flatMap((row) =>
    row.type === 'object' && row.to !== null
      ? [{ row, steps: row.to.replaceAll('[]', '.[]').split('.').length }]
      : [],
  );
}

/** The places of the objects with a row of their own that a leaf is in, the outermost first. */
function objectsAround(flow: 'import' | 'payment', path: string): [place: string, row: FieldRow][] {
  const names = path.split('.');
  return objectRows[flow].flatMap(({ row, steps }): [string, FieldRow][] => {
    const [place, inner = '0'] = [names.slice(0, steps).join('.'), names[steps]];
    return starred(place) === row.to && !/^\d+$/.test(inner) ? [[place, row]] : [];
  });
}

/** The row of a V2 leaf: by its place, or by a V1 name that stayed. */
function rowOf(flow: 'import' | 'payment', path: string): FieldRow | undefined {
  const name = starred(path);
  const isNamed = (one: string | null) => one === name || one === `${name}[]`;
  const rows = flow === 'payment' ? [...table.payment, ...table.submit] : table.import;
  return (
    rows.find(({ to }) => isNamed(to)) ??
    rows.find(({ to }) => to?.startsWith(`${name}.`)) ??
    rows.find(({ from }) => from !== null && (isNamed(from) || name.startsWith(`${from}.`)))
  );
}

function isAnyOrder(row: FieldRow | undefined): boolean {
  return row !== undefined && row.by !== null && (row.by === 'one-to-list' || row.by in table.codes);
}

function isSame(found: unknown, due: unknown, row?: FieldRow): boolean {
  if (isNumber(due)) return sameDecimal(found, due);
  if (row?.by === 'iban' && isSameIban(found, due)) return true;
  return found === due || (typeof due === 'object' && due !== null && writeJson(found) === writeJson(due));
}

function starred(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '[]');
}

/** `orders[].amount.value` with the indexes of the source path, and 0 where a single value becomes a list. */
function withIndexes(to: string, path: string): string {
  const indexes = path.split('.').filter((token) => /^\d+$/.test(token));
  return to.replaceAll('[]', () => `.${indexes.shift() ?? '0'}`);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'));
}
