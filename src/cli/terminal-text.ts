/** Text for people: lines on stderr, and text that fits a terminal. */
import { oneLine, wrap } from '../../contracts/src/base/text.ts';

/** A line on stderr, without what could steer a terminal. */
export function say(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}

/** Blanks, and a label with the gap after it: a continued line is indented as far. */
const START = /^ *(?:\S+(?: \S+)* {2,})?/;

/** Breaks long lines for a terminal; a file or a pipe gets the lines as they are. */
export function fitted(text: string, stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): string {
  if (!stream.isTTY) return text;
  const width = stream.columns || 80;
  return text
    .split('\n')
    .map((line) => (line.length > width ? broken(line, width) : line))
    .join('\n');
}

function broken(line: string, width: number): string {
  const [start = ''] = START.exec(line) ?? [];
  const hasLabel = start.trim() !== '' && start.length <= width / 2;
  const first = hasLabel ? start : start.replace(/\S.*/, '');
  const indent = ' '.repeat(hasLabel ? first.length : first.length + 2);
  return wrap(line.slice(first.length), width, first, indent);
}
