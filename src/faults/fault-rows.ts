/** The rows of the catalogue of faults, with the ids and sentences of those that are derived from a place. */
import json from '../../contracts/generated/faults.json' with { type: 'json' };
import { type DerivedFaultRow, derivedId, type FaultRow, sentenceOf } from './fault-row.ts';

// The generator has checked the rows; the type of imported JSON has no literals.
const stored = json.faults as unknown as readonly (FaultRow | DerivedFaultRow)[];

export const faultRows: readonly FaultRow[] = stored.map((row) => {
  if ('says' in row) return row;
  const { in: holder, group, end, ...others } = row;
  return { id: derivedId(row), ...others, says: sentenceOf(row.edit, holder) };
});
