/** The catalogue of provider faults, ready to be carried out. */
import json from '../../contracts/generated/faults.json' with { type: 'json' };
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';
import type { Fault } from './fault.ts';
import { rowSeams } from './seams/row-seams.ts';

export const faultRows = json.faults as unknown as readonly FaultRow[];

export function faultOf(row: FaultRow): Fault {
  const { id, clause, says, of } = row;
  return { id, clause, says, ...(of && { of }), seams: () => rowSeams(row) };
}

/** Those that a sandbox can have; the others are faults of a migration. */
export function providerFaults(): Fault[] {
  return faultRows.filter(({ seam }) => seam !== 'mapping').map(faultOf);
}
