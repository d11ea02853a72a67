/** Carries out the edit of a row on a JSON tree; what it does not touch is the same value as before. */
import { isObject } from '../../contracts/src/base/json-value.ts';
import { RECODE, type Recoding } from './recode.ts';

/** A JSON Pointer in which `*` means every item of a list and every field of an object; the empty text is the whole. */
export type Place = string;

export type TreeEdit =
  /** Puts a value where the place is, or would be: what holds it must be there. */
  | { readonly set: Place; readonly to: unknown }
  /** The same, where nothing is yet. */
  | { readonly add: Place; readonly to: unknown }
  | { readonly remove: Place }
  /** Gives the value in another form. */
  | { readonly recode: Place; readonly by: Recoding }
  /** One word for another. */
  | { readonly replace: Place; readonly by: Readonly<Record<string, unknown>> }
  /** `to` is the name of the field. */
  | { readonly rename: Place; readonly to: string }
  /** To another place. */
  | { readonly copy: Place; readonly to: Place }
  /** The first value that was there stays. */
  | { readonly keep: Place };

/** `memory` lives as long as the fault: what `keep` remembers. A tree without the place comes back as it is; one that is removed is undefined. */
export function editTree(tree: unknown, edit: TreeEdit, memory: Map<Place, unknown>): unknown {
  if ('set' in edit) return changed(tree, edit.set, () => edit.to);
  if ('add' in edit) return changed(tree, edit.add, (value) => (value === GONE ? edit.to : value));
  if ('remove' in edit) return changed(tree, edit.remove, () => GONE);
  if ('recode' in edit) return editAt(tree, edit.recode, RECODE[edit.by]);
  if ('replace' in edit) return editAt(tree, edit.replace, (word) => edit.by[String(word)] ?? word);
  if ('rename' in edit) return renamed(tree, edit.rename, edit.to);
  if ('copy' in edit) {
    const value = firstValueAt(tree, edit.copy);
    return value === undefined ? tree : changed(tree, edit.to, () => value);
  }
  return changed(tree, edit.keep, (value, at) => {
    if (value === GONE) return value;
    if (!memory.has(at)) memory.set(at, value);
    return memory.get(at);
  });
}

/** Gives back what a place is to hold, or GONE; `value` is GONE where the place holds nothing yet. */
type Change = (value: unknown, at: string) => unknown;

const GONE = Symbol('gone');

/** The same tree with another value at each place that fits; the type is that of the tree that a fault leaves well. */
export function editAt<Tree>(tree: Tree, place: Place, change: (value: unknown) => unknown): Tree {
  return changed(tree, place, (value) => (value === GONE ? value : change(value))) as Tree;
}

/** The value at the first place that fits; undefined where none does. */
export function firstValueAt(tree: unknown, place: Place): unknown {
  return valuesAt(tree, place)[0];
}

/** The value at each place that fits. */
export function valuesAt(tree: unknown, place: Place): readonly unknown[] {
  const found: unknown[] = [];
  editAt(tree, place, (value) => {
    found.push(value);
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

function renamed(tree: unknown, place: Place, to: string): unknown {
  const end = place.lastIndexOf('/');
  const name = place.slice(end + 1);
  return editAt(tree, place.slice(0, end), (holder) => {
    if (!isObject(holder) || !Object.hasOwn(holder, name)) return holder;
    const { [name]: value, ...others } = holder;
    return { ...others, [to]: value };
  });
}
