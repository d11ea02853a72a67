/** `npm run -s sandbox`: serves the documented service with memory until it is interrupted. */
import { once } from 'node:events';
import { Command } from 'commander';
import { run } from '../src/cli/exit-codes.ts';
import { givenKey } from '../src/cli/given-key.ts';
import { callerPath, pathPrefix, port } from '../src/cli/options.ts';
import { chosenSwitch } from '../src/faults/switchable-faults.ts';
import { createSandbox, type SandboxOptions } from '../src/sandbox/create-sandbox.ts';

type Ports = Record<'port' | 'webFormPort' | 'controlPort', number>;
type Options = Ports & Partial<Record<'host' | 'prefix' | 'settings', string>> & { fault: string[] };

type Like = Pick<SandboxOptions, 'settings' | 'cipher'>;

const sandbox = new Command('sandbox')
  .description('Serve the documented service with memory: the access API, Web Form V2 and a control plane.')
  .option('--port <number>', 'port of the access API, 0 = any', port, 4020)
  .option('--web-form-port <number>', 'port of Web Form V2, 0 = any', port, 4021)
  .option('--control-port <number>', 'port of the control plane, 0 = any', port, 4022)
  .option('--host <address>', 'address to listen on; loopback unless given')
  .option('--prefix <path>', 'one more path prefix for the access API', pathPrefix)
  .option('--settings <file>', 'a target file: choose as its settings say that the provider does', callerPath)
  .option('--fault <names...>', 'misbehave: ids of contracts/faults/, or modules with faults of your own', [])
  .addHelpText(
    'after',
    `
One JSON line on stdout says that it is ready:
  {"accessUrl","webFormUrl","controlUrl","client":{"id","secret"},
   "dataDecryptionKey"}
SIGINT or SIGTERM ends it. DATA_DECRYPTION_KEY, 32 hex digits, replaces the
published test key.

Example:
  npm run -s sandbox -- --port 4120 --settings bank.yaml`,
  )
  .action(async ({ prefix, settings: file, fault: named, ...places }: Options) => {
    // Listened for before the start, so that a signal during it also ends in a clean stop.
    const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    // Loaded when it is asked for: a sandbox without a file is ready sooner.
    const like: Like =
      file === undefined
        ? {}
        : await (await import('../src/runner/targets/target-file.ts')).sandboxLike(file);
    const faults = await chosenSwitch(named, callerPath);
    const settings = { ...like.settings, ...(prefix !== undefined && { accessPrefix: prefix }) };
    const service = createSandbox({ ...like, settings, faults, report, ...givenKey() });
    // A cipher that cannot be used is told now and not at the first message.
    await like.cipher?.(service.dataDecryptionKey);
    const urls = await service.listen(places);
    const { client, dataDecryptionKey } = service;
    process.stdout.write(`${JSON.stringify({ ...urls, client, dataDecryptionKey })}\n`);
    await interrupted;
    await service.close();
  });

await run(sandbox);
