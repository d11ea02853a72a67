/** Carries out the edit of a row on a JSON tree; what it does not touch is the same value as before. */
import Big from 'big.js';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { germanInstantsOf } from '../../contracts/src/base/german-time.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import type { PlainMessage } from '../../contracts/src/messages/message.ts';

/** A JSON Pointer in which `*` means every item of a list and every field of an object; the empty text is the whole. */
export type Place = string;

/** An edit of a JSON tree; `to` and `with` of rename, copy and swap name a field beside the one at the place. */
export type TreeEdit =
  /** Puts a value where the place is, or would be: what holds it must be there. */
  | { readonly set: Place; readonly to: unknown }
  /** The same, with the value at another place. */
  | { readonly set: Place; readonly from: Place }
  /** The same, where nothing is yet. */
  | { readonly add: Place; readonly to: unknown }
  | { readonly remove: Place }
  | { readonly rename: Place; readonly to: string }
  | { readonly copy: Place; readonly to: string }
  | { readonly swap: Place; readonly with: string }
  /** The value is at `to` instead, and what held it is gone when nothing else was in it. */
  | { readonly move: Place; readonly to: Place }
  | { readonly recode: Place; readonly by: Recoding }
  /** One word for another. */
  | { readonly replace: Place; readonly by: Readonly<Record<string, unknown>> }
  /** The first value that was there stays. */
  | { readonly keep: Place }
  /** Each of the values at the place takes that of the next one, the last one that of the first. */
  | { readonly rotate: Place }
  /** The first item of the list is there twice. */
  | { readonly repeat: Place }
  /** The list loses its last item. */
  | { readonly drop: Place }
  | { readonly reverse: Place }
  /** The list has at most so many items. */
  | { readonly truncate: Place; readonly to: number };

/** How each recoding writes a value; one that it does not fit comes back as it is. */
export const RECODE = {
  text: (value) => (value === null ? 'null' : String(value)),
  // A number of JSON has no leading zeros.
  number: ofText((text) => new LosslessNumber(`${BigInt(/-?\d+/.exec(text)?.[0] ?? 0)}`)),
  null: () => null,
  empty: (value) => (Array.isArray(value) ? [] : typeof value === 'object' ? {} : ''),
  'lower case': ofText((text) => text.toLowerCase()),
  'upper case': ofText((text) => text.toUpperCase()),
  'camel case': ofText((text) =>
    text.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ),
  negated: ofNumber((number) => number.neg()),
  'one more': ofNumber((number) => number.plus(1)),
  'one hundredth more': ofNumber((number) => number.plus('0.01')),
  'one hundredth less': ofNumber((number) => number.minus('0.01')),
  rounded: ofNumber((number) => number.round()),
  'single precision': ofNumber((number) => new Big(Math.fround(number.toNumber()))),
  'two decimals': ofNumber((number) => number.round(2)),
  '32 bits': ofNumber((number) => new Big(String(BigInt.asIntN(32, BigInt(number.toFixed(0)))))),
  list: (value) => [value],
  'first item': (value) => (Array.isArray(value) && value.length > 0 ? value[0] : value),
  'first of list': ofText((text) => text.replace(/,.*/, '')),
  semicolons: ofText((text) => text.replaceAll(',', ';')),
  'plain text': ofText(() => '{"in":"plain text"}'),
  'cut short': ofText((text) => text.slice(0, -1)),
  '100 characters': ofText((text) => text.slice(0, 100)),
  'single spaces': ofText((text) => text.replace(/\s+/g, ' ')),
  'one plane of Unicode': ofText((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  'ISO time': ofText((text) => `${text.slice(0, 10)}T${text.slice(11, 23)}Z`),
  'UTC time': ofText((text) => germanTimeAt(text, 0)),
  'winter time': ofText((text) => germanTimeAt(text, 3_600_000)),
  'day alone': ofText((text) => text.slice(0, 10)),
  'time without milliseconds': ofText((text) => text.slice(0, 19) + text.slice(23)),
  'time with T': ofText((text) => text.replace(' ', 'T')),
  'time with space': ofText((text) => text.replace('T', ' ')),
  'time without offset': ofText((text) => text.slice(0, 23)),
  'time with colon in offset': ofText((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
  'one hour later': ofText((text) => later(text, 3_600_000)),
  'one day later': ofText((text) => later(text, 86_400_000)),
} satisfies Record<string, (value: unknown) => unknown>;

export type Recoding = keyof typeof RECODE;
export const RECODINGS = Object.keys(RECODE) as readonly Recoding[];

function ofText(write: (text: string) => unknown): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? write(value) : value);
}

/** Numbers of an update or a message, thresholds of a rule. */
function ofNumber(change: (number: Big) => Big): (value: unknown) => unknown {
  return (value) => {
    if (value instanceof Big) return change(value);
    if (isLosslessNumber(value)) return new LosslessNumber(change(new Big(value.value)).toFixed());
    return typeof value === 'number' ? change(new Big(value)).toNumber() : value;
  };
}

/** A date with a time, or a day alone, in the form that it has. */
function later(text: string, milliseconds: number): string {
  const clockTime = text.slice(0, 23).replace(' ', 'T');
  const moved = new Date(Date.parse(`${clockTime}${clockTime.length > 10 ? 'Z' : ''}`) + milliseconds);
  const written = moved.toISOString().slice(0, clockTime.length);
  return (text.includes(' ') ? written.replace('T', ' ') : written) + text.slice(23);
}

/** A German time as a clock shows it that is so many milliseconds ahead of Greenwich all year. */
function germanTimeAt(germanTime: string, ahead: number): string {
  const [instant = 0] = germanInstantsOf(germanTime);
  return new Date(instant + ahead).toISOString().slice(0, 23).replace('T', ' ');
}

/** Gives back what a place is to hold, or GONE; `value` is GONE where the place holds nothing yet. */
type Change = (value: unknown, at: string) => unknown;

const GONE = Symbol('gone');

/** `memory` lives as long as the fault: what `keep` remembers. A tree without the place comes back as it is; one that is removed is undefined. */
export function editTree(tree: unknown, edit: TreeEdit, memory: Map<Place, unknown>): unknown {
  if ('set' in edit) {
    const to = 'from' in edit ? valueAt(tree, edit.from) : edit.to;
    return to === undefined ? tree : changed(tree, edit.set, () => to);
  }
  if ('add' in edit) return changed(tree, edit.add, (value) => (value === GONE ? edit.to : value));
  if ('move' in edit) return moved(tree, edit.move, edit.to);
  if ('replace' in edit) return changed(tree, edit.replace, (word) => edit.by[String(word)] ?? word);
  if ('remove' in edit) return changed(tree, edit.remove, () => GONE);
  if ('recode' in edit) return changed(tree, edit.recode, present(RECODE[edit.by]));
  if ('keep' in edit) {
    const kept: Change = (value, at) => {
      if (!memory.has(at)) memory.set(at, value);
      return memory.get(at);
    };
    return changed(tree, edit.keep, present(kept));
  }
  if ('rotate' in edit) {
    const values = valuesAt(tree, edit.rotate);
    let next = 0;
    const nextOf = () => values[++next % values.length];
    return changed(tree, edit.rotate, present(nextOf));
  }
  if ('repeat' in edit) return withItems(tree, edit.repeat, (all) => [all[0], ...all]);
  if ('drop' in edit) return withItems(tree, edit.drop, (all) => all.slice(0, -1));
  if ('reverse' in edit) return withItems(tree, edit.reverse, (all) => all.toReversed());
  if ('truncate' in edit) return withItems(tree, edit.truncate, (all) => all.slice(0, edit.to));
  if ('rename' in edit) return beside(tree, edit.rename, edit.to, (value) => [GONE, value]);
  if ('copy' in edit) return beside(tree, edit.copy, edit.to, (value) => [value, value]);
  return beside(tree, edit.swap, edit.with, (value, other) => [other, value]);
}

/** The value at the first place that fits; undefined where none does. */
export function valueAt(tree: unknown, place: Place): unknown {
  return valuesAt(tree, place)[0];
}

/** The value at each place that fits. */
export function valuesAt(tree: unknown, place: Place): readonly unknown[] {
  const found: unknown[] = [];
  changed(tree, place, (value) => {
    if (value !== GONE) found.push(value);
    return value;
  });
  return found;
}

function changed(tree: unknown, place: Place, change: Change): unknown {
  const after = changedAt(tree, place.split('/').slice(1), '', change);
  return after === GONE ? undefined : after;
}

function changedAt(value: unknown, [name, ...rest]: readonly string[], at: string, change: Change): unknown {
  if (name === undefined) return change(value, at);
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      name === '*' || name === String(index) ? changedAt(item, rest, `${at}/${index}`, change) : item,
    );
    const isSame = items.every((item, index) => item === value[index]);
    return isSame ? value : items.filter((item) => item !== GONE);
  }
  if (!isObject(value)) return value;
  if (name === '*')
    return Object.keys(value).reduce<unknown>(
      (all, key) => changedAt(all, [key, ...rest], at, change),
      value,
    );
  const before = Object.hasOwn(value, name) ? value[name] : GONE;
  if (before === GONE && rest.length > 0) return value;
  const after = changedAt(before, rest, `${at}/${name}`, change);
  if (after === before) return value;
  if (after !== GONE) return { ...value, [name]: after };
  const { [name]: _, ...others } = value;
  return others;
}

/** Changes two fields of one object together. */
function beside(
  tree: unknown,
  place: Place,
  name: string,
  change: (value: unknown, other: unknown) => readonly [unknown, unknown],
): unknown {
  const end = place.lastIndexOf('/');
  const own = place.slice(end + 1);
  return changed(tree, place.slice(0, end), (parent) => {
    if (!isObject(parent) || !Object.hasOwn(parent, own)) return parent;
    const { [own]: value, [name]: other = GONE, ...others } = parent;
    const [first, second] = change(value, other);
    return {
      ...others,
      ...(first !== GONE && { [own]: first }),
      ...(second !== GONE && { [name]: second }),
    };
  });
}

/** Each value moves within the list item that both places have in common. */
function moved(tree: unknown, from: Place, to: Place): unknown {
  const [item] = /^(?:.*\*)?/.exec(to) ?? [''];
  if (item !== '')
    return changed(tree, item, (one) => moved(one, from.slice(item.length), to.slice(item.length)));
  const value = valueAt(tree, from);
  if (value === undefined) return tree;
  const holder = from.slice(0, from.lastIndexOf('/'));
  const left = changed(tree, from, () => GONE);
  const isEmpty = holder !== '' && Object.keys(valueAt(left, holder) ?? {}).length === 0;
  return changed(isEmpty ? changed(left, holder, () => GONE) : left, to, () => value);
}

function present(change: Change): Change {
  return (value, at) => (value === GONE ? value : change(value, at));
}

/** Changes lists that are not empty. */
function withItems(tree: unknown, place: Place, change: (all: readonly unknown[]) => unknown): unknown {
  return changed(tree, place, (value) => (Array.isArray(value) && value.length > 0 ? change(value) : value));
}

export type Item = Readonly<Record<string, unknown>>;

/** The items of the one list that a message has. */
export function editItems<Message extends object>(
  message: Message,
  edit: (item: Item, index: number) => Item,
): Message {
  const [name, all] = listOf(message);
  return name === undefined ? message : { ...message, [name]: all.map(edit) };
}

/** The transactions in the details of each item, where there are some. */
export function editTransactions(
  message: PlainMessage,
  edit: (transactions: readonly Item[]) => readonly Item[],
): PlainMessage {
  return editItems(message, (item) => {
    const details = item['details'];
    if (!isObject(details)) return item;
    const [name, transactions] = listOf(details);
    return name === undefined ? item : { ...item, details: { ...details, [name]: edit(transactions) } };
  });
}

function listOf(holder: object): [name: string | undefined, items: readonly Item[]] {
  const [name, all] = Object.entries(holder).find(([, value]) => Array.isArray(value)) ?? [];
  return [name, (all as readonly Item[] | undefined) ?? []];
}
