/** Which faults Prism's proxy notices when the cases that can see them are run through it. */
import { type Catalogue, type PlannedCase, plannedCases } from '../../drive/planned-cases.ts';
import { startSandboxTarget } from '../../drive/targets/sandbox-target.ts';
import { providerFaults } from '../catalogue-faults.ts';
import type { Fault } from '../fault.ts';
import { faultCases } from '../fault-cases.ts';
import { faultSwitch } from '../switch/fault-switch.ts';
import { isNoticedByPrism, startPrismProxy } from './prism-proxy.ts';

/** `onFault` hears of each fault that is done. */
export async function askPrism(catalogue: Catalogue, onFault: () => void): Promise<string[]> {
  const faults = providerFaults();
  const { seams, choose } = faultSwitch(async () => faults);
  const { target, stop } = await startSandboxTarget({ seams });
  const proxy = await startPrismProxy(target);
  const { accessUrl, webFormUrl } = proxy;
  const proxied = { ...target, accessUrl, webFormUrl };
  const rows = plannedCases(target, catalogue);
  const isNoticed = async (row: PlannedCase): Promise<boolean> =>
    (await row.run(proxied)).exchanges.some(isNoticedByPrism);
  // What is noticed without a fault says nothing of one.
  const always = new Set<PlannedCase>();
  for (const row of rows) if (await isNoticed(row)) always.add(row);
  const asked = async (fault: Fault): Promise<boolean> => {
    await target.control?.reset();
    await choose([fault.id]);
    const { own, others } = faultCases(rows, fault);
    for (const row of [...own, ...others.slice(0, 5)]) {
      if (!always.has(row) && (await isNoticed(row))) return true;
    }
    return false;
  };
  const noticed: string[] = [];
  for (const fault of faults) {
    if (await asked(fault)) noticed.push(fault.id);
    onFault();
  }
  await Promise.all([proxy.stop(), stop()]);
  return noticed.sort();
}
