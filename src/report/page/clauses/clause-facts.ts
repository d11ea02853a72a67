/** What the ledger says of a clause; an earlier result may name one that is no longer there. */
import { clauseOf } from '../../ledger.ts';
import type { ClauseReport } from '../../target-report.ts';

export function clauseFacts(id: string): Pick<ClauseReport, 'area' | 'says' | 'source'> {
  try {
    return clauseOf(id);
  } catch {
    return {
      area: 'no longer in the ledger',
      says: 'This clause is not in the ledger.',
      source: 'not known',
    };
  }
}
