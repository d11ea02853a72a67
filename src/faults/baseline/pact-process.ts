/** A process of its own for the Pact verifier, which writes on stdout: sends its parent a message after each fault, then the ids of all that are noticed. */
import { pactPaths, readPact } from '../../pact/pact-file.ts';
import { providerOf } from '../../pact/pact-provider.ts';
import { verifyPact } from '../../pact/verify-pact.ts';
import { startSandboxTarget } from '../../runner/targets/sandbox-target.ts';
import { providerFaults } from '../row-hooks.ts';
import { faultSwitch } from '../switchable-faults.ts';

/** The faults that the stock Pact verifier notices with the published pacts. */
async function askPact(onFault: () => void): Promise<string[]> {
  const faults = providerFaults();
  const { hooks, choose } = faultSwitch(async () => faults);
  const { target, stop } = await startSandboxTarget({ hooks });
  const pacts = pactPaths().map(readPact);
  const isNoticed = async (): Promise<boolean> => {
    // A fault in what sets up a state keeps the verification from starting.
    const provider = await providerOf(target).catch(() => undefined);
    if (!provider) return true;
    for (const pact of pacts) {
      const { verdicts } = await verifyPact(pact, provider);
      if (verdicts.some(({ verdict }) => verdict !== 'upheld')) return true;
    }
    return false;
  };
  if (await isNoticed()) throw new Error('the Pact verifier notices the service without a fault');
  const noticed: string[] = [];
  for (const { id } of faults) {
    await choose([]);
    await target.control?.reset();
    await choose([id]);
    if (await isNoticed()) noticed.push(id);
    onFault();
  }
  await stop();
  return noticed.sort();
}

const noticed = await askPact(() => process.send?.('done'));
process.send?.(noticed, () => process.exit(0));
