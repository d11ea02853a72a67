/** Maps a request to the other version by the rows of the migration table, and says what becomes of every field. */
import { isObject, pointerToken } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Converter, converterOf, type MappingDirection, refusesCurrency } from './converters.ts';
import { type Fate, type FieldRow, type MigrationTable, namesOf } from './mapping-table.ts';

/** The fate of its row, or why it has none: `undocumented` fields have no row; the last three are those of a comparison. */
export type FieldVerdict =
  | Fate
  | 'undocumented'
  | 'needs-decision'
  | 'wrong-value'
  | 'lost'
  | 'to-confirm'
  | 'unexpected';

export interface FieldResult {
  /** JSON Pointer in the request that is read; null for an added field. */
  readonly from: string | null;
  /** The value at `from`; numbers are untouched. */
  readonly value: unknown;
  /** JSON Pointer in the request that is written; null where it has no place for the field. */
  readonly to: string | null;
  /** What is written at `to`; undefined where nothing can be. */
  readonly becomes: unknown;
  readonly verdict: FieldVerdict;
  /** In words, or `nothing`. */
  readonly loss: string;
  /** What is wrong or deserves a look, or the empty string; never holds a personal value. */
  readonly message: string;
  /** The row of the table; null for an undocumented field. */
  readonly row: FieldRow | null;
}

/** Whether this field keeps the request from being migrated: a decision, a value or a row is missing. */
export function isBlocking({ verdict }: FieldResult): boolean {
  return verdict === 'undocumented' || verdict === 'needs-decision' || verdict === 'wrong-value';
}

/** Whether its value must stay out of messages: an undocumented field, or text in place of an object, may hold anything. */
export function isPersonal({ row }: FieldResult): boolean {
  return row === null || row.personal || row.type === 'object';
}

/** What no V1 request says. */
export interface MigrationDecisions {
  /** Three capitals. */
  readonly currency?: string | undefined;
  /** Undocumented fields that may be lost: JSON Pointers, `*` for any index, or paths such as `moneyTransfers[].note`. */
  readonly drop?: readonly string[] | undefined;
}

/** Whether `field`, as decisions name it, is the one at the pointer; of a list of requests, in any of them. */
export function isNamed(field: string, pointer: string): boolean {
  const wanted = field.startsWith('/') ? field : `/${namesOf(field).join('/')}`.replaceAll('/[]', '/*');
  const steps = wanted.split('/');
  return [pointer, pointer.replace(/^\/\d+(?=\/)/, '')].some((place) => {
    const names = place.split('/');
    const fits = (step: string, at: number) =>
      step === names[at] || (step === '*' && /^\d+$/.test(names[at] ?? ''));
    return names.length === steps.length && steps.every(fits);
  });
}

export interface MappedRequest {
  /** Complete only when no field is blocking. */
  readonly request: { readonly [name: string]: unknown };
  readonly fields: readonly FieldResult[];
}

/** Names, and `[]` for each item of a list. */
type Path = readonly string[];

/** A field that V1 does not have. */
interface AddedField {
  readonly row: FieldRow;
  readonly target: Path;
}

/** A field of the request that is read, with the fields below it. */
interface SourceField {
  /** Null where only the fields below have rows (V2 `bank`, `amount`). */
  row: FieldRow | null;
  /** Where it goes; empty where the other version has no place for it. */
  target: Path;
  /** Null for objects, lists, and fields without a place. */
  convert: Converter | null;
  /** The fields that are added beside it. */
  added: readonly AddedField[];
  /** The items, if it is a list. */
  item: SourceField | null;
  readonly fields: Map<string, SourceField>;
}

/** Prepares rows for one direction: the fields of the request that is read, as a tree. */
export function sourceFields(
  rows: readonly FieldRow[],
  codes: MigrationTable['codes'],
  direction: MappingDirection,
): SourceField {
  const root = newField();
  for (const row of rows) {
    const [from, to] = direction === 'V1 to V2' ? [row.from, row.to] : [row.to, row.from];
    if (from === null) continue;
    const source = namesOf(from);
    // The one value of V1 comes from the list of V2 as a whole.
    if (row.by === 'one-to-list' && direction === 'V2 to V1') source.pop();
    const field = source.reduce(fieldBelow, root);
    field.row = row;
    if (to !== null) field.target = namesOf(to);
    if (to !== null && row.type !== 'object') {
      field.convert = converterOf(row, codes, direction);
      if (direction === 'V1 to V2') field.added = addedBeside(to, rows);
    }
    if (source.at(-1) === '[]') {
      const list = source.slice(0, -1).reduce(fieldBelow, root);
      list.row = row;
      if (to !== null) list.target = namesOf(to).slice(0, -1);
    }
  }
  return root;
}

function newField(): SourceField {
  return { row: null, target: [], convert: null, added: [], item: null, fields: new Map() };
}

function fieldBelow(field: SourceField, name: string): SourceField {
  const below = (name === '[]' ? field.item : field.fields.get(name)) ?? newField();
  if (name === '[]') field.item = below;
  else field.fields.set(name, below);
  return below;
}

/** The fields that V1 does not have, of the object that the field at `path` belongs to. */
function addedBeside(path: string, rows: readonly FieldRow[]): AddedField[] {
  return rows.flatMap((row) => {
    const isAdded = row.from === null && row.to !== null && parentOf(row.to) === parentOf(path);
    return isAdded ? [{ row, target: namesOf(row.to) }] : [];
  });
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.') + 1);
}

/** A field with its value in the request that is read. */
interface FoundField {
  readonly field: SourceField;
  readonly value: unknown;
  /** Its JSON Pointer. */
  readonly from: string;
  /** Its own in the lists that it is in, the outermost first. */
  readonly indexes: readonly number[];
}

/** Writes the counterpart of `source`, digit for digit; `at` is the pointer of both. Throws RangeError for a bad currency. */
export function mapRequest(
  root: SourceField,
  source: object,
  { currency, drop = [] }: MigrationDecisions = {},
  at = '',
): MappedRequest {
  const request: Tree = {};
  const fields: FieldResult[] = [];
  mapMembers({ field: root, value: source, from: at, indexes: [] });
  return { request, fields };

  function mapMembers(found: FoundField): void {
    for (const [name, value] of Object.entries(found.value as object)) {
      if (value === undefined) continue;
      const field = found.field.fields.get(name);
      const from = `${found.from}/${pointerToken(name)}`;
      if (field !== undefined) mapField({ ...found, field, value, from });
      else fields.push(undocumented(from, value));
    }
  }

  function mapField(found: FoundField): void {
    const { field, value, from, indexes } = found;
    const { row, convert, item } = field;
    if (convert !== null) {
      const conversion = convert(value);
      if ('refused' in conversion) refuse(found, conversion.refused);
      else write(found, conversion.becomes, conversion.warning);
      for (const added of field.added) add(added, indexes);
    } else if (item !== null) {
      mapItems(found, item);
    } else if (field.fields.size === 0) {
      fields.push(fieldResult(row, from, value, null, undefined));
    } else if (!isObject(value)) {
      refuse(found, `is ${kindOf(value)}, not an object`);
    } else {
      const before = fields.length;
      if (row !== null) put(request, keysAt(field.target, indexes), {});
      mapMembers(found);
      // An object of nothing that V2 receives is a field of its own.
      if (row !== null && fields.slice(before).every(({ to }) => to === null)) write(found, {});
    }
  }

  function mapItems(list: FoundField, field: SourceField): void {
    const { value, from, indexes } = list;
    if (Array.isArray(value)) {
      if (value.length === 0) write(list, []);
      for (const [index, each] of value.entries())
        mapField({ field, value: each, from: `${from}/${index}`, indexes: [...indexes, index] });
      return;
    }
    const before = fields.length;
    mapField({ ...list, field, indexes: [...indexes, 0] });
    const first = fields[before];
    if (first !== undefined && !isBlocking(first))
      fields[before] = { ...first, message: 'is not in a list, and is written in a list of one' };
  }

  function write({ field, value, from, indexes }: FoundField, becomes: unknown, message = ''): void {
    const keys = keysAt(field.target, indexes);
    put(request, keys, becomes);
    fields.push(fieldResult(field.row, from, value, pointerOf(keys), becomes, message));
  }

  /** Adds a field that V1 never carried. */
  function add({ row, target }: AddedField, indexes: readonly number[]): void {
    const refused = currency === undefined ? undefined : refusesCurrency(currency);
    if (refused !== undefined) throw new RangeError(`currency ${refused}`);
    const keys = keysAt(target, indexes);
    if (currency !== undefined) put(request, keys, currency);
    fields.push(fieldResult(row, null, undefined, pointerOf(keys), currency));
  }

  function refuse({ field, value, from, indexes }: FoundField, reason: string): void {
    // A field without a row is reported by the first one below it.
    let reported = field;
    while (reported.row === null) reported = reported.fields.values().next().value as SourceField;
    const to = pointerOf(keysAt(reported.target, indexes));
    const result = fieldResult(reported.row, from, value, to, undefined, reason);
    fields.push({ ...result, verdict: 'wrong-value' });
  }

  function undocumented(from: string, value: unknown): FieldResult {
    const field = fieldResult(null, from, value, null, undefined);
    if (!drop.some((name) => isNamed(name, from))) return field;
    return { ...field, verdict: 'dropped', message: 'is dropped as decided' };
  }

  function pointerOf(keys: readonly (string | number)[]): string {
    return `${at}/${keys.join('/')}`;
  }
}

/** A field whose value was mapped as its row says, or could not be: no value, no place, no row. */
function fieldResult(
  row: FieldRow | null,
  from: string | null,
  value: unknown,
  to: string | null,
  becomes: unknown,
  message = '',
): FieldResult {
  if (row === null) {
    const said = 'no documented field receives it';
    return { from, value, to, becomes, verdict: 'undocumented', loss: 'the whole field', message: said, row };
  }
  const verdict = verdictOf(row, from, to, becomes);
  const loss = verdict === 'lost' ? 'the whole field' : row.loses;
  const said = verdict === 'needs-decision' ? 'is to be decided' : message;
  return { from, value, to, becomes, verdict, loss, message: said, row };
}

function verdictOf(row: FieldRow, from: string | null, to: string | null, becomes: unknown): FieldVerdict {
  if (from === null && becomes === undefined) return 'needs-decision';
  if (to === null && row.to !== null) return 'lost';
  // The object that holds it has another name or place.
  return row.fate === 'kept' && from !== to ? 'moved' : row.fate;
}

/** The path with an index for each `[]`. A list that the source does not have gets one item. */
function keysAt(path: Path, indexes: readonly number[]): (string | number)[] {
  let list = 0;
  return path.map((name) => (name === '[]' ? (indexes[list++] ?? 0) : name));
}

type Tree = Record<string | number, unknown>;

/** Writes a value into a tree. The names among the keys never come from a request. */
function put(tree: Tree, keys: readonly (string | number)[], value: unknown): void {
  const last = keys.length - 1;
  let holder = tree;
  for (const [at, key] of keys.entries()) {
    if (at === last) holder[key] = value;
    else {
      holder[key] ??= typeof keys[at + 1] === 'number' ? [] : {};
      holder = holder[key] as Tree;
    }
  }
}
