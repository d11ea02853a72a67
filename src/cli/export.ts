/** The verb `export`: writes the documented calls for Postman and for WireMock. */
import { join } from 'node:path';
import { Command } from 'commander';
import collection from '../../contracts/generated/postman.json' with { type: 'json' };
import wiremockFile from '../../contracts/generated/wiremock.json' with { type: 'json' };
import { UsageError } from '../../contracts/src/base/errors.ts';
import { writeWholeFile } from '../report/write-files.ts';
import { callerPath, helpText, shownPath } from './options.ts';

export function exportCommand(): Command {
  return new Command('export')
    .description('Write the documented calls as a Postman collection and as WireMock mappings.')
    .option('--postman <file>', 'where the collection goes')
    .option('--wiremock <folder>', 'the root folder of WireMock, which gets mappings/')
    .addHelpText('after', helpText('export'))
    .action(exportCalls);
}

async function exportCalls({ postman, wiremock }: { postman?: string; wiremock?: string }): Promise<void> {
  if (postman === undefined && wiremock === undefined)
    throw new UsageError('Say what to write: --postman FILE, --wiremock FOLDER, or both.');
  if (postman !== undefined) {
    await writeJsonFile(callerPath(postman), collection);
    process.stdout.write(`${shownPath(postman)}\n`);
  }
  if (wiremock !== undefined) {
    const folder = join(callerPath(wiremock), 'mappings');
    for (const mapping of wiremockFile.mappings)
      await writeJsonFile(join(folder, `${mapping.name.replace(' ', '-')}.json`), mapping);
    process.stdout.write(`${shownPath(folder)}\n`);
  }
}

async function writeJsonFile(path: string, content: object): Promise<void> {
  await writeWholeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}
