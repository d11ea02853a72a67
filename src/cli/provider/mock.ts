/** The verb `mock`: serves both OpenAPI documents with Prism until it is interrupted. */
import { Command } from 'commander';
import { startMock } from '../../runner/session/prism-mock.ts';
import { interruption } from '../exit-codes.ts';
import { helpText, port } from '../options.ts';
import { COMMAND, serve } from '../serve.ts';

export function mockCommand(): Command {
  return new Command('mock')
    .description(
      'Answer every documented call with its documented example: one mock for the access API, one for Web Form V2.',
    )
    .argument(...COMMAND)
    .passThroughOptions()
    .option('--port <number>', 'port of the access API, 0 = any', port, 4010)
    .option('--web-form-port <number>', 'port of Web Form V2, 0 = any', port, 4011)
    .addHelpText('after', helpText('mock'))
    .action(mock);
}

async function mock(command: readonly string[], ports: { port: number; webFormPort: number }): Promise<void> {
  const { signal: until } = interruption();
  const { accessUrl, webFormUrl, stop } = await startMock(ports);
  const env = { ACCESS_URL: accessUrl, WEB_FORM_URL: webFormUrl };
  await serve({ command, until, ready: { accessUrl, webFormUrl }, env });
  await stop();
}
