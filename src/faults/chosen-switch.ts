/** The switch of a sandbox that is started with faults: ids of the catalogue, or modules that hold faults of one's own. */
import { pathToFileURL } from 'node:url';
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { FaultSwitch } from '../sandbox/fault-switch.ts';
import type { Fault } from './fault.ts';
import { faultSwitch } from './fault-switch.ts';

/** What is not named by an id is the path of a module. */
const PATH = /[./\\]/;

/**
 * `named` are ids, and paths of modules whose default export is a Fault; `place` makes a path absolute. Throws Stop: 2 for
 * a module that is none, 64 for an id that is none.
 */
export async function chosenSwitch(
  named: readonly string[],
  place: (path: string) => string,
): Promise<FaultSwitch> {
  const own = await Promise.all(
    named.filter((name) => PATH.test(name)).map((path) => ownFault(path, place(path))),
  );
  const ids = [...named.filter((name) => !PATH.test(name)), ...own.map(({ id }) => id)];
  // A sandbox without faults is ready sooner: the catalogue waits until it is asked for.
  const made = faultSwitch(async () => [...(await import('./catalogue-faults.ts')).providerFaults(), ...own]);
  const problem = ids.length > 0 ? await made.choose(ids) : undefined;
  if (problem !== undefined) throw new Stop(64, `--fault ${problem}.`);
  return made;
}

async function ownFault(path: string, absolute: string): Promise<Fault> {
  let fault: Partial<Fault> | undefined;
  try {
    fault = ((await import(pathToFileURL(absolute).href)) as { default?: Partial<Fault> }).default;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Stop(2, `The fault ${path} cannot be loaded (${code ?? message}).`);
  }
  if (typeof fault?.id === 'string' && typeof fault.seams === 'function') return fault as Fault;
  throw new Stop(2, `The default export of ${path} is no fault: it has no id or no seams().`);
}
