/** The catalogue of faults, and which faults and variants a run takes. */
import json from '../../contracts/generated/faults.json' with { type: 'json' };
import variantsJson from '../../contracts/generated/variants.json' with { type: 'json' };
import { UsageError } from '../../contracts/src/base/errors.ts';
import type { FaultRow } from '../../contracts/src/base/fault-row.ts';
import { nearest } from '../../contracts/src/base/text.ts';
import type { Fault } from './fault.ts';
import { rowHooks } from './row-hooks.ts';

export const faultRows = json.faults as unknown as readonly FaultRow[];

export function faultOf(row: FaultRow): Fault {
  const { id, clause, says, of } = row;
  return { id, clause, says, ...(of && { of }), hooks: () => rowHooks(row) };
}

/** Those that a sandbox can have; the others are faults of a migration. */
export function providerFaults(): Fault[] {
  return faultRows.filter(({ hook }) => hook !== 'mapping').map(faultOf);
}

/** The ids of faults and variants by their ids and classes; undefined for all. Throws UsageError for an unknown name. */
export function chosenFaults(names: readonly string[] = []): ReadonlySet<string> | undefined {
  return names.length === 0 ? undefined : new Set(names.flatMap(named));
}

function named(name: string): string[] {
  const variants = variantsJson.variants.map(({ id }) => id);
  if (name === 'variants') return variants;
  const chosen = faultRows.filter((row) => row.id === name || row.class === name).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  if (variants.includes(name)) return [name];
  const classes = [...new Set(faultRows.map((row) => row.class)), 'variants'];
  const meant = nearest(name, [...faultRows.map(({ id }) => id), ...variants, ...classes]);
  const hint = meant ? ` Did you mean ${meant}?` : ` The classes are ${classes.join(', ')}.`;
  throw new UsageError(`--only ${name} is no fault, variant or class of the catalogue.${hint}`);
}
