/** The verb `export`: writes the documented calls for Postman and for WireMock. */
import { basename, dirname, join, relative } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../contracts/src/base/errors.ts';
import { writeFiles } from '../report/write-files.ts';
import { postmanCollection } from './export/postman-collection.ts';
import { wiremockMappings } from './export/wiremock-mappings.ts';
import { callerPath } from './options.ts';

export function exportCommand(): Command {
  return new Command('export')
    .description('Write the documented calls as a Postman collection and as WireMock mappings.')
    .option('--postman <file>', 'where the collection goes')
    .option('--wiremock <folder>', 'the root folder of WireMock, which gets mappings/')
    .addHelpText(
      'after',
      `
The collection runs from its first call to its last, as it is against the verb
sandbox: tokens, user and payment are variables that its calls fill in. For a
provider, set accessUrl, webFormUrl, clientId and clientSecret.
WireMock answers each call with its first example, and with another one that a
call asks for: Prefer: example=refused.

Examples:
  npm run -s export -- --postman bank.postman_collection.json
  npm run -s export -- --wiremock wiremock`,
    )
    .action(exportCalls);
}

async function exportCalls({ postman, wiremock }: { postman?: string; wiremock?: string }): Promise<void> {
  if (postman === undefined && wiremock === undefined)
    throw new UsageError('Say what to write: --postman FILE, --wiremock FOLDER, or both.');
  const say = (path: string) => process.stdout.write(`${relative(callerPath('.'), path)}\n`);
  if (postman !== undefined) {
    const path = callerPath(postman);
    await writeFiles(dirname(path), new Map([[basename(path), postmanCollection()]]));
    say(path);
  }
  if (wiremock !== undefined) {
    const folder = join(callerPath(wiremock), 'mappings');
    await writeFiles(folder, wiremockMappings());
    say(folder);
  }
}
