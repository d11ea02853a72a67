/** Applies the edit of a row to a JSON tree; unchanged parts are the same values as before. */
import { isObject } from '../../contracts/src/base/json-value.ts';
import { RECODE, type Recoding } from './recode.ts';

/** A JSON Pointer in which `*` is every item of a list or every field of an object; the empty text is the whole tree. */
export type Place = string;

export type TreeEdit =
  /** Sets a value; its object or list must exist. */
  | { readonly set: Place; readonly to: unknown }
  /** Sets a value only if there is none yet. */
  | { readonly add: Place; readonly to: unknown }
  | { readonly remove: Place }
  /** Writes the value in another form. */
  | { readonly recode: Place; readonly by: Recoding }
  /** Replaces one word by another. */
  | { readonly replace: Place; readonly by: Readonly<Record<string, unknown>> }
  /** `to` is the name of the field. */
  | { readonly rename: Place; readonly to: string }
  /** Copies the first value to another pointer. */
  | { readonly copy: Place; readonly to: Place }
  /** Keeps the first value seen. */
  | { readonly keep: Place };

/** Applies one edit; a removed tree is undefined, a tree without the pointer is unchanged. `memory` has the values of `keep`. */
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

/** Returns the new value, or GONE to remove it; `value` is GONE if there is none yet. */
type Change = (value: unknown, at: string) => unknown;

const GONE = Symbol('gone');

/** Changes the value at each matching pointer. The type is that of the tree, though a fault may break it. */
export function editAt<Tree>(tree: Tree, place: Place, change: (value: unknown) => unknown): Tree {
  return changed(tree, place, (value) => (value === GONE ? value : change(value))) as Tree;
}

/** The first value at a matching pointer, if any. */
export function firstValueAt(tree: unknown, place: Place): unknown {
  return valuesAt(tree, place)[0];
}

/** All values at matching pointers. */
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
