/** Marks the failing place in lines of JSON or HTTP, with what is wrong below it. */

import type { WordedFinding } from '../../../../contracts/src/base/finding.ts';
import { isNumber, pointerToken } from '../../../../contracts/src/base/json-value.ts';
import { type Html, html } from '../html.ts';

export interface Line {
  /** JSON Pointer of what the line shows. */
  readonly pointer: string;
  readonly text: string;
}

type FailingPlace = Pick<WordedFinding, 'pointer' | 'message'>;

/** Longer texts are cut to the surroundings of what is marked. */
const LONGEST = 60;
const AROUND = 6;
/** Characters of a line. */
const WIDEST = 500;

/** What is missing has no line of its own: its message is below the line that opens the object it is missing from. */
export function markFailingPlaces(lines: readonly Line[], marks: readonly FailingPlace[]): Html {
  const marked = Map.groupBy(marks, ({ pointer }) => lineAt(lines, pointer));
  const kept = keptLines(lines.length, [...marked.keys()]);
  const parts = kept.map((at, n): Html => {
    const skipped = at - (kept[n - 1] ?? -1) - 1;
    return html`${skipped > 0 && skippedHtml(skipped)}${lineHtml(lines[at], marked.get(at) ?? [])}`;
  });
  const rest = lines.length - 1 - (kept.at(-1) ?? -1);
  return html`<pre>${parts}${rest > 0 && html`\n${skippedHtml(rest)}`}</pre>`;
}

function lineHtml(line: Line | undefined, marks: readonly FailingPlace[]): Html {
  const { pointer: here, text: whole } = line ?? { text: '' };
  const text = whole.slice(0, WIDEST);
  const more = whole.length > WIDEST && html`<i>… ${whole.length - WIDEST} characters more in run.json</i>`;
  const isHere = marks.some(({ pointer }) => pointer === here);
  const indent = /^ */.exec(text)?.[0] ?? '';
  const shown = isHere
    ? html`${indent}<mark>${text.slice(indent.length)}</mark>${more}`
    : html`${text}${more}`;
  const notes = marks.map(({ pointer, message }) =>
    pointer === here ? html`${indent}<em>↑ ${message}</em>` : html`${indent}  <em>✗ ${message}</em>`,
  );
  return html`${[shown, ...notes]}`;
}

function skippedHtml(lines: number): Html {
  return html`<i>… ${lines} ${lines === 1 ? 'line' : 'lines'} more in run.json</i>\n`;
}

/** The line of the place, or of the innermost place around it. */
function lineAt(lines: readonly Line[], pointer: string): number {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const at = lines.findIndex((line) => line.pointer === place);
    if (at !== -1) return at;
    if (place === '') return 0;
  }
}

function keptLines(length: number, marked: readonly number[]): number[] {
  const all = [...Array(length).keys()];
  if (length <= LONGEST) return all;
  const anchors = [0, ...marked];
  return all.filter((at) => anchors.some((anchor) => Math.abs(at - anchor) <= AROUND));
}

/** A JSON tree as indented lines, each with the place that it shows; `pointer` is the place of the tree. */
export function jsonLines(tree: unknown, pointer: string, indent = '', name = ''): Line[] {
  const start = `${indent}${name === '' ? '' : `${JSON.stringify(name)}: `}`;
  if (typeof tree !== 'object' || tree === null || isNumber(tree))
    return [{ pointer, text: start + (isNumber(tree) ? String(tree) : (JSON.stringify(tree) ?? '')) }];
  const isList = Array.isArray(tree);
  const entries = Object.entries(tree);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return [{ pointer, text: `${start}${open}${close}` }];
  const inner = entries.flatMap(([key, part], at): Line[] => {
    const lines = jsonLines(part, `${pointer}/${pointerToken(key)}`, `${indent}  `, isList ? '' : key);
    const last = lines.at(-1);
    if (last && at < entries.length - 1) lines[lines.length - 1] = { ...last, text: `${last.text},` };
    return lines;
  });
  return [
    { pointer, text: start + open },
    ...inner,
    // No finding has this pointer.
    { pointer: `${pointer} end`, text: indent + close },
  ];
}
