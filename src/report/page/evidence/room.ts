/** How much room a page has for evidence; what no longer fits is told of in a line and stands in run.json. */
import type { Html } from '../../../../contracts/src/contract/html.ts';

/** In bytes; nobody reads more of one case, and the next one wants to be seen too. */
const LARGEST_PIECE = 50_000;

export interface Room {
  /** The first of `pieces` that fits, else `line`. */
  show(pieces: readonly Html[], line: Html): Html;
  /** In bytes. */
  readonly used: number;
  /** How many times the first piece did not fit. */
  readonly cut: number;
}

export function roomFor(bytes: number): Room {
  let used = 0;
  let cut = 0;
  const fits = (piece: Html) => Buffer.byteLength(piece.text) <= Math.min(bytes - used, LARGEST_PIECE);
  return {
    show(pieces, line) {
      const piece = pieces.find(fits);
      if (piece !== pieces[0]) cut += 1;
      if (piece) used += Buffer.byteLength(piece.text);
      return piece ?? line;
    },
    get used() {
      return used;
    },
    get cut() {
      return cut;
    },
  };
}
