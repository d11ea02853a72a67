/** Breaks prose into lines. */

/** Prose wider than this is hard to read, however wide the terminal is. */
const WIDEST = 110;

/**
 * Lines of at most `width` columns, broken at spaces; a longer word has a line of its own. The first line begins with
 * `first`, every other one with `indent`.
 */
export function wrap(text: string, width: number, first = '', indent = first): string {
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
