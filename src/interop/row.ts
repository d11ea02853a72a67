/** Runs one check of the matrix to its verdict. */
import { type Ground, type InteropCheck, OutOfReach } from './check.ts';

export interface Row {
  readonly tool: string;
  readonly says: string;
  readonly verdict: 'upheld' | 'violated' | 'unproven' | 'out of reach';
  /** What is wrong, or why there is no verdict. */
  readonly notes: readonly string[];
}

export async function rowOf({ tool, says, run }: InteropCheck, ground: Ground): Promise<Row> {
  try {
    const notes = await run(ground);
    return { tool, says, verdict: notes.length === 0 ? 'upheld' : 'violated', notes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const verdict = error instanceof OutOfReach ? 'out of reach' : 'unproven';
    return { tool, says, verdict, notes: [reason.split('\n')[0] ?? ''] };
  }
}

/** 1 when anything is wrong, 2 when something could not be judged, else 0. */
export function exitCodeOf(rows: readonly Row[]): 0 | 1 | 2 {
  if (rows.some(({ verdict }) => verdict === 'violated')) return 1;
  return rows.some(({ verdict }) => verdict === 'unproven') ? 2 : 0;
}
