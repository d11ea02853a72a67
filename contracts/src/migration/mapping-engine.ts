/** Maps a request to the other version by the rows of the migration table, and says what becomes of every field. */
import { isObject, pointerToken } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { asItIs, type Converter, converterOf, type MappingDirection, refusesCurrency } from './converters.ts';
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

type Written = Record<string | number, unknown>;

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

/** An object that is written: its JSON Pointer, and how many names of a path lead to it. */
interface WrittenObject {
  readonly content: Written;
  readonly pointer: string;
  readonly depth: number;
}

/** A field with its value in the request that is read. */
interface FoundField {
  readonly field: SourceField;
  readonly value: unknown;
  /** Its JSON Pointer. */
  readonly from: string;
  /** The nearest one above it that is written. */
  readonly object: WrittenObject;
  /** Its own in its list, if it is an item. */
  readonly index: number;
}

/** Writes the counterpart of `source`, digit for digit; `at` is the pointer of both. Throws RangeError for a bad currency. */
export function mapRequest(
  root: SourceField,
  source: object,
  { currency, drop = [] }: MigrationDecisions = {},
  at = '',
): MappedRequest {
  const request: Written = {};
  const fields: FieldResult[] = [];
  mapFields(root, source, at, { content: request, pointer: at, depth: 0 });
  return { request, fields };

  function mapFields(field: SourceField, source: object, from: string, object: WrittenObject): void {
    for (const name of Object.keys(source)) {
      const value = (source as Written)[name];
      if (value === undefined) continue;
      const below = field.fields.get(name);
      if (below !== undefined) mapField({ field: below, value, from: `${from}/${name}`, object, index: 0 });
      else fields.push(undocumented(`${from}/${pointerToken(name)}`, value));
    }
  }

  function mapField(found: FoundField): void {
    const { field, value, from, object, index } = found;
    const { row, target, convert, item } = field;
    if (convert !== null) {
      const conversion = convert(value);
      if ('refused' in conversion) refuse(found, conversion.refused);
      else write(found, conversion.becomes, conversion.warning);
      for (const added of field.added) add(added, object);
    } else if (item !== null) {
      if (!Array.isArray(value)) write({ ...found, index: 0 }, value, asItIs(value, 'a list'));
      else if (value.length === 0) write({ ...found, index: 0 }, []);
      else
        for (const [at, each] of value.entries())
          mapField({ field: item, value: each, from: `${from}/${at}`, object, index: at });
    } else if (field.fields.size === 0) {
      fields.push(fieldResult(row, from, value, null, undefined));
    } else if (row === null) {
      if (isObject(value)) mapFields(field, value, from, object);
      else refuse(found, `is ${kindOf(value)}, not an object`);
    } else if (!isObject(value)) {
      write(found, value, asItIs(value, 'an object'));
    } else {
      const content = put(object, target, index, {});
      const before = fields.length;
      const pointer = pointerBelow(object, target, index);
      mapFields(field, value, from, { content, pointer, depth: target.length });
      // An object of nothing that V2 receives is a field of its own.
      if (fields.slice(before).every((inner) => inner.to === null))
        fields.push(fieldResult(row, from, value, pointer, content));
    }
  }

  function undocumented(from: string, value: unknown): FieldResult {
    const field = fieldResult(null, from, value, null, undefined);
    if (!drop.some((name) => isNamed(name, from))) return field;
    return { ...field, verdict: 'dropped', message: 'is dropped as decided' };
  }

  function write({ field, value, from, object, index }: FoundField, becomes: unknown, message = ''): void {
    put(object, field.target, index, becomes);
    const to = pointerBelow(object, field.target, index);
    fields.push(fieldResult(field.row, from, value, to, becomes, message));
  }

  /** Adds a field that V1 never carried. */
  function add({ row, target }: AddedField, object: WrittenObject): void {
    const refused = currency === undefined ? undefined : refusesCurrency(currency);
    if (refused !== undefined) throw new RangeError(`currency ${refused}`);
    if (currency !== undefined) put(object, target, 0, currency);
    fields.push(fieldResult(row, null, undefined, pointerBelow(object, target, 0), currency));
  }

  function refuse({ field, value, from, object, index }: FoundField, reason: string): void {
    // A field without a row is reported by the first one below it.
    let reported = field;
    while (reported.row === null) reported = reported.fields.values().next().value as SourceField;
    const { row, target } = reported;
    const result = fieldResult(row, from, value, pointerBelow(object, target, index), undefined, reason);
    fields.push({ ...result, verdict: 'wrong-value' });
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

/** The JSON Pointer of a path below an object. A list that the source does not have gets one item. */
function pointerBelow({ pointer, depth }: WrittenObject, path: Path, index: number): string {
  let found = pointer;
  for (let at = depth; at < path.length; at++) found += `/${path[at] === '[]' ? index : path[at]}`;
  return found;
}

/** Writes a value at a path below an object. The names of a path never come from a request. */
function put<Value>({ content, depth }: WrittenObject, path: Path, index: number, value: Value): Value {
  const last = path.length - 1;
  let holder = content;
  for (let at = depth; at <= last; at++) {
    const name = path[at] === '[]' ? index : (path[at] as string);
    if (at === last) holder[name] = value;
    else {
      holder[name] ??= path[at + 1] === '[]' ? [] : {};
      holder = holder[name] as Written;
    }
  }
  return value;
}
