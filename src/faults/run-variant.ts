/** Runs every case against a sandbox that differs only in what is left open, and tells what is alarmed at. */
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import { type Catalogue, plannedCases } from '../drive/planned-cases.ts';
import { startSandboxInProcess, startSandboxTarget } from '../drive/sandbox-target.ts';
import type { WrittenSettings } from '../drive/target-settings.ts';
import type { CaseResult } from '../drive/verdict.ts';
import { composeSeams } from './compose-seams.ts';
import { rowSeams } from './row-seams.ts';
import type { VariantResult } from './strength.ts';

export async function runVariant(row: VariantRow, catalogue: Catalogue): Promise<VariantResult> {
  const { id, allowedBy, says, settings, over } = row;
  const start = over === 'http' ? startSandboxTarget : startSandboxInProcess;
  const { target, stop } = await start({
    ...(settings && { settings: settings as WrittenSettings }),
    ...(isEdit(row) && { seams: composeSeams([rowSeams(row)]) }),
  });
  const alarms: string[] = [];
  for (const planned of plannedCases(target, catalogue)) alarms.push(...alarmsOf(await planned.run(target)));
  await stop();
  return { id, allowedBy, says, verdict: alarms.length > 0 ? 'false alarm' : 'passed', alarms };
}

/** A case that cannot be run is an alarm too: not knowing is never green. */
function alarmsOf({ verdict, clause, says, findings, reason }: CaseResult): string[] {
  if (verdict === 'upheld') return [];
  if (findings.length === 0) return [`${clause} ${verdict}: ${says} (${reason})`];
  return findings.map((finding) => `${finding.clause} at ${finding.pointer}: ${finding.message} (${says})`);
}

/** A fault breaks a clause and a variant none; they are carried out in the same way. */
function isEdit(row: VariantRow): row is VariantRow & FaultRow {
  return row.seam !== undefined;
}
