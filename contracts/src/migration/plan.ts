/** A mapping table made ready to run: one tree of the places that a request can have, built once per direction. */
import { converter, type Step } from './converters.ts';
import type { FieldRow, MigrationTable } from './row.ts';

/** A field or list item of the request that is read. */
export interface Place {
  /** Null where the place only leads to deeper ones (V2 `bank`, `amount`). */
  readonly row: FieldRow | null;
  readonly fields: ReadonlyMap<string, Place>;
  /** What each item is, where the place is a list. */
  readonly item: Place | null;
  /** Carries a value; null for objects, lists, and what has no place on the other side. */
  readonly step: Step | null;
  /** Names to write under, from the nearest list item or object that has a row; null where there is no place. */
  readonly write: readonly string[] | null;
  /** The same as the end of a JSON Pointer. */
  readonly pointer: string;
  /** Fields that are born beside this one. */
  readonly bears: readonly Place[];
}

export type Direction = 'forth' | 'home';

/** A row with those ends of its two paths that lie ahead, as names and `[]`. */
interface Entry {
  readonly row: FieldRow;
  readonly source: readonly string[] | null;
  readonly target: readonly string[] | null;
}

type Table = Pick<MigrationTable, 'codes'>;

/** The root place of a request: `forth` reads V1 and writes V2, `home` the other way. */
export function plan(rows: readonly FieldRow[], { codes }: Table, direction: Direction): Place {
  const entries = rows.map((row) => entryOf(row, direction));
  const born = entries.filter((entry) => entry.source === null);
  return build(entries, []);

  function build(ahead: readonly Entry[], base: readonly string[]): Place {
    const own = ahead.find((entry) => entry.source?.length === 0);
    const items = ahead.find((entry) => entry.source?.length === 1 && entry.source[0] === '[]');
    const target = own?.target ?? items?.target?.slice(0, -1) ?? null;
    const fields = new Map<string, Place>();
    for (const name of new Set(ahead.map((entry) => entry.source?.[0]))) {
      if (name !== undefined) fields.set(name, build(after(name, ahead), own?.target ?? base));
    }
    const item = fields.get('[]') ?? null;
    fields.delete('[]');
    const isValue = own !== undefined && own.target !== null && own.row.type !== 'object';
    const step = isValue ? converter(own.row, codes)[direction] : null;
    return {
      row: own?.row ?? items?.row ?? null,
      fields,
      item,
      step,
      ...place(target, base, step?.wraps ? '/0' : ''),
      bears: isValue
        ? born.filter((entry) => isBeside(entry, own)).map((entry) => bornPlace(entry, base))
        : [],
    };
  }
}

function entryOf(row: FieldRow, direction: Direction): Entry {
  const [from, to] = [segments(row.from), segments(row.to)];
  // One value that stands for a list of one goes, and comes home, with the list as a whole.
  if (from !== null && from.at(-1) !== '[]' && to?.at(-1) === '[]') to.pop();
  return direction === 'forth' ? { row, source: from, target: to } : { row, source: to, target: from };
}

/** `orders[].amount` as orders, [], amount. */
function segments(path: string | null): string[] | null {
  return path === null ? null : path.replaceAll('[]', '.[]').split('.');
}

function after(name: string, ahead: readonly Entry[]): Entry[] {
  return ahead.flatMap((entry) =>
    entry.source?.[0] === name ? [{ ...entry, source: entry.source.slice(1) }] : [],
  );
}

function isBeside(born: Entry, written: Entry): boolean {
  return parent(born.target) === parent(written.target);
}

function parent(path: readonly string[] | null): string | undefined {
  return path?.slice(0, -1).join('.');
}

function bornPlace(entry: Entry, base: readonly string[]): Place {
  return {
    row: entry.row,
    fields: new Map(),
    item: null,
    step: null,
    ...place(entry.target, base),
    bears: [],
  };
}

function place(
  target: readonly string[] | null,
  base: readonly string[],
  tail = '',
): Pick<Place, 'write' | 'pointer'> {
  const write = target?.slice(base.length) ?? null;
  return { write, pointer: (write ?? []).map((name) => `/${name}`).join('') + tail };
}
