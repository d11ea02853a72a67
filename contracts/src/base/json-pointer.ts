/** Looks into parsed JSON by JSON Pointer (RFC 6901). */
import { isObject } from './json-value.ts';

type Container = { readonly [token: string]: unknown };

export { isObject };

/** A field name as one token of a JSON Pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What stands at a pointer; `found: false` with the pointer and value that stand in its way, or just missing. */
export type Found =
  | { readonly found: true; readonly value: unknown }
  | {
      readonly found: false;
      readonly at?: string;
      readonly value?: unknown;
      readonly wanted?: 'a list' | 'an object';
    };

/** Looks for `pointer` in `tree`, which itself stands at the pointer `at`. Names of the pointer hold no `~` or `/`. */
export function find(tree: unknown, pointer: string, at = ''): Found {
  let value = tree;
  let here = at;
  for (const token of pointer.slice(at.length).split('/').slice(1)) {
    if (value === undefined) return { found: false };
    const isIndex = /^[0-9]+$/.test(token);
    if (isIndex ? !Array.isArray(value) : !isObject(value)) {
      return { found: false, at: here, value, wanted: isIndex ? 'a list' : 'an object' };
    }
    value = Object.hasOwn(value as Container, token) ? (value as Container)[token] : undefined;
    here += `/${token}`;
  }
  return value === undefined ? { found: false } : { found: true, value };
}

/** The topmost places of `tree`, which stands at `at`, that are neither visited nor lead to a visited one. */
export function unvisited(
  tree: unknown,
  visited: ReadonlySet<string>,
  at = '',
): { pointer: string; value: unknown }[] {
  const ways = new Set<string>([at]);
  for (const pointer of visited) {
    for (let end = pointer.lastIndexOf('/'); end > at.length; end = pointer.lastIndexOf('/', end - 1)) {
      ways.add(pointer.slice(0, end));
    }
  }
  const found: { pointer: string; value: unknown }[] = [];
  visit(tree, at);
  return found;

  function visit(value: unknown, pointer: string): void {
    if (value === undefined || visited.has(pointer)) return;
    if (!ways.has(pointer) || !(isObject(value) || Array.isArray(value))) found.push({ pointer, value });
    else for (const [name, inner] of Object.entries(value)) visit(inner, `${pointer}/${escaped(name)}`);
  }
}
