/** A JSON tree as indented lines, each with the place it shows. */
import { isNumber } from '../../../../contracts/src/contract/show.ts';
import type { Line } from './marked-lines.ts';

/** `pointer` is where the tree stands. Short lists and objects without further depth keep to one line. */
export function jsonLines(tree: unknown, pointer: string, indent = '', name = ''): Line[] {
  const start = `${indent}${name === '' ? '' : `${JSON.stringify(name)}: `}`;
  if (!isTree(tree)) return [{ pointer, text: start + leaf(tree) }];
  const isList = Array.isArray(tree);
  const entries = Object.entries(tree);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return [{ pointer, text: `${start}${open}${close}` }];
  const inner = entries.flatMap(([key, part], at): Line[] => {
    const lines = jsonLines(part, `${pointer}/${escaped(key)}`, `${indent}  `, isList ? '' : key);
    const last = lines.at(-1);
    if (last && at < entries.length - 1) lines[lines.length - 1] = { ...last, text: `${last.text},` };
    return lines;
  });
  return [
    { pointer, text: start + open },
    ...inner,
    // Nobody points at the end of something.
    { pointer: `${pointer} end`, text: indent + close },
  ];
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumber(value);
}

function leaf(value: unknown): string {
  return isNumber(value) ? String(value) : (JSON.stringify(value) ?? '');
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
