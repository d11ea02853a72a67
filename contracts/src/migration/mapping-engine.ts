/** Maps a request to the other version by the rows of the migration table, and says what becomes of every field. */
import { isObject, pointerToken } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Converter, converterOf, type MappingDirection, refusesCurrency } from './converters.ts';
import { type Fate, type FieldRow, namesOf } from './mapping-table.ts';

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

/** Whether `field`, as decisions name it, is the one at the pointer. */
export function isNamed(field: string, pointer: string): boolean {
  const wanted = field.startsWith('/') ? field : `/${namesOf(field).join('/')}`.replaceAll('/[]', '/*');
  const steps = wanted.split('/');
  const names = pointer.split('/');
  const fits = (step: string, at: number) =>
    step === names[at] || (step === '*' && /^\d+$/.test(names[at] ?? ''));
  return names.length === steps.length && steps.every(fits);
}

export interface MappedRequest {
  /** Undefined while a field is blocking, since half a request must not be sent. */
  readonly request: { readonly [name: string]: unknown } | undefined;
  readonly fields: readonly FieldResult[];
}

/** Names, and `[]` for each item of a list. */
type Path = readonly string[];

/** The fields of the request that is read, by name, and the items of a list as `[]`. */
export type SourceFields = ReadonlyMap<string, SourceField>;

interface SourceField {
  /** Of an object without a row (V2 `bank`, `amount`), the first one below it. */
  row: FieldRow;
  /** Where it goes; empty where the other version has no place for it, and for an object without a row. */
  target: Path;
  /** Null for objects, lists, and fields without a place. */
  convert: Converter | null;
  /** The fields beside it that V1 does not have. */
  added: readonly SourceField[];
  readonly fields: Map<string, SourceField>;
}

/** Prepares rows for one direction. */
export function sourceFields(rows: readonly FieldRow[], direction: MappingDirection): SourceFields {
  const root = new Map<string, SourceField>();
  for (const row of rows) {
    const [from, to] = direction === 'V1 to V2' ? [row.from, row.to] : [row.to, row.from];
    if (from === null) continue;
    const source = namesOf(from);
    // The one value of V1 comes from the list of V2 as a whole.
    if (row.by === 'one-to-list' && direction === 'V2 to V1') source.pop();
    const target = to === null ? [] : namesOf(to);
    const field = Object.assign(fieldAt(root, source, row), { row, target });
    if (to !== null && row.type !== 'object') {
      field.convert = converterOf(row, direction);
      if (direction === 'V1 to V2') field.added = addedBeside(to, rows);
    }
    if (source.at(-1) === '[]')
      Object.assign(fieldAt(root, source.slice(0, -1), row), { row, target: target.slice(0, -1) });
  }
  return root;
}

function fieldAt(fields: Map<string, SourceField>, [name = '', ...below]: Path, row: FieldRow): SourceField {
  const field = fields.get(name) ?? newField(row);
  fields.set(name, field);
  return below.length === 0 ? field : fieldAt(field.fields, below, row);
}

function newField(row: FieldRow, target: Path = []): SourceField {
  return { row, target, convert: null, added: [], fields: new Map() };
}

/** The fields that V1 does not have, of the object that the field at `path` belongs to. */
function addedBeside(path: string, rows: readonly FieldRow[]): SourceField[] {
  return rows.flatMap((row) => {
    const isAdded = row.from === null && row.to !== null && parentOf(row.to) === parentOf(path);
    return isAdded ? [newField(row, namesOf(row.to))] : [];
  });
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.') + 1);
}

/** A field with its value in the request that is read. */
interface FoundField {
  readonly field: SourceField;
  readonly value: unknown;
  /** Its JSON Pointer; null for an added field. */
  readonly from: string | null;
  /** Its own in the lists that it is in, the outermost first. */
  readonly indexes: readonly number[];
}

/** Writes the counterpart of `source`, digit for digit. Throws RangeError for a bad currency. */
export function mapRequest(
  root: SourceFields,
  source: object,
  { currency, drop = [] }: MigrationDecisions = {},
): MappedRequest {
  const request: Tree = {};
  const fields: FieldResult[] = [];
  const refused = currency === undefined ? undefined : refusesCurrency(currency);
  if (refused !== undefined) throw new RangeError(`currency ${refused}`);
  mapMembers(root, source, '', []);
  return { request: fields.some(isBlocking) ? undefined : request, fields };

  function mapMembers(named: SourceFields, source: object, at: string, indexes: readonly number[]): void {
    for (const [name, value] of Object.entries(source)) {
      if (value === undefined) continue;
      const field = named.get(name);
      if (field !== undefined) mapField({ field, value, from: `${at}/${name}`, indexes });
      else fields.push(undocumented(`${at}/${pointerToken(name)}`, value));
    }
  }

  function mapField(found: FoundField): void {
    const { field, value, from, indexes } = found;
    const item = field.fields.get('[]');
    if (field.convert !== null) {
      const conversion = field.convert(value);
      if ('refused' in conversion) refuse(found, conversion.refused);
      else write(found, conversion.becomes, conversion.warning);
      for (const added of field.added)
        write({ field: added, value: undefined, from: null, indexes }, currency);
    } else if (item !== undefined) {
      mapItems(found, item);
    } else if (field.fields.size === 0) {
      fields.push(fieldResult(field.row, from, value, null, undefined));
    } else if (!isObject(value)) {
      refuse(found, `is ${kindOf(value)}, not an object`);
    } else {
      const before = fields.length;
      const isWritten = field.target.length > 0;
      if (isWritten) put(field.target, indexes, {});
      mapMembers(field.fields, value, from ?? '', indexes);
      // An object of nothing that V2 receives is a field of its own.
      if (isWritten && fields.slice(before).every(({ to }) => to === null)) write(found, {});
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
    const to = put(field.target, indexes, becomes);
    fields.push(fieldResult(field.row, from, value, to, becomes, message));
  }

  function refuse({ field, value, from, indexes }: FoundField, reason: string): void {
    const to = field.target.length > 0 ? put(field.target, indexes, undefined) : null;
    fields.push({ ...fieldResult(field.row, from, value, to, undefined, reason), verdict: 'wrong-value' });
  }

  function undocumented(from: string, value: unknown): FieldResult {
    const isDropped = drop.some((name) => isNamed(name, from));
    const verdict = isDropped ? 'dropped' : 'undocumented';
    const message = isDropped ? 'is dropped as decided' : 'no documented field receives it';
    const nothing = { to: null, becomes: undefined, loss: 'the whole field', row: null };
    return { from, value, verdict, message, ...nothing };
  }

  /** Writes a value, if there is one, and returns its pointer. A list that the source does not have gets one item. */
  function put(path: Path, indexes: readonly number[], value: unknown): string {
    let holder: Tree = request;
    let pointer = '';
    let list = 0;
    for (let step = 0; step < path.length; step++) {
      const name = path[step] ?? '';
      // No name comes from a request.
      const key = name === '[]' ? (indexes[list++] ?? 0) : name;
      pointer += `/${key}`;
      if (value === undefined) continue;
      if (step === path.length - 1) holder[key] = value;
      else {
        holder[key] ??= path[step + 1] === '[]' ? [] : {};
        holder = holder[key] as Tree;
      }
    }
    return pointer;
  }
}

type Tree = Record<string | number, unknown>;

/** A field whose value was mapped as its row says, or could not be: no value or no place. */
function fieldResult(
  row: FieldRow,
  from: string | null,
  value: unknown,
  to: string | null,
  becomes: unknown,
  message = '',
): FieldResult {
  const isOpen = from === null && becomes === undefined;
  const isLost = to === null && row.to !== null;
  // The object that holds it has another name or place.
  const carried = row.fate === 'kept' && from !== to ? 'moved' : row.fate;
  return {
    from,
    value,
    to,
    becomes,
    verdict: isOpen ? 'needs-decision' : isLost ? 'lost' : carried,
    loss: isLost ? 'the whole field' : row.loses,
    message: isOpen ? 'is to be decided' : message,
    row,
  };
}
