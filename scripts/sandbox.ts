/** `npm run -s sandbox`: serves the documented service with memory until it is interrupted. */
import { once } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import { run } from '../contracts/src/cli/run.ts';
import { Stop } from '../contracts/src/contract/stop.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';

type Options = { port: number; webFormPort: number; controlPort: number; host?: string; prefix: string };

const sandbox = new Command('sandbox')
  .description('Serve the documented service with memory: the access API, Web Form V2 and a control plane.')
  .option('--port <number>', 'port of the access API, 0 = any', port, 4020)
  .option('--web-form-port <number>', 'port of Web Form V2, 0 = any', port, 4021)
  .option('--control-port <number>', 'port of the control plane, 0 = any', port, 4022)
  .option('--host <address>', 'address to listen on; loopback unless given')
  .option('--prefix <path>', 'one more path prefix for the access API', prefix, '')
  .addHelpText(
    'after',
    `
One JSON line on stdout says that it is ready:
  {"accessUrl","webFormUrl","controlUrl","client":{"id","secret"},"dataDecryptionKey"}
SIGINT or SIGTERM ends it. DATA_DECRYPTION_KEY, 32 hex digits, replaces the published test key.

Example:
  npm run -s sandbox -- --port 0 --web-form-port 0 --control-port 0`,
  )
  .action(async ({ prefix, ...places }: Options) => {
    // Listened for before the start, so that a signal during it also ends in a clean stop.
    const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const service = createSandbox({ settings: { accessPrefix: prefix }, report, ...key() });
    const urls = await service.listen(places);
    const { client, dataDecryptionKey } = service;
    process.stdout.write(`${JSON.stringify({ ...urls, client, dataDecryptionKey })}\n`);
    await interrupted;
    await service.close();
  });

function key(): { dataDecryptionKey?: string } {
  const dataDecryptionKey = process.env['DATA_DECRYPTION_KEY'];
  if (dataDecryptionKey === undefined || dataDecryptionKey === '') return {};
  if (/^[0-9a-f]{32}$/i.test(dataDecryptionKey)) return { dataDecryptionKey };
  throw new Stop(2, 'DATA_DECRYPTION_KEY is not a key of 32 hex digits');
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError('It is not a port (0 to 65535).');
}

function prefix(text: string): string {
  if (/^(\/[\w.~-]+)+\/?$/.test(text)) return text;
  throw new InvalidArgumentError('It is not a path like /bank.');
}

await run(sandbox);
