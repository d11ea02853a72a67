/** The verb `sandbox`: serves the documented service with memory until it is interrupted. */

import { Command, InvalidArgumentError } from 'commander';
import { operations } from '../../../contracts/generated/operations.ts';
import { findingText } from '../../../contracts/src/base/finding.ts';
import { otherVersionFindings } from '../../../contracts/src/judge/other-version.ts';
import type { CipherMaker } from '../../../contracts/src/messages/cipher.ts';
import { foldedPath } from '../../base/call-text.ts';
import { InputError } from '../../base/errors.ts';
import { chosenSwitch } from '../../faults/switchable-faults.ts';
import { DEFAULT_CIPHER } from '../../runner/targets/target-cipher.ts';
import { isInstant } from '../../sandbox/batch-update/read-update.ts';
import { FIXED_TIME } from '../../sandbox/clock.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { interruption, survivor } from '../exit-codes.ts';
import { callerPath, helpText, port } from '../options.ts';
import { FewLines, Tally } from '../recordings/recording-files.ts';
import { COMMAND, serve } from '../serve.ts';
import { say } from '../terminal-text.ts';

type Ports = Record<'port' | 'webFormPort' | 'controlPort', number>;
type Options = Ports &
  Partial<Record<'host' | 'settings' | 'cipher', string>> & {
    readonly fault: string[];
    readonly faults?: true;
    readonly clock?: number;
  };

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .description('Serve the documented service with memory: the access API, Web Form V2 and a control plane.')
    .argument(...COMMAND)
    .passThroughOptions()
    .option('--port <number>', 'port of the access API, 0 = any', port, 4020)
    .option('--web-form-port <number>', 'port of Web Form V2, 0 = any', port, 4021)
    .option('--control-port <number>', 'port of the control plane, 0 = any', port, 4022)
    .option('--host <address>', 'of the two APIs; loopback unless given, as the control plane always is')
    .option('--settings <file>', 'a target file: behave as its settings say', callerPath)
    .option('--cipher <module>', 'code that encrypts messages; --settings loads none', callerPath)
    .option('--clock <time>', 'fixed, or fixed=2026-03-02T08:00:00Z: it stays there; without, it runs', fixed)
    .option('--fault <names...>', 'misbehave: ids of faults, as explain names them, or your modules', [])
    .option('--faults', 'print every fault, by call and clause, and end')
    .addHelpText('after', helpText('sandbox'))
    .action(sandbox);
}

async function sandbox(command: readonly string[], options: Options): Promise<void> {
  const { settings: file, cipher, fault: named, faults: isListing, clock, ...places } = options;
  if (isListing) return (await import('../explain.ts')).printFaults();
  const { signal: until } = interruption();
  // Loaded when needed: a sandbox without a file is ready sooner.
  const described =
    file === undefined
      ? {}
      : await (await import('../../runner/targets/target-file.ts')).readPartOfTarget(file);
  const faults = await chosenSwitch(named, callerPath);
  const settings = { ...described.settings, ...described.sandbox };
  const own = cipher === undefined ? {} : { cipher: await cipherOf(cipher) };
  const unusual = unusualCalls();
  const service = createSandbox({
    ...own,
    ...givenKey(),
    settings,
    faults,
    fixedTime: clock,
    onFailure: survivor(),
    onUnknownCall: unusual.add,
    onBody: (operationId, body) => {
      const { method, path } = operations[operationId];
      for (const finding of otherVersionFindings(operationId, body, ''))
        unusual.add(method, path, findingText(finding));
    },
  });
  // An unusable cipher is an error now and not at the first message.
  await own.cipher?.(service.dataDecryptionKey);
  if (!own.cipher && (settings.cipher ?? DEFAULT_CIPHER) !== DEFAULT_CIPHER)
    say(`Messages are encrypted with ${DEFAULT_CIPHER}: --cipher ${settings.cipher} would load that code.`);
  const urls = await service.listen(places);
  const on = faults.chosen().map(({ id, says, clause }) => {
    return `${id} ${says}${clause === undefined ? '' : ` (breaks ${clause})`}`;
  });
  if (on.length > 0) say(`Faults are on: ${on.join('; ')}.`);
  const { client, dataDecryptionKey } = service;
  const env = {
    ACCESS_URL: urls.accessUrl,
    WEB_FORM_URL: urls.webFormUrl,
    CONTROL_URL: urls.controlUrl,
    CLIENT_ID: client.id,
    CLIENT_SECRET: client.secret,
    DATA_DECRYPTION_KEY: dataDecryptionKey,
  };
  await serve({ command, until, ready: { ...urls, client, dataDecryptionKey }, env });
  await service.close();
  unusual.end();
}

/** `fixed`, or `fixed=` and an instant, in epoch milliseconds. */
function fixed(text: string): number {
  if (text === 'fixed') return FIXED_TIME;
  const [, time = ''] = /^fixed=(.+Z)$/.exec(text) ?? [];
  if (isInstant(time)) return Date.parse(time);
  throw new InvalidArgumentError('It must be fixed, or fixed= and an instant such as 2026-03-02T08:00:00Z.');
}

/** Prints the first call of each undocumented pattern, or of one spelled as in the other version; at the end, how many. */
function unusualCalls() {
  const tally = new Tally();
  const lines = new FewLines();
  return {
    add: (method: string, path: string, says: string): void => {
      const line = `${method} ${foldedPath(path)}: ${says}`;
      if (!tally.counts.has(line)) lines.add(`${line}.`);
      tally.add(line);
    },
    end: (): void => {
      lines.end('unusual calls');
      for (const [line, n] of tally.counts) if (n > 1) say(`${line}, ${n} times.`);
    },
  };
}

async function cipherOf(module: string): Promise<CipherMaker> {
  const { targetCipher } = await import('../../runner/targets/target-cipher.ts');
  return (key) => targetCipher({ cipher: module, folder: '.', key, target: 'sandbox' });
}

/** The key from the environment; empty without one. Throws InputError for one that cannot be used. */
function givenKey(): { dataDecryptionKey?: string } {
  const dataDecryptionKey = process.env['DATA_DECRYPTION_KEY'];
  if (dataDecryptionKey === undefined || dataDecryptionKey === '') return {};
  if (/^[0-9a-f]{32}$/i.test(dataDecryptionKey)) return { dataDecryptionKey };
  throw new InputError('DATA_DECRYPTION_KEY must be 32 hex digits.');
}
