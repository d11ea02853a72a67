/** Maps a V1 request to V2 by the rows of the migration table, and says what becomes of every field. */
import { flowOf, ofEachRequest, type RequestKind } from '../base/flows.ts';
import {
  anyItem,
  canonical,
  isObject,
  isSet,
  member,
  nullsIn,
  pointerToken,
  valueAt,
} from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import { type Converter, converterOf, refusesCurrency } from './converters.ts';
import { documentedFields, type Fate, type FieldRow, fieldNamed, stepsIn, table } from './mapping-table.ts';
import { isDroppedValue, isNamed, type MigrationDecisions } from './migration-decisions.ts';

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

/** Whether V2 has no place for a documented field. The single call of V2 replaces the id that joins the two of V1. */
export function hasNoPlace({ from, to }: Pick<FieldRow, 'from' | 'to'>): boolean {
  return to === null && from !== 'paymentId';
}

/** The members of requests that are null and left out, by JSON Pointer with `*` for any index; one of `fields` is a decision. */
export function nullsLeftOut(bodies: readonly unknown[], fields: readonly FieldResult[] = []): string[] {
  const decided = fields.flatMap(({ from, value }) => (value === null ? anyItem(from ?? '') : []));
  return bodies
    .flatMap((body) => nullsIn(body))
    .filter((pointer) => {
      const at = decided.indexOf(pointer);
      if (at >= 0) decided.splice(at, 1);
      return at < 0;
    });
}

/** Names, and `[]` for each item of a list. */
type Path = readonly string[];

/** Where the members of an object go. */
interface MappedObject {
  /** Empty for the request itself, and where V2 has no place for a field. */
  readonly target: Path;
  readonly members: Map<string, MappedField>;
}

/** A field of a V1 request, as its row says; also a list, and the items of one. */
interface MappedField extends MappedObject {
  readonly row: FieldRow;
  /** Undefined for objects, lists, and fields without a place. */
  readonly convert?: Converter | undefined;
  /** Of a list. */
  readonly item?: MappedField | undefined;
  /** The fields beside it that V1 does not have. */
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
    // V1 does not document a field of its name, but one says the value itself.
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

/** The fields that V1 does not have, of the V2 object that the field of this row belongs to. */
function addedBeside({ to }: FieldRow, rows: readonly FieldRow[]): MappedField[] {
  return rows.flatMap((row) => {
    if (row.from !== null || row.to === null || parentOf(row.to) !== parentOf(to)) return [];
    return { row, target: stepsIn(row.to), members: new Map(), added: [] };
  });
}

/** With the `.` after it; empty for a field of the request itself. */
function parentOf(path: string | null): string {
  return path?.slice(0, path.lastIndexOf('.') + 1) ?? '';
}

function statedCurrency(value: unknown): ReturnType<Converter> {
  const refused = refusesCurrency(value);
  return refused === undefined ? { becomes: value } : { refused };
}

/** A value in the V1 request. */
interface FoundValue {
  /** Its JSON Pointer; null for an added field. */
  readonly from: string | null;
  readonly value: unknown;
  /** Its own in the lists that it is in, the outermost first. */
  readonly indexes: readonly number[];
  /** The object that holds it. */
  readonly beside: object;
}

/** What becomes of the fields of `source`, whose counterparts are written into `v2`, digit for digit. Throws RangeError for a bad currency. */
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

/** One request on its way to V2. */
class Mapping {
  readonly results: FieldResult[] = [];
  readonly #kind: RequestKind;
  readonly #decisions: MigrationDecisions;
  /** What is written so far. */
  readonly #v2: Tree;

  constructor(kind: RequestKind, decisions: MigrationDecisions, v2: Tree) {
    this.#kind = kind;
    this.#decisions = decisions;
    this.#v2 = v2;
  }

  /** The fields of an object at the pointer `at`. */
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
    // Without its amount, a currency says nothing.
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

  /** What is not in a list. */
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
    // An object of nothing that V2 receives is a field of its own.
    if (this.results.slice(before).every(({ to }) => to === null))
      this.#write(field, found, {}, Object.keys(value).length === 0 ? 'is empty' : '');
  }

  /** A field that no documented one receives; `holder` is what would hold it in V2. */
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
      // Two fields of the same value may share a place.
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

  /** An undefined value is a decision that is open. */
  #write(field: MappedField, found: FoundValue, becomes: unknown, message = ''): void {
    const steps = stepsTo(field.target, found.indexes);
    if (becomes !== undefined) put(this.#v2, steps, becomes);
    this.results.push(this.#result(field, found, pointerOf(steps), becomes, message));
  }

  /** A value that cannot be written is lost where a decision drops it. */
  #refuse(field: MappedField, found: FoundValue, reason: string): void {
    const to = pointerOf(stepsTo(field.target, found.indexes));
    if (isDroppedValue(this.#decisions, found.from ?? '', found.value, this.#kind)) {
      const lost = { verdict: 'dropped', loss: WHOLE_FIELD, message: DROPPED } as const;
      this.results.push({ ...this.#result(field, found, null), ...lost });
    } else
      this.results.push({ ...this.#result(field, found, to, undefined, reason), verdict: 'wrong-value' });
  }

  /** A field whose value was mapped as its row says, or could not be: no value or no place. */
  #result(
    { row }: MappedField,
    { from, value }: FoundValue,
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
 * Whether a member is a list of objects, or nothing beside this member of an item is part of the object that V2 makes of it and
 * other members, such as the recipient of an order.
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

/** Names, and the index of an item. */
type Steps = readonly (string | number)[];

/** Where a path leads; a list that the source does not have gets one item. */
function stepsTo(path: Path, indexes: readonly number[]): Steps {
  let list = 0;
  return path.map((name) => (name === '[]' ? (indexes[list++] ?? 0) : name));
}

/** Names as they are: those of the table need no escape. */
function pointerOf(steps: Steps): string {
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
