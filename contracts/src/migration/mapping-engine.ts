/** What became of one field: the row of a field table. */

import { isObject, pointerToken } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import {
  converter,
  type Fate,
  type FieldRow,
  type MigrationTable,
  refusesCurrency,
  type Step,
} from './converters.ts';

export type FieldVerdict =
  | 'same'
  | 'renamed'
  | 'recoded'
  | 'needs-decision'
  | 'lost'
  | 'unexpected'
  | 'wrong-value';

export interface FieldResult {
  /** JSON Pointer in the request that is read; null for a born field. */
  readonly from: string | null;
  /** What stands at `from`; numbers are untouched. */
  readonly value: unknown;
  /** `undocumented` for a field that the documentation does not name. */
  readonly fate: Fate | 'undocumented';
  /** JSON Pointer in the request that is written; null where it has no place for the field. */
  readonly to: string | null;
  /** What is written at `to`; undefined where nothing can be. */
  readonly becomes: unknown;
  readonly verdict: FieldVerdict;
  /** In words, or `nothing`. */
  readonly loss: string;
  /** What is wrong or deserves a look, or the empty string; never holds a personal value. */
  readonly message: string;
  /** The table row behind it; null for an undocumented field. */
  readonly row: FieldRow | null;
}

const VERDICTS: { readonly [fate in FieldResult['fate']]: FieldVerdict } = {
  kept: 'same',
  renamed: 'renamed',
  moved: 'renamed',
  wrapped: 'renamed',
  merged: 'renamed',
  recoded: 'recoded',
  dropped: 'lost',
  born: 'same',
  undocumented: 'lost',
};

/** A field whose value came over as its row says, or could not: no value, no place, no row. */
export function fieldOf(
  row: FieldRow | null,
  from: string | null,
  value: unknown,
  to: string | null,
  becomes: unknown,
  message = '',
): FieldResult {
  const fate: FieldResult['fate'] = row?.fate ?? 'undocumented';
  const base: FieldResult = {
    from,
    value,
    fate,
    to,
    becomes,
    verdict: VERDICTS[fate],
    loss: 'nothing',
    message,
    row,
  };
  if (row === null) return { ...base, loss: 'the whole field', message: 'no documented field receives it' };
  if (from === null && becomes === undefined)
    return { ...base, verdict: 'needs-decision', message: 'is to be decided' };
  if (to === null)
    return { ...base, verdict: 'lost', loss: row.loses === 'nothing' ? 'the whole field' : row.loses };
  return row.loses === 'nothing' ? base : { ...base, loss: row.loses };
}

/** Whether this field keeps the request from being carried over: a decision, a value or a row is missing. */
export function isBlocking(field: FieldResult): boolean {
  return (
    field.fate === 'undocumented' || field.verdict === 'needs-decision' || field.verdict === 'wrong-value'
  );
}

/**
 * Whether its value must stay out of messages. What the documentation does not name might be anything, and text in the
 * place of an object all that belongs into it.
 */
export function isPersonal({ row }: FieldResult): boolean {
  return row === null || row.personal || row.type === 'object';
}

/** A mapping table made ready to run: one tree of the places that a request can have, built once per direction. */

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

/** The engine: carries a request over to the other version by a plan, and says of every field what became of it. */

/** Values that no field of the other version tells, by the name in the table's `by` column. */
export interface Decisions {
  /** Three capitals. */
  readonly currency?: string | undefined;
}

export interface Carried {
  /** Holds what could be carried; whole only when no field is blocking. */
  readonly request: { readonly [name: string]: unknown };
  readonly fields: readonly FieldResult[];
}

type Target = { [name: string]: unknown };

/**
 * Reads `source`, a parsed JSON object, and writes its counterpart. Numbers pass untouched, LosslessNumbers too. A field
 * that is missing stays missing, and an empty list or object stays one. `at` is the JSON Pointer of both requests.
 * Throws RangeError for a decision that is none.
 */
export function carry(root: Place, source: object, decisions: Decisions = {}, at = ''): Carried {
  const carrier = new Carrier(decisions);
  const request: Target = {};
  carrier.carryFields(root, source, at, request, at);
  return { request, fields: carrier.fields };
}

/** `from` and `to` are the JSON Pointers of what is read and of the object that is written. */
class Carrier {
  readonly fields: FieldResult[] = [];
  readonly #decisions: Decisions;

  constructor(decisions: Decisions) {
    this.#decisions = decisions;
  }

  carryFields(place: Place, source: object, from: string, target: Target, to: string): void {
    for (const name of Object.keys(source)) {
      const value = (source as Target)[name];
      if (value === undefined) continue;
      const inner = place.fields.get(name);
      if (inner !== undefined) this.#carryPlace(inner, value, `${from}/${name}`, target, to);
      else this.fields.push(fieldOf(null, `${from}/${pointerToken(name)}`, value, null, undefined));
    }
  }

  #carryPlace(place: Place, value: unknown, from: string, target: Target, to: string): void {
    const end = to + place.pointer;
    if (place.step !== null) this.#carryValue(place, place.step, value, from, target, to);
    else if (place.item !== null) this.#carryList(place, place.item, value, from, target, end);
    else if (place.fields.size === 0) this.fields.push(fieldOf(place.row, from, value, null, undefined));
    else if (!isObject(value)) this.#refuse(place, from, value, end, `is ${kindOf(value)}, not an object`);
    else if (place.row === null) this.carryFields(place, value, from, target, to);
    else this.#carryObject(place, value, from, put(target, place.write, {}), end);
  }

  #carryList(place: Place, item: Place, list: unknown, from: string, target: Target, to: string): void {
    if (!Array.isArray(list)) {
      this.#refuse(place, from, list, to, `is ${kindOf(list)}, not a list`);
      return;
    }
    const written: unknown[] = put(target, place.write, []);
    if (list.length === 0) this.fields.push(fieldOf(place.row, from, list, to, written));
    for (let index = 0; index < list.length; index++) {
      written.push(this.#carryItem(item, list[index], `${from}/${index}`, `${to}/${index}`));
    }
  }

  #carryItem(item: Place, value: unknown, from: string, to: string): unknown {
    if (item.step !== null) return this.#convert(item, item.step, value, from, to);
    const written: Target = {};
    if (isObject(value)) this.#carryObject(item, value, from, written, to);
    else this.#refuse(item, from, value, to, `is ${kindOf(value)}, not an object`);
    return written;
  }

  #carryObject(place: Place, value: object, from: string, written: Target, to: string): void {
    const before = this.fields.length;
    this.carryFields(place, value, from, written, to);
    if (this.fields.length === before) this.fields.push(fieldOf(place.row, from, value, to, written));
  }

  #carryValue(place: Place, step: Step, value: unknown, from: string, target: Target, to: string): void {
    const becomes = this.#convert(place, step, value, from, to + place.pointer);
    if (becomes !== undefined) put(target, place.write, step.wraps ? [becomes] : becomes);
    for (const born of place.bears) this.#bear(born, target, to + born.pointer);
  }

  #convert(place: Place, step: Step, value: unknown, from: string, to: string): unknown {
    const reason = step.refuses(value);
    if (reason !== undefined) return this.#refuse(place, from, value, to, reason);
    const becomes = step.convert(value);
    this.fields.push(fieldOf(place.row, from, value, to, becomes, step.warns?.(value)));
    return becomes;
  }

  #bear(place: Place, target: Target, to: string): void {
    const decided = this.#decisions[place.row?.by as keyof Decisions];
    const reason = decided === undefined ? undefined : refusesCurrency(decided);
    if (reason !== undefined) throw new RangeError(`${place.row?.by} ${reason}`);
    if (decided !== undefined) put(target, place.write, decided);
    this.fields.push(fieldOf(place.row, null, undefined, to, decided));
  }

  #refuse(place: Place, from: string, value: unknown, to: string, reason: string): undefined {
    // A place that only leads to deeper ones speaks by their rows.
    const row = place.row ?? place.fields.values().next().value?.row ?? null;
    this.fields.push({ ...fieldOf(row, from, value, to, undefined, reason), verdict: 'wrong-value' });
  }
}

/** Writes a value under the names of a plan, which never come from a request. */
function put<Value>(target: Target, names: readonly string[] | null, value: Value): Value {
  const last = (names?.length ?? 0) - 1;
  let object = target;
  for (let at = 0; at < last; at++) {
    const name = names?.[at] as string;
    object[name] ??= {};
    object = object[name] as Target;
  }
  object[names?.[last] as string] = value;
  return value;
}
