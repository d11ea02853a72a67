/** The rows of the catalogue of faults. */
import json from '../../contracts/generated/faults.json' with { type: 'json' };
import type { FaultRow } from './fault-row.ts';

// The generator has checked the rows; the type of imported JSON has no literals.
export const faultRows = json.faults as unknown as readonly FaultRow[];
