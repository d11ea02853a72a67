/** The bytes that a page has for evidence; what no longer fits is one line that names run.json. */
import type { Html } from '../../../../contracts/src/base/html.ts';

/** In bytes: more of one case is not read, and the next case needs space too. */
const LARGEST_PIECE = 50_000;

export class ByteBudget {
  /** In bytes. */
  used = 0;
  /** How many times the first piece did not fit. */
  cut = 0;
  readonly #bytes: number;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** The first of `pieces` that fits, else `line`. */
  show(pieces: readonly Html[], line: Html): Html {
    const most = Math.min(this.#bytes - this.used, LARGEST_PIECE);
    const piece = pieces.find(({ text }) => Buffer.byteLength(text) <= most);
    if (piece !== pieces[0]) this.cut += 1;
    if (piece) this.used += Buffer.byteLength(piece.text);
    return piece ?? line;
  }
}
