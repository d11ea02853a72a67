/** Finds rows of the catalogue that do the same: a fault that stands twice would be counted twice. */
import { canonical } from '../../contracts/src/contract/canonical.ts';
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';

type Row = Pick<FaultRow, 'id' | 'seam' | 'of' | 'on' | 'edit'>;

/** The first row that does what one before it does, and that one. */
export function sameEffect<R extends Row>(rows: readonly R[]): { row: R; before: R } | undefined {
  const known = new Map<string, R>();
  for (const row of rows) {
    const effect = effectOf(row);
    const before = known.get(effect);
    if (before) return { row, before };
    known.set(effect, row);
  }
  return undefined;
}

/** The order in which a row names what it takes hold of is no matter, nor what it calls the seam of a function. */
function effectOf({ seam, of, on, edit }: Row): string {
  const place = 'function' in edit && seam !== 'mapping' ? 'function' : seam;
  return canonical({ place, of: of?.toSorted(), on, edit });
}
