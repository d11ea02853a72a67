/** Measures the baselines: which faults Prism's proxy and the Pact verifier notice. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import access from '../../../contracts/generated/access.json' with { type: 'json' };
import webForm from '../../../contracts/generated/web-form.json' with { type: 'json' };
import { member } from '../../../contracts/src/base/json-value.ts';
import { type Exchange, jsonOf } from '../../../contracts/src/judge/exchange.ts';
import { type Catalogue, type PlannedCase, plannedCases } from '../../runner/planned-cases.ts';
import { startSandboxTarget } from '../../runner/targets/sandbox-target.ts';
import { providerFaults } from '../row-hooks.ts';
import { faultCases } from '../run-fault.ts';
import type { BaselineOrigin, Baselines } from '../strength.ts';
import { faultSwitch } from '../switchable-faults.ts';

/** One proxy a document, as `prism proxy --errors` runs it. */
export async function startPrismProxy(provider: { readonly accessUrl: string; readonly webFormUrl: string }) {
  const ofAccess = await proxy(access, provider.accessUrl);
  const ofWebForm = await proxy(webForm, provider.webFormUrl);
  const stop = () => Promise.all([ofAccess.close(), ofWebForm.close()]);
  return { accessUrl: ofAccess.url, webFormUrl: ofWebForm.url, stop };
}

async function proxy(document: object, upstream: string) {
  const operations = await getHttpOperationsFromSpec(document);
  const server = createServer(operations, {
    cors: false,
    components: { logger: createLogger('proxy', { level: 'silent' }) },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: true,
      mock: { dynamic: false },
    },
  });
  return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() };
}

/** Whether Prism put its own answer in place of one that breaks the document. */
export function isNoticedByPrism({ response }: Exchange): boolean {
  const type = member(jsonOf(response.body), 'type');
  return type === 'https://stoplight.io/prism/errors#VIOLATIONS';
}

/** The faults that Prism's proxy notices when the cases that can see them run through it. `onFault` is called after each. */
async function askPrism(catalogue: Catalogue, onFault: () => void): Promise<string[]> {
  const faults = providerFaults();
  const { hooks, choose } = faultSwitch(async () => faults);
  const { target, stop } = await startSandboxTarget({ hooks });
  const { stop: stopProxy, ...urls } = await startPrismProxy(target);
  const proxied = { ...target, ...urls };
  const rows = plannedCases(target, catalogue);
  const isNoticed = async (row: PlannedCase): Promise<boolean> =>
    (await row.run(proxied)).exchanges.some(isNoticedByPrism);
  // A case that Prism notices without a fault shows nothing.
  const always = new Set<PlannedCase>();
  for (const row of rows) if (await isNoticed(row)) always.add(row);
  const noticed: string[] = [];
  for (const fault of faults) {
    await target.control?.reset();
    await choose([fault.id]);
    const { own, others } = faultCases(rows, fault);
    for (const row of [...own, ...others.slice(0, 5)])
      if (!always.has(row) && (await isNoticed(row))) {
        noticed.push(fault.id);
        break;
      }
    onFault();
  }
  await Promise.all([stopProxy(), stop()]);
  return noticed.sort();
}

// Pinned to the digit.
const project = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
const { devDependencies } = JSON.parse(project) as { devDependencies: Readonly<Record<string, string>> };

/** Tries each tool with every fault of the provider; `onFault` is called with how many tries are done. */
export async function measureBaselines(
  catalogue: Catalogue,
  onFault: (done: number, total: number) => void,
): Promise<Baselines> {
  const tried = providerFaults().map(({ id }) => id);
  let done = 0;
  const count = (): void => onFault(++done, 2 * tried.length);
  const [prism, pact] = await Promise.all([askPrism(catalogue, count), pactInProcess(count)]);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, ${platform()} ${arch()}, Node ${process.version.slice(1)}`;
  const originOf = (baseline: BaselineOrigin['baseline'], tool: string) => ({
    baseline,
    tool,
    date,
    machine,
  });
  const origins = [
    originOf('prism', `Prism ${devDependencies['@stoplight/prism-http']}, proxy --errors`),
    originOf('pact', `@pact-foundation/pact ${devDependencies['@pact-foundation/pact']}`),
  ];
  return { origins, asked: tried.sort(), noticed: { prism, pact } };
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
