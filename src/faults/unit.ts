/** A unit of work that a worker is given: a fault or a variant, and what comes of it. */
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import { type Catalogue, type PlannedCase, plannedCases } from '../drive/planned-cases.ts';
import { startSandboxInProcess } from '../drive/targets/sandbox-target.ts';
import type { CaseResult } from '../drive/verdict.ts';
import { type SchemaOnly, schemaOnly } from './baseline/schema-only.ts';
import { faultOf } from './catalogue-faults.ts';
import { faultResult } from './fault-result.ts';
import { rememberedCipher } from './remembered-cipher.ts';
import { runFault } from './run-fault.ts';
import { alarmsOf, runVariant } from './run-variant.ts';
import type { FaultResult, SeenField, VariantResult } from './strength.ts';
import { vacuity } from './vacuity.ts';

/** `documented` asks for a run of every case against the service without a fault. */
export type Unit =
  | { readonly fault: FaultRow }
  | { readonly variant: VariantRow }
  | { readonly documented: true };
export type UnitResult =
  | { readonly fault: FaultResult }
  | { readonly variant: VariantResult }
  | { readonly vacuity: readonly SeenField[]; readonly variant: VariantResult };
export type Running = (unit: Unit) => Promise<UnitResult>;

/** Plans the cases once: they are the same for every fault. */
export async function running(catalogue: Catalogue): Promise<Running> {
  const { target, stop } = await startSandboxInProcess();
  const rows = plannedCases(target, catalogue);
  await stop();
  const noticed = schemaOnly();
  return async (unit) => {
    if ('fault' in unit) return { fault: await ranFault(unit.fault, rows, noticed) };
    if ('variant' in unit) return { variant: await runVariant(unit.variant, catalogue) };
    return documented(rows);
  };
}

/** What fails without a fault catches none. */
async function documented(rows: readonly PlannedCase[]) {
  const { target, stop } = await startSandboxInProcess({ cipher: rememberedCipher });
  const results: CaseResult[] = [];
  for (const row of rows) results.push(await row.run(target));
  await stop();
  const alarms = results.flatMap(alarmsOf);
  const variant: VariantResult = {
    ...{ id: 'DOCUMENTED', allowedBy: 'the documentation', says: 'does as is documented' },
    ...{ verdict: alarms.length > 0 ? 'false alarm' : 'passed', alarms },
  };
  return { vacuity: vacuity(results), variant };
}

async function ranFault(
  row: FaultRow,
  rows: readonly PlannedCase[],
  noticed: SchemaOnly,
): Promise<FaultResult> {
  const { exchanges, messages, ...ran } = await runFault(faultOf(row), rows);
  return faultResult(row, { ...ran, baselines: { ajv: noticed(exchanges, messages) } });
}
