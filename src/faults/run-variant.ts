/** Runs every case against a sandbox that differs only in what is left open, and tells what is alarmed at. */
import { fileURLToPath } from 'node:url';
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import type { CipherMaker } from '../../contracts/src/messages/cipher.ts';
import { type Catalogue, plannedCases } from '../drive/planned-cases.ts';
import { startSandboxInProcess, startSandboxTarget } from '../drive/targets/sandbox-target.ts';
import { targetCipher } from '../drive/targets/target-cipher.ts';
import type { WrittenSettings } from '../drive/targets/target-settings.ts';
import type { CaseResult } from '../drive/verdict.ts';
import { rememberedCipher } from './remembered-cipher.ts';
import { composeSeams } from './seams/compose-seams.ts';
import { rowSeams } from './seams/row-seams.ts';
import { touched } from './seams/touched.ts';
import type { VariantResult } from './strength.ts';

export async function runVariant(row: VariantRow, catalogue: Catalogue): Promise<VariantResult> {
  const { id, allowedBy, says, settings, over } = row;
  const start = over === 'http' ? startSandboxTarget : startSandboxInProcess;
  const edited = isEdit(row) ? touched(rowSeams(row)) : undefined;
  const { target, stop } = await start({
    ...(settings && { settings: settings as WrittenSettings }),
    cipher: typeof settings?.['cipher'] === 'string' ? cipherOf(settings['cipher']) : rememberedCipher,
    ...(edited && { seams: composeSeams([edited.seams]) }),
  });
  const results: CaseResult[] = [];
  for (const planned of plannedCases(target, catalogue)) results.push(await planned.run(target));
  await stop();
  // What the documentation leaves open where the settings of the row choose otherwise is no alarm.
  const asked = results.filter(({ leftOpenBy }) => leftOpenBy === undefined);
  // Who passes because nothing was different shows nothing.
  const unmet = edited?.isTouched() === false ? ['no case brings the difference about'] : [];
  const alarms = [...unmet, ...asked.flatMap(alarmsOf)];
  return { id, allowedBy, says, verdict: alarms.length > 0 ? 'false alarm' : 'passed', alarms };
}

/** A module that the row names from the root of the project. */
function cipherOf(cipher: string): CipherMaker {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  return (key) => targetCipher({ cipher, folder, key, target: 'sandbox' });
}

/** A case that cannot be run is an alarm too: not knowing is never green. */
export function alarmsOf({ verdict, clause, says, findings, reason }: CaseResult): string[] {
  if (verdict === 'upheld') return [];
  if (findings.length === 0) return [`${clause} ${verdict}: ${says} (${reason})`];
  return findings.map((finding) => `${finding.clause} at ${finding.pointer}: ${finding.message} (${says})`);
}

/** A fault breaks a clause and a variant none; they are carried out in the same way. */
function isEdit(row: VariantRow): row is VariantRow & FaultRow {
  return row.seam !== undefined;
}
