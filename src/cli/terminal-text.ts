/** What the screens show: no secret, lines for people on stderr, and text that fits a terminal. */
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { wrap } from '../base/words.ts';
import { type Format, finishedText } from '../report/redaction/finished-text.ts';

/** The screens are those of the process, and so is this. */
let secrets: Secrets = new KnownValues();

/** What is added to it, no screen shows from then on. */
export function screenSecrets(): Secrets {
  return secrets;
}

/** From now on, no output of this process has a secret of `screenSecrets`. Call it once. */
export function guardScreens(): void {
  secrets = new KnownValues();
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (text: unknown, ...rest: unknown[]) => boolean;
    stream.write = (text: unknown, ...rest: unknown[]) =>
      write(typeof text === 'string' ? screenText(text) : text, ...rest);
  }
}

export function screenText(text: string): string {
  // JSON, also a part of it, begins as no text for people does.
  const format: Format = /^[\s,]*[[{"]/.test(text) ? 'json' : 'text';
  return finishedText(text, secrets, format);
}

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
    .map((line) => (line.length > width ? brokenLine(line, width) : line))
    .join('\n');
}

function brokenLine(line: string, width: number): string {
  const [start = ''] = START.exec(line) ?? [];
  const hasLabel = start.trim() !== '' && start.length <= width / 2;
  const first = hasLabel ? start : start.replace(/\S.*/, '');
  const indent = ' '.repeat(hasLabel ? first.length : first.length + 2);
  return wrap(line.slice(first.length), width, first, indent);
}
