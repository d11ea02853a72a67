/** Thrown for a record that cannot be read; the message says what is there instead of what is due, and no value. */
export class BrokenRecord extends Error {
  override readonly name = 'BrokenRecord';
}
