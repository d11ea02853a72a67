/** Asks Prism's proxy and the Pact verifier about every fault of the provider. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import type { Catalogue } from '../../drive/planned-cases.ts';
import { providerFaults } from '../catalogue-faults.ts';
import type { BaselineOrigin } from '../strength.ts';
import { askPrism } from './ask-prism.ts';
import type { Baselines } from './baselines.ts';

// Pinned to the digit.
const project = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
const { devDependencies } = JSON.parse(project) as { devDependencies: Readonly<Record<string, string>> };

/** `onFault` hears how many of all questions are answered. */
export async function measureBaselines(
  catalogue: Catalogue,
  onFault: (done: number, total: number) => void,
): Promise<Baselines> {
  const asked = providerFaults().map(({ id }) => id);
  let done = 0;
  const count = (): void => onFault(++done, 2 * asked.length);
  const [prism, pact] = await Promise.all([askPrism(catalogue, count), pactInProcess(count)]);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, ${platform()} ${arch()}, Node ${process.version.slice(1)}`;
  const origins: BaselineOrigin[] = [
    {
      baseline: 'prism',
      tool: `Prism ${devDependencies['@stoplight/prism-http']}, proxy --errors`,
      date,
      machine,
    },
    {
      baseline: 'pact',
      tool: `@pact-foundation/pact ${devDependencies['@pact-foundation/pact']}`,
      date,
      machine,
    },
  ];
  return { origins, asked: [...asked].sort(), noticed: { prism, pact } };
}

function pactInProcess(onFault: () => void): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('pact-process.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
    });
    let noticed: string[] | undefined;
    child.on('message', (message) => {
      if (Array.isArray(message)) noticed = message;
      else onFault();
    });
    child.on('exit', (code) => {
      if (noticed) resolve(noticed);
      else reject(new Error(`the Pact verifier ended with ${code}`));
    });
  });
}
