/** How the program writes prose, lists and settings, and finds the name that was meant. */
import { isNumber } from '../../contracts/src/base/json-value.ts';
import { oneLine } from '../../contracts/src/base/text.ts';

/** The width of prose in columns. Wider prose is hard to read, even on a wide terminal. */
const WIDEST = 110;

/** Escapes every invisible character of a JSON text; JSON.stringify escapes only some. */
export function visibleJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => sign.split('').map(escaped).join(''));
}

/** Joins names: a, b and c. */
export function andList(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

/** Breaks prose at spaces into lines of at most `width` columns: the first begins with `first`, the others with `indent`, by default as many blanks. */
export function wrap(text: string, width: number, first = '', indent = ' '.repeat(first.length)): string {
  const limit = Math.min(width, WIDEST);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const start = lines.length === 0 ? first : indent;
    const longer = line === '' ? start + word : `${line} ${word}`;
    if (line === '' || longer.length <= limit) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = indent + word;
  }
  return [...lines, line].join('\n');
}

const BARE = /^[A-Za-z/.][\w./-]*$/;

const YAML_WORDS = ['true', 'false', 'null', 'yes', 'no', 'on', 'off'];

/** The value of a setting on one line, as YAML in flow style. */
export function settingText(value: unknown): string {
  if (typeof value === 'string') {
    const isBare = BARE.test(value) && !YAML_WORDS.includes(value.toLowerCase());
    return isBare || /^\d+\.\d+\.\d+$/.test(value) ? value : JSON.stringify(oneLine(value));
  }
  if (Array.isArray(value)) return `[${value.map(settingText).join(', ')}]`;
  if (typeof value !== 'object' || value === null || isNumber(value)) return String(value);
  const fields = Object.entries(value).map(([name, part]) => `${settingText(name)}: ${settingText(part)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** The name that was probably meant; undefined if each differs in more than a third of its letters. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const near = names
    .map((other) => ({ other, edits: editDistance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, edits }) => edits <= other.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.other;
}

/** How many letters are added, removed or exchanged. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let column = 0; column < to.length; column++) {
      const kept = (row[column] ?? 0) + (letter === to[column] ? 0 : 1);
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
