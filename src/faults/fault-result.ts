/** Makes what came of a fault into its result: as many cases as are told, and what its row says nobody can observe. */
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';
import type { FaultResult } from './strength.ts';

/** What came of the cases that were run against it. */
export type RanFault = Omit<FaultResult, 'id' | 'class' | 'clause' | 'says' | 'sees'>;

/** How many of the cases that catch a fault are told. */
const TOLD = 3;

/** A fault that is said to be unobservable and is caught after all survives its own row. */
export function faultResult(row: FaultRow, ran: RanFault): FaultResult {
  const { id, class: kind, clause, says, sees, unobservable } = row;
  return {
    ...{ id, class: kind, clause: clause as FaultResult['clause'], says, sees },
    ...ran,
    caughtBy: ran.caughtBy.slice(0, TOLD),
    ...(unobservable !== undefined && unseen(ran, unobservable)),
  };
}

function unseen({ verdict }: RanFault, reason: string): Pick<FaultResult, 'verdict' | 'reason'> {
  if (verdict !== 'caught') return { verdict: 'unobservable', reason };
  return { verdict: 'survived', reason: 'it is caught, though its row says that nobody can observe it' };
}
