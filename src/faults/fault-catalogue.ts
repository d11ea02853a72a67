/** The catalogue of faults. */
import json from '../../contracts/generated/faults.json' with { type: 'json' };
import type { FaultRow } from '../../contracts/src/base/fault-row.ts';
import type { Fault } from './fault.ts';
import { rowHooks } from './row-hooks.ts';

// The generator has checked the rows; the type of imported JSON has no literals.
export const faultRows = json.faults as unknown as readonly FaultRow[];

export function faultOf(row: FaultRow): Fault {
  const { id, clause, says, of } = row;
  return { id, clause, says, ...(of && { of }), hooks: () => rowHooks(row) };
}

/** Those that a sandbox can have; the others are faults of a migration. */
export function providerFaults(): Fault[] {
  return faultRows.filter(({ hook }) => hook !== 'mapping').map(faultOf);
}
