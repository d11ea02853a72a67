/** Maps a V1 request to V2 by the rows of the migration table, and says what becomes of every field. */
import { ofEachRequest, type RequestKind } from '../base/flows.ts';
import { isObject, pointerToken } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Converter, converterOf, refusesCurrency } from './converters.ts';
import { type Fate, type FieldRow, namesOf, table } from './mapping-table.ts';

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
  readonly request: RequestKind;
  /** JSON Pointer in the V1 request; null for an added field. */
  readonly from: string | null;
  /** The value at `from`; numbers are untouched. */
  readonly value: unknown;
  /** JSON Pointer in the V2 request; null where it has no place for the field. */
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

/**
 * What no V1 request says. A field is a JSON Pointer, `*` for any index, or a path such as `moneyTransfers[].note`; the
 * request may stand before it: `submit /interface`.
 */
export interface MigrationDecisions {
  /** Three capitals. */
  readonly currency?: string | undefined;
  /** V1 fields without a place in V2 that may be lost; or values that V2 lacks, by field: `{ accountTypes: ['Pocket'] }`. */
  readonly drop?: readonly (string | DroppedValues)[] | undefined;
  /** Those that V2 gets under their own name. */
  readonly keep?: readonly string[] | undefined;
  /** V2 fields that V1 never had. */
  readonly allow?: readonly string[] | undefined;
}

type DroppedValues = { readonly [field: string]: readonly unknown[] };

/** Whether `field`, as decisions name it, is the one at the pointer of the request. */
export function isNamed(field: string | DroppedValues, pointer: string, request: RequestKind): boolean {
  if (typeof field !== 'string') return false;
  const [, of = request, name = field] = /^(\w+) (.*)$/.exec(field) ?? [];
  if (of !== request) return false;
  const wanted = name.startsWith('/') ? name : `/${namesOf(name).join('/')}`.replaceAll('/[]', '/*');
  const steps = wanted.split('/');
  const names = pointer.split('/');
  const fits = (step: string, at: number) =>
    step === names[at] || (step === '*' && /^\d+$/.test(names[at] ?? ''));
  return names.length === steps.length && steps.every(fits);
}

/** Whether a decision drops the value of a field or of the items of a list. */
export function isDroppedValue(
  { drop = [] }: MigrationDecisions,
  pointer: string,
  value: unknown,
  request: RequestKind,
): boolean {
  return drop.some(
    (each) =>
      typeof each !== 'string' &&
      Object.entries(each).some(
        ([field, values]) =>
          values.includes(value) &&
          (isNamed(field, pointer, request) || isNamed(`${field}[]`, pointer, request)),
      ),
  );
}

/** Whether V2 has no place for a documented field. The single call of V2 replaces the id that joins the two of V1. */
export function hasNoPlace({ from, to }: Pick<FieldRow, 'from' | 'to'>): boolean {
  return to === null && from !== 'paymentId';
}

/** Names, and `[]` for each item of a list. */
type Path = readonly string[];

/** The fields of a V1 request by name, and the items of a list as `[]`. */
type SourceFields = ReadonlyMap<string, SourceField>;

interface SourceField {
  row: FieldRow;
  /** Where it goes; empty where V2 has no place for it. */
  target: Path;
  /** Null for objects, lists, and fields without a place. */
  convert: Converter | null;
  /** The fields beside it that V1 does not have. */
  added: readonly SourceField[];
  readonly fields: Map<string, SourceField>;
}

const REQUESTS = ofEachRequest((kind) => sourceFields(table[kind]));

function sourceFields(rows: readonly FieldRow[]): SourceFields {
  const root = new Map<string, SourceField>();
  for (const row of rows) {
    const { from, to } = row;
    if (from === null) continue;
    const source = namesOf(from);
    const target = to === null ? [] : namesOf(to);
    const field = Object.assign(fieldAt(root, source, row), { row, target });
    if (to !== null && row.type !== 'object') {
      field.convert = converterOf(row);
      field.added = addedBeside(to, rows);
      // An undocumented V1 field of its name says the value itself.
      for (const added of field.added)
        Object.assign(fieldAt(root, [...source.slice(0, -1), added.target.at(-1) ?? ''], added.row), {
          target: added.target,
          convert: statedCurrency,
        });
    }
    if (source.at(-1) === '[]')
      Object.assign(fieldAt(root, source.slice(0, -1), row), { row, target: target.slice(0, -1) });
  }
  return root;
}

function statedCurrency(value: unknown): ReturnType<Converter> {
  const refused = refusesCurrency(value);
  return refused === undefined ? { becomes: value } : { refused };
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

/** A field with its value in the V1 request. */
interface FoundField {
  readonly field: SourceField;
  readonly value: unknown;
  /** Its JSON Pointer; null for an added field. */
  readonly from: string | null;
  /** Its own in the lists that it is in, the outermost first. */
  readonly indexes: readonly number[];
  /** The object that holds it. */
  readonly beside: object;
}

/** What becomes of the fields of `source`, whose counterpart is written into `request`, digit for digit. Throws RangeError for a bad currency. */
export function mapRequest(
  kind: RequestKind,
  source: object,
  decisions: MigrationDecisions = {},
  request: Tree = {},
): readonly FieldResult[] {
  const { currency } = decisions;
  const refused = currency === undefined ? undefined : refusesCurrency(currency);
  if (refused !== undefined) throw new RangeError(`currency ${refused}`);
  const mapping = new Mapping(kind, decisions, request);
  mapping.addMembers({ fields: REQUESTS[kind], target: [] }, source, '', []);
  return mapping.fields;
}

/** One request on its way to V2. */
class Mapping {
  readonly fields: FieldResult[] = [];
  readonly #kind: RequestKind;
  readonly #decisions: MigrationDecisions;
  readonly #request: Tree;

  constructor(kind: RequestKind, decisions: MigrationDecisions, request: Tree) {
    this.#kind = kind;
    this.#decisions = decisions;
    this.#request = request;
  }

  /** The fields of an object at the pointer `at`. */
  addMembers(
    { fields: named, target }: { readonly fields: SourceFields; readonly target: Path },
    source: object,
    at: string,
    indexes: readonly number[],
  ): void {
    for (const [name, value] of Object.entries(source)) {
      // A null carries nothing, but it may leave an order without amount or recipient.
      if (value === undefined || (value === null && !isNeeded(name, source, named, target))) continue;
      const field = named.get(name);
      if (field) this.#add({ field, value, from: `${at}/${name}`, indexes, beside: source });
      else this.#addUnplaced(`${at}/${pointerToken(name)}`, value, stepsOf([...target, name], indexes));
    }
  }

  #add(found: FoundField): void {
    const { field, value, from } = found;
    const item = field.fields.get('[]');
    if (field.convert) this.#addValue(found, field.convert);
    else if (item && Array.isArray(value)) this.#addItems(found, item, value);
    else if (item) this.#addOnlyItem(found, item);
    else if (field.fields.size > 0 && isObject(value)) this.#addObject(found, value);
    else if (field.fields.size > 0) this.#refuse(found, `is ${kindOf(value)}, not an object`);
    else if (from !== null && hasNoPlace(field.row))
      this.#addUnplaced(from, value, namesOf(from.slice(1)), field.row);
    else this.fields.push(this.#result(found, null));
  }

  #addValue(found: FoundField, convert: Converter): void {
    const { field, value, from, beside } = found;
    const { currency } = this.#decisions;
    const isStated = field.row.from === null;
    const conversion = convert(value);
    if (!('refused' in conversion)) {
      if (isStated && currency !== undefined && value !== currency)
        this.#refuse(found, `is ${value}, not ${currency} as decided`);
      else this.#write(found, conversion.becomes, conversion.warning);
    } else if (isDroppedValue(this.#decisions, from ?? '', value, this.#kind))
      this.fields.push({ ...this.#result(found, null), verdict: 'dropped', loss: WHOLE, message: DROPPED });
    else this.#refuse(found, conversion.refused);
    for (const added of field.added)
      if (!Object.hasOwn(beside, added.target.at(-1) ?? ''))
        this.#write({ ...found, field: added, value: undefined, from: null }, currency);
  }

  #addItems(list: FoundField, field: SourceField, items: readonly unknown[]): void {
    if (items.length === 0) this.#write(list, []);
    let written = 0;
    for (const [index, value] of items.entries()) {
      const from = `${list.from}/${index}`;
      this.#add({ field, value, from, indexes: [...list.indexes, written], beside: items });
      const last = this.fields.at(-1);
      // A dropped value leaves no hole.
      if (last?.from !== from || last.verdict !== 'dropped') written++;
    }
  }

  /** What is not in a list. */
  #addOnlyItem(list: FoundField, field: SourceField): void {
    const at = this.fields.length;
    this.#add({ ...list, field, indexes: [...list.indexes, 0] });
    const first = this.fields[at];
    if (first && !isBlocking(first))
      this.fields[at] = { ...first, message: 'is not in a list, and is written in a list of one' };
  }

  #addObject(found: FoundField, value: object): void {
    const { field, from, indexes } = found;
    const before = this.fields.length;
    put(this.#request, stepsOf(field.target, indexes), {});
    this.addMembers(field, value, from ?? '', indexes);
    // An object of nothing that V2 receives is a field of its own.
    if (this.fields.slice(before).every(({ to }) => to === null)) this.#write(found, {});
  }

  /** A field that no documented one receives; `own` is its place under its own name. */
  #addUnplaced(from: string, value: unknown, own: Steps, row: FieldRow | null = null): void {
    const { drop = [], keep = [] } = this.#decisions;
    const isNamedHere = (name: (typeof drop)[number]) => isNamed(name, from, this.#kind);
    const field = { request: this.#kind, from, value, row };
    const lost = { ...field, to: null, becomes: undefined, loss: row?.loses ?? WHOLE };
    if (drop.some(isNamedHere)) this.fields.push({ ...lost, verdict: 'dropped', message: DROPPED });
    else if (keep.some(isNamedHere)) {
      put(this.#request, own, value);
      const to = `${pointerTo(own.slice(0, -1))}/${pointerToken(`${own.at(-1)}`)}`;
      const message = 'is carried under its own name as decided';
      this.fields.push({ ...field, to, becomes: value, loss: 'nothing', verdict: 'kept', message });
    } else {
      const verdict = row === null ? 'undocumented' : 'needs-decision';
      this.fields.push({ ...lost, verdict, message: 'no documented field receives it' });
    }
  }

  /** An undefined value is a decision that is open. */
  #write(found: FoundField, becomes: unknown, message = ''): void {
    const steps = stepsOf(found.field.target, found.indexes);
    if (becomes !== undefined) put(this.#request, steps, becomes);
    this.fields.push(this.#result(found, pointerTo(steps), becomes, message));
  }

  #refuse(found: FoundField, reason: string): void {
    const to = pointerTo(stepsOf(found.field.target, found.indexes));
    this.fields.push({ ...this.#result(found, to, undefined, reason), verdict: 'wrong-value' });
  }

  /** A field whose value was mapped as its row says, or could not be: no value or no place. */
  #result(
    { field: { row }, from, value }: FoundField,
    to: string | null,
    becomes?: unknown,
    message = '',
  ): FieldResult {
    const isOpen = from === null && becomes === undefined;
    // The object that holds it has another name or place.
    const carried = row.fate === 'kept' && from !== to ? 'moved' : row.fate;
    return {
      request: this.#kind,
      from,
      value,
      to,
      becomes,
      verdict: isOpen ? 'needs-decision' : carried,
      loss: row.loses,
      message: isOpen ? 'is to be decided' : message,
      row,
    };
  }
}

/**
 * Whether nothing beside this member of an item is part of the object that V2 makes of it and other members, such as the recipient
 * of an order.
 */
function isNeeded(name: string, item: object, named: SourceFields, target: Path): boolean {
  if (target.at(-1) !== '[]') return false;
  const objectOf = (member: string) => {
    const to = named.get(member)?.target ?? [];
    return to.length > target.length + 1 ? to[target.length] : undefined;
  };
  const own = objectOf(name);
  const others = Object.entries(item).filter(
    ([other, value]) => value !== undefined && value !== null && objectOf(other) === own,
  );
  return own !== undefined && others.length === 0;
}

const DROPPED = 'is dropped as decided';
const WHOLE = 'the whole field';

export type Tree = Record<string | number, unknown>;

/** Names, and the index of an item. */
type Steps = readonly (string | number)[];

/** Where a path leads; a list that the source does not have gets one item. */
function stepsOf(path: Path, indexes: readonly number[]): Steps {
  let list = 0;
  return path.map((name) => (name === '[]' ? (indexes[list++] ?? 0) : name));
}

/** Names as they are: those of the table need no escape. */
function pointerTo(steps: Steps): string {
  let pointer = '';
  for (const step of steps) pointer += `/${step}`;
  return pointer;
}

function put(request: Tree, steps: Steps, value: unknown): void {
  let holder = request;
  steps.forEach((step, at) => {
    const next = steps[at + 1];
    if (next === undefined || !Object.hasOwn(holder, step))
      add(holder, step, next === undefined ? value : typeof next === 'number' ? [] : {});
    holder = holder[step] as Tree;
  });
}

/** A field that is called `__proto__` is a field, too: an assignment would replace the prototype. */
function add(holder: Tree, name: string | number, value: unknown): void {
  if (name !== '__proto__') holder[name] = value;
  else Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}
