/** Maps a V1 request to V2 by the rows of the migration table, and says what becomes of every field. */
import { flowOf, ofEachRequest, type RequestKind } from '../base/flows.ts';
import { canonical, isObject, isSet, member, pointerToken, valueAt } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Converter, converterOf, refusesCurrency } from './converters.ts';
import { documentedFields, type Fate, type FieldRow, fieldNamed, stepsIn, table } from './mapping-table.ts';
import { isDroppedValue, isNamed, type MigrationDecisions } from './migration-decisions.ts';

/** The fate in the field's row, or why it has none: an `undocumented` field has no row. The last three are for comparisons. */
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
  /** JSON Pointer in the V2 request; null if V2 has no such field. */
  readonly to: string | null;
  /** The value at `to`; undefined if there is none. */
  readonly becomes: unknown;
  readonly verdict: FieldVerdict;
  /** What is lost, in words, or `nothing`. */
  readonly loss: string;
  /** What is wrong or to be checked, or the empty string; never holds a personal value. */
  readonly message: string;
  /** The row of the table; null for an undocumented field. */
  readonly row: FieldRow | null;
}

/** Whether the field blocks the migration: a decision, a value or a row is missing. */
export function isBlocking({ verdict }: FieldResult): boolean {
  return verdict === 'undocumented' || verdict === 'needs-decision' || verdict === 'wrong-value';
}

/** Whether the value must stay out of messages. Undocumented fields, and text in place of an object, may hold anything. */
export function isPersonal({ row }: FieldResult): boolean {
  return row === null || row.personal || row.type === 'object';
}

/** Whether V2 has no field for a documented one. paymentId is needless: it joins the two V1 calls that one V2 call replaces. */
export function hasNoPlace({ from, to }: Pick<FieldRow, 'from' | 'to'>): boolean {
  return to === null && from !== 'paymentId';
}

/** Field names, and `[]` for each item of a list. */
type Path = readonly string[];

interface MappedObject {
  /** The V2 path; empty for the request itself, and if V2 has no such field. */
  readonly target: Path;
  readonly members: Map<string, MappedField>;
}

/** A field of a V1 request, a list, or the items of a list. */
interface MappedField extends MappedObject {
  readonly row: FieldRow;
  /** Undefined for objects, lists, and fields that V2 lacks. */
  readonly convert?: Converter | undefined;
  /** The items, if the field is a list. */
  readonly item?: MappedField | undefined;
  /** The fields that V2 needs beside it and V1 lacks. */
  readonly added: readonly MappedField[];
}

const REQUESTS = ofEachRequest(mappedRequest);

function mappedRequest(kind: RequestKind): MappedObject {
  const fields = new Map<string, MappedField>();
  for (const [path, row] of documentedFields.V1[kind]) {
    const names = row.to === null ? [] : stepsIn(row.to);
    const item = fields.get(`${path}[]`);
    const isValue = item === undefined && row.to !== null && row.type !== 'object';
    const added = isValue ? addedBeside(row, table[kind]) : [];
    const target = item ? names.slice(0, -1) : names;
    const convert = isValue ? converterOf(row) : undefined;
    fields.set(path, { row, target, members: new Map(), convert, item, added });
    // An undocumented V1 field of the same name gives the value.
    for (const one of added)
      fields.set(`${parentOf(path)}${one.target.at(-1)}`, { ...one, convert: statedCurrency });
  }
  const request: MappedObject = { target: [], members: new Map() };
  for (const [path, field] of fields) {
    const holder = parentOf(path);
    const { members } = fields.get(holder.slice(0, -1)) ?? request;
    if (!path.endsWith('[]')) members.set(path.slice(holder.length), field);
  }
  return request;
}

/** The fields that V1 lacks in the V2 object of this row's field. */
function addedBeside({ to }: FieldRow, rows: readonly FieldRow[]): MappedField[] {
  return rows.flatMap((row) => {
    if (row.from !== null || row.to === null || parentOf(row.to) !== parentOf(to)) return [];
    return { row, target: stepsIn(row.to), members: new Map(), added: [] };
  });
}

/** The path of the holder, with a final `.`; empty for a field of the request itself. */
function parentOf(path: string | null): string {
  return path?.slice(0, path.lastIndexOf('.') + 1) ?? '';
}

function statedCurrency(value: unknown): ReturnType<Converter> {
  const refused = refusesCurrency(value);
  return refused === undefined ? { becomes: value } : { refused };
}

/** A value in the V1 request. */
interface FoundValue {
  /** The JSON Pointer of the value; null for an added field. */
  readonly from: string | null;
  readonly value: unknown;
  /** Its index in each list around it, outermost first. */
  readonly indexes: readonly number[];
  /** The object that holds it. */
  readonly beside: object;
}

/** Maps the fields of `source` and writes their counterparts into `v2`, digit for digit. Throws RangeError for a bad currency. */
export function mapRequest(
  kind: RequestKind,
  source: object,
  decisions: MigrationDecisions = {},
  v2: Tree = {},
): readonly FieldResult[] {
  const { currency } = decisions;
  const refused = currency === undefined ? undefined : refusesCurrency(currency);
  if (refused !== undefined) throw new RangeError(`currency ${refused}`);
  const mapping = new Mapping(kind, decisions, v2);
  mapping.members(REQUESTS[kind], source, '', []);
  return mapping.results;
}

class Mapping {
  readonly results: FieldResult[] = [];
  readonly #kind: RequestKind;
  readonly #decisions: MigrationDecisions;
  /** The V2 request written so far. */
  readonly #v2: Tree;

  constructor(kind: RequestKind, decisions: MigrationDecisions, v2: Tree) {
    this.#kind = kind;
    this.#decisions = decisions;
    this.#v2 = v2;
  }

  /** Maps the fields of the object at the pointer `at`. */
  members(object: MappedObject, source: object, at: string, indexes: readonly number[]): void {
    for (const [name, value] of Object.entries(source)) {
      // A null carries nothing, but it may leave a payment without orders, or an order without amount or recipient.
      if (value === undefined || (value === null && !isNeeded(name, source, object))) continue;
      const found = { from: `${at}/${pointerToken(name)}`, value, indexes, beside: source };
      const field = object.members.get(name);
      if (!field) this.#unplaced(found, name, object.target);
      else if (hasNoPlace(field.row)) this.#unplaced(found, name, object.target, field.row);
      else this.#field(field, found);
    }
  }

  #field(field: MappedField, found: FoundValue): void {
    const { convert, item, row } = field;
    const { value } = found;
    if (convert) this.#value(field, found, convert(value));
    else if (item && Array.isArray(value)) this.#items(field, found, item, value);
    else if (item && value !== null) this.#onlyItem(item, found);
    else if (!item && row.type !== 'object') this.results.push(this.#result(field, found, null));
    else if (!item && isObject(value)) this.#object(field, found, value);
    else this.#refuse(field, found, `is ${kindOf(value)}, not ${item ? 'a list' : 'an object'}`);
  }

  #value(field: MappedField, found: FoundValue, conversion: ReturnType<Converter>): void {
    const { value, beside } = found;
    const { currency } = this.#decisions;
    const isOther = field.row.from === null && currency !== undefined && value !== currency;
    if ('refused' in conversion) this.#refuse(field, found, conversion.refused);
    else if (isOther) this.#refuse(field, found, `is ${value}, not ${currency} as decided`);
    else this.#write(field, found, conversion.becomes, conversion.warning);
    // A currency without its amount says nothing.
    if (this.results.at(-1)?.verdict === 'dropped') return;
    for (const added of field.added)
      if (!isSet(member(beside, added.target.at(-1) ?? '')))
        this.#write(added, { ...found, value: undefined, from: null }, currency);
  }

  #items(field: MappedField, list: FoundValue, item: MappedField, values: readonly unknown[]): void {
    if (values.length === 0) this.#write(field, list, [], 'is empty');
    let written = 0;
    for (const [index, value] of values.entries()) {
      const from = `${list.from}/${index}`;
      this.#field(item, { from, value, indexes: [...list.indexes, written], beside: values });
      const last = this.results.at(-1);
      // A dropped value leaves no hole.
      if (last?.from !== from || last.verdict !== 'dropped') written++;
    }
  }

  /** Writes a value that is not in a list as a list of one. */
  #onlyItem(item: MappedField, found: FoundValue): void {
    const at = this.results.length;
    this.#field(item, { ...found, indexes: [...found.indexes, 0] });
    const first = this.results[at];
    if (first && !isBlocking(first))
      this.results[at] = { ...first, message: 'is not in a list, and is written in a list of one' };
  }

  #object(field: MappedField, found: FoundValue, value: object): void {
    const before = this.results.length;
    put(this.#v2, stepsTo(field.target, found.indexes), {});
    this.members(field, value, found.from ?? '', found.indexes);
    // An object without any field that V2 receives counts as a field.
    if (this.results.slice(before).every(({ to }) => to === null))
      this.#write(field, found, {}, Object.keys(value).length === 0 ? 'is empty' : '');
  }

  /** Handles a field that no documented field receives; `holder` is the V2 path of its object. */
  #unplaced(
    { from, value, indexes }: FoundValue,
    name: string,
    holder: Path,
    row: FieldRow | null = null,
  ): void {
    const { drop = [], keep = [] } = this.#decisions;
    const isNamedHere = (field: (typeof drop)[number]) => isNamed(field, from ?? '', this.#kind);
    const field = { request: this.#kind, from, value, row };
    const lost = { ...field, to: null, becomes: undefined, loss: row?.loses ?? WHOLE_FIELD };
    if (drop.some(isNamedHere)) this.results.push({ ...lost, verdict: 'dropped', message: DROPPED });
    else if (!keep.some(isNamedHere)) {
      const verdict = row === null ? 'undocumented' : 'needs-decision';
      this.results.push({ ...lost, verdict, message: 'no documented field receives it' });
    } else {
      const steps = stepsTo(holder, indexes);
      const to = `${pointerOf(steps)}/${pointerToken(name)}`;
      const kept = valueAt(this.#v2, to);
      // Two fields of the same value may be kept as one.
      const isFree = !kept.found || canonical(kept.value) === canonical(value);
      const isOfV2 = fieldNamed(documentedFields.V2[flowOf[this.#kind]], name, holder) !== undefined;
      if (isOfV2 || !isFree) {
        const why = isOfV2 ? 'V2 has a field of this name' : 'another field of this name is kept';
        this.results.push({ ...lost, verdict: 'wrong-value', message: `cannot be kept: ${why}` });
        return;
      }
      put(this.#v2, [...steps, name], value);
      const message = 'is carried under its own name as decided';
      this.results.push({ ...field, to, becomes: value, loss: 'nothing', verdict: 'kept', message });
    }
  }

  /** Writes a value; undefined is an open decision. */
  #write(field: MappedField, found: FoundValue, becomes: unknown, message = ''): void {
    const steps = stepsTo(field.target, found.indexes);
    if (becomes !== undefined) put(this.#v2, steps, becomes);
    this.results.push(this.#result(field, found, pointerOf(steps), becomes, message));
  }

  /** Reports a value that cannot be written: as dropped if a decision says so, else as wrong. */
  #refuse(field: MappedField, found: FoundValue, reason: string): void {
    const to = pointerOf(stepsTo(field.target, found.indexes));
    if (isDroppedValue(this.#decisions, found.from ?? '', found.value, this.#kind)) {
      const lost = { verdict: 'dropped', loss: WHOLE_FIELD, message: DROPPED } as const;
      this.results.push({ ...this.#result(field, found, null), ...lost });
    } else
      this.results.push({ ...this.#result(field, found, to, undefined, reason), verdict: 'wrong-value' });
  }

  /** The result of a field by its row. `becomes` is undefined if there is no value, `to` is null if V2 has no such field. */
  #result(
    { row }: MappedField,
    { from, value }: FoundValue,
    to: string | null,
    becomes?: unknown,
    message = '',
  ): FieldResult {
    const isOpen = from === null && becomes === undefined;
    // Its object may have another name or path.
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
 * Whether a null member leaves a gap: it is a list of objects, or the only member that the item has for a V2 object made of
 * several, such as the recipient of an order.
 */
function isNeeded(name: string, item: object, { target, members }: MappedObject): boolean {
  if (members.get(name)?.item?.row.type === 'object') return true;
  if (target.at(-1) !== '[]') return false;
  const objectOf = (member: string) => {
    const to = members.get(member)?.target ?? [];
    return to.length > target.length + 1 ? to[target.length] : undefined;
  };
  const own = objectOf(name);
  const others = Object.entries(item).filter(([other, value]) => isSet(value) && objectOf(other) === own);
  return own !== undefined && others.length === 0;
}

const DROPPED = 'is dropped as decided';
const WHOLE_FIELD = 'the whole field';

export type Tree = Record<string | number, unknown>;

/** Field names and indexes. */
type Steps = readonly (string | number)[];

/** The steps of a path with its indexes; a list that the source lacks gets one item. */
function stepsTo(path: Path, indexes: readonly number[]): Steps {
  let list = 0;
  return path.map((name) => (name === '[]' ? (indexes[list++] ?? 0) : name));
}

/** The pointer without escapes, which no name in the table needs. */
function pointerOf(steps: Steps): string {
  return steps.reduce<string>((pointer, step) => `${pointer}/${step}`, '');
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

/** Adds a field, even `__proto__`: an assignment would replace the prototype. */
function add(holder: Tree, name: string | number, value: unknown): void {
  if (name !== '__proto__') holder[name] = value;
  else Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}
