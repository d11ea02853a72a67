/** Carries out one edit of a JSON tree; what the edit does not touch is the same value as before. */

import type { Place, TreeEdit } from '../../../contracts/src/contract/fault-row.ts';
import { isObject } from '../../../contracts/src/contract/is-object.ts';
import { recoded } from './recode.ts';

/** Gives back what a place is to hold, or GONE; `value` is GONE where the place holds nothing yet. */
type Change = (value: unknown, at: string) => unknown;

const GONE = Symbol('gone');

/** `memory` lives as long as the fault: what `keep` remembers. A tree without the place comes back as it is. */
export function editTree(tree: unknown, edit: TreeEdit, memory: Map<Place, unknown>): unknown {
  if ('set' in edit) return changed(tree, edit.set, () => edit.to);
  if ('remove' in edit) return changed(tree, edit.remove, () => GONE);
  if ('recode' in edit) return changed(tree, edit.recode, present(recodedBy(edit.by)));
  if ('keep' in edit) return changed(tree, edit.keep, present(kept(memory)));
  if ('rotate' in edit) return rotated(tree, edit.rotate);
  if ('repeat' in edit)
    return changed(
      tree,
      edit.repeat,
      list(([first, ...rest]) => [first, first, ...rest]),
    );
  if ('drop' in edit)
    return changed(
      tree,
      edit.drop,
      list((items) => items.slice(0, -1)),
    );
  if ('reverse' in edit)
    return changed(
      tree,
      edit.reverse,
      list((items) => items.toReversed()),
    );
  if ('truncate' in edit)
    return changed(
      tree,
      edit.truncate,
      list((items) => items.slice(0, edit.to)),
    );
  if ('rename' in edit) return beside(tree, edit.rename, edit.to, (value) => [GONE, value]);
  if ('copy' in edit) return beside(tree, edit.copy, edit.to, (value) => [value, value]);
  return beside(tree, edit.swap, edit.with, (value, other) => [other, value]);
}

/** What stands at the first place that fits; undefined where none does. */
export function valueAt(tree: unknown, place: Place): unknown {
  return valuesAt(tree, place)[0];
}

/** What stands at each place that fits. */
export function valuesAt(tree: unknown, place: Place): readonly unknown[] {
  const found: unknown[] = [];
  changed(tree, place, (value) => {
    if (value !== GONE) found.push(value);
    return value;
  });
  return found;
}

function changed(tree: unknown, place: Place, change: Change): unknown {
  return changedAt(tree, place.split('/').slice(1), '', change);
}

function changedAt(value: unknown, [name, ...rest]: readonly string[], at: string, change: Change): unknown {
  if (name === undefined) return change(value, at);
  if (Array.isArray(value)) return changedItems(value, name, rest, at, change);
  if (!isObject(value)) return value;
  const before = Object.hasOwn(value, name) ? value[name] : GONE;
  if (before === GONE && rest.length > 0) return value;
  const after = changedAt(before, rest, `${at}/${name}`, change);
  if (after === before) return value;
  if (after !== GONE) return { ...value, [name]: after };
  const { [name]: _, ...others } = value;
  return others;
}

function changedItems(
  items: readonly unknown[],
  name: string,
  rest: readonly string[],
  at: string,
  change: Change,
): unknown {
  const after = items.map((item, index) =>
    name === '*' || name === String(index) ? changedAt(item, rest, `${at}/${index}`, change) : item,
  );
  if (after.every((item, index) => item === items[index])) return items;
  return after.filter((item) => item !== GONE);
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

function rotated(tree: unknown, place: Place): unknown {
  const values = valuesAt(tree, place);
  let next = 0;
  return changed(
    tree,
    place,
    present(() => values[++next % values.length]),
  );
}

function recodedBy(by: Extract<TreeEdit, { recode: Place }>['by']): Change {
  return (value) => recoded(value, by);
}

function kept(memory: Map<Place, unknown>): Change {
  return (value, at) => {
    if (!memory.has(at)) memory.set(at, value);
    return memory.get(at);
  };
}

function present(change: Change): Change {
  return (value, at) => (value === GONE ? value : change(value, at));
}

function list(change: (items: readonly unknown[]) => readonly unknown[]): Change {
  return (value) => (Array.isArray(value) && value.length > 0 ? change(value) : value);
}
