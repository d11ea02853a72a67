/** The engine: carries a request over to the other version by a plan, and says of every field what became of it. */

import { isObject } from '../contract/is-object.ts';
import { kindOf } from '../contract/show.ts';
import { refusesCurrency, type Step } from './converters.ts';
import { type FieldResult, fieldOf } from './field.ts';
import type { Place } from './plan.ts';
import { escaped } from './tree.ts';

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
      else this.fields.push(fieldOf(null, `${from}/${escaped(name)}`, value, null, undefined));
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
