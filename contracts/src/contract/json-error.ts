/** What is wrong with a JSON text and where, in one line that never repeats a value of the text. */

/**
 * `message` is "<reason> at line <line>, column <column>". Both count from 1, the column in UTF-16 units, a byte
 * order mark not counted. Reasons name keys and JSON's own signs but never quote a value: it may be a secret.
 */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  /** `offset` is the place in `text`, from 0. */
  constructor(reason: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    super(`${reason} at line ${line}, column ${column}`);
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}
