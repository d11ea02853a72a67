/** Carries out the edit of a row on a JSON tree; what it does not touch is the same value as before. */
import { isObject } from '../../contracts/src/base/json-value.ts';
import { RECODE, type Recoding } from './recode.ts';

/** A JSON Pointer in which `*` means every item of a list and every field of an object; the empty text is the whole. */
export type Place = string;

/** A verb with its place, and what the verb takes: `{ set: '/id', to: 7 }`. contracts/yaml-schemas/ has the shape of each. */
export type TreeEdit = Readonly<Record<string, unknown>>;

interface Verb {
  /** The key of what it takes, if anything. */
  readonly key?: 'to' | 'with' | 'by';
  /** What the id of a derived row ends with. */
  readonly end: (value: unknown) => string;
  /** What a provider does, in words; `what` is the place and what holds it. */
  readonly says: (what: string, value: unknown) => string;
  readonly edit: (tree: unknown, place: Place, value: never, memory: Map<Place, unknown>) => unknown;
}

const GIVEN_AS: Readonly<Record<string, string>> = { text: 'text', number: 'a number', list: 'a list' };

/** Several verbs name in `to` or `with` a field beside the one at the place. */
export const VERBS: Readonly<Record<string, Verb>> = {
  /** Puts a value where the place is, or would be: what holds it must be there. */
  set: {
    key: 'to',
    end: (to) => `${to}`,
    says: (what, to) => `gives ${JSON.stringify(to)} for ${what}`,
    edit: (tree, place, to) => changed(tree, place, () => to),
  },
  /** The same, where nothing is yet. */
  add: {
    key: 'to',
    end: (to) => `FILLED-WITH-${to}`,
    says: (what, to) => `gives ${JSON.stringify(to)} for ${what} where it has no value`,
    edit: (tree, place, to) => changed(tree, place, (value) => (value === GONE ? to : value)),
  },
  remove: {
    end: () => 'MISSING',
    says: (what) => `leaves out ${what}`,
    edit: (tree, place) => changed(tree, place, () => GONE),
  },
  recode: {
    key: 'by',
    end: (by) => (`${by}` in GIVEN_AS ? `AS-${by}` : `${by}`),
    says: (what, by) => {
      if (by === 'null') return `gives null for ${what}`;
      return `${by}` in GIVEN_AS ? `gives ${what} as ${GIVEN_AS[`${by}`]}` : `changes ${what}: ${by}`;
    },
    edit: (tree, place, by: Recoding) => changed(tree, place, present(RECODE[by])),
  },
  /** One word for another. */
  replace: {
    key: 'by',
    end: () => 'REPLACED',
    says: (what, by) => `replaces words of ${what}: ${JSON.stringify(by)}`,
    edit: (tree, place, by: Readonly<Record<string, unknown>>) =>
      changed(tree, place, (word) => by[String(word)] ?? word),
  },
  rename: {
    key: 'to',
    end: (to) => `CALLED-${to}`,
    says: (what, to) => `calls ${what} ${to}`,
    edit: (tree, place, to) => beside(tree, place, to, (value) => [GONE, value]),
  },
  /** To a field beside it, or to a place. */
  copy: {
    key: 'to',
    end: (to) => `ALSO-${to}`,
    says: (what, to) => `gives ${what} as ${to} too`,
    edit: (tree, place, to: string) => {
      if (!to.startsWith('/')) return beside(tree, place, to, (value) => [value, value]);
      const value = valueAt(tree, place);
      return value === undefined ? tree : changed(tree, to, () => value);
    },
  },
  swap: {
    key: 'with',
    end: (to) => `SWAPPED-WITH-${to}`,
    says: (what, to) => `swaps ${what} with ${to}`,
    edit: (tree, place, to) => beside(tree, place, to, (value, other) => [other, value]),
  },
  /** The value is at the other place instead, and what held it is gone when nothing else was in it. */
  move: {
    key: 'to',
    end: (to) => `MOVED-TO-${to}`,
    says: (what, to) => `moves ${what} to ${to}`,
    edit: (tree, place, to) => moved(tree, place, to),
  },
  /** The first value that was there stays. */
  keep: {
    end: () => 'CONSTANT',
    says: (what) => `gives the first ${what} every time`,
    edit: (tree, place, _, memory) =>
      changed(
        tree,
        place,
        present((value, at) => {
          if (!memory.has(at)) memory.set(at, value);
          return memory.get(at);
        }),
      ),
  },
  /** Each of the values at the place takes that of the next one, the last one that of the first. */
  rotate: {
    end: () => 'OF-NEXT',
    says: (what) => `gives each ${what} the value of the next one`,
    edit: (tree, place) => {
      const values = valuesAt(tree, place);
      let next = 0;
      const nextOf = () => values[++next % values.length];
      return changed(tree, place, present(nextOf));
    },
  },
  repeat: {
    end: () => 'DOUBLED',
    says: (what) => `gives the first of ${what} twice`,
    edit: (tree, place) => withItems(tree, place, (all) => [all[0], ...all]),
  },
  drop: {
    end: () => 'LAST-MISSING',
    says: (what) => `leaves out the last of ${what}`,
    edit: (tree, place) => withItems(tree, place, (all) => all.slice(0, -1)),
  },
  reverse: {
    end: () => 'REVERSED',
    says: (what) => `reverses ${what}`,
    edit: (tree, place) => withItems(tree, place, (all) => all.toReversed()),
  },
  truncate: {
    key: 'to',
    end: (to) => `AT-MOST-${to}`,
    says: (what, to) => `gives at most ${to} of ${what}`,
    edit: (tree, place, to: number) => withItems(tree, place, (all) => all.slice(0, to)),
  },
};

/** `memory` lives as long as the fault: what `keep` remembers. A tree without the place comes back as it is; one that is removed is undefined. */
export function editTree(tree: unknown, edit: TreeEdit, memory: Map<Place, unknown>): unknown {
  const [[verb, place] = ['']] = Object.entries(edit);
  const { key = '', edit: carryOut } = VERBS[verb] ?? {};
  if (!carryOut) throw new RangeError(`${verb} is no verb of an edit`);
  return carryOut(tree, place as Place, edit[key] as never, memory);
}

/** Gives back what a place is to hold, or GONE; `value` is GONE where the place holds nothing yet. */
type Change = (value: unknown, at: string) => unknown;

const GONE = Symbol('gone');

/** The same tree with another value at each place that fits; the type is that of the tree that a fault leaves well. */
export function editAt<Tree>(tree: Tree, place: Place, change: (value: unknown) => unknown): Tree {
  return changed(tree, place, present(change)) as Tree;
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
