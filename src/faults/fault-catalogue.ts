/** The faults of the catalogue, as a sandbox has them. */
import type { FaultRow } from '../../contracts/src/base/fault-row.ts';
import type { Fault } from './fault.ts';
import { faultRows } from './fault-rows.ts';
import { rowHooks } from './row-hooks.ts';

export function faultOf(row: FaultRow): Fault {
  const { id, clause, says, of } = row;
  return { id, clause, says, ...(of && { of }), hooks: () => rowHooks(row) };
}

/** Those that a sandbox can have; the others are faults of a migration. */
export function providerFaults(): Fault[] {
  return faultRows.filter(({ hook }) => hook !== 'mapping').map(faultOf);
}
