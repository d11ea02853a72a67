/** The verb `export`: writes the documented calls for Postman and for WireMock. */
import { join } from 'node:path';
import { Command } from 'commander';
import { exchanges } from '../../contracts/generated/exchanges.ts';
import { UsageError } from '../../contracts/src/base/errors.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { writeWholeFile } from '../report/write-files.ts';
import { callerPath, shownPath } from './options.ts';
import { postmanCollection } from './postman-collection.ts';

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
  if (postman !== undefined) {
    const path = callerPath(postman);
    await writeWholeFile(path, postmanCollection());
    process.stdout.write(`${shownPath(path)}\n`);
  }
  if (wiremock !== undefined) {
    const folder = join(callerPath(wiremock), 'mappings');
    for (const [name, mapping] of wiremockMappings()) await writeWholeFile(join(folder, name), mapping);
    process.stdout.write(`${shownPath(folder)}\n`);
  }
}

/** Below the rank of 5 that a mapping has without one. */
const FIRST = 1;

/** Files by name: the first fixture answers its call, any other one a call with its name, as in `Prefer: example=refused`. */
function wiremockMappings(): Map<string, string> {
  const files = Object.entries(exchanges).flatMap(([operationId, fixtures]) =>
    Object.entries(fixtures).map(([example, { request, response }], index) => {
      const { status, headers, body } = response;
      const mapping = {
        name: `${operationId} ${example}`,
        ...(index > 0 && { priority: FIRST }),
        request: {
          method: request.method,
          urlPath: request.path,
          ...(index > 0 && { headers: { prefer: { contains: `example=${example}` } } }),
        },
        response: {
          status,
          headers,
          jsonBody: body,
        },
      };
      return [`${operationId}-${example}.json`, `${writeJson(mapping, 2)}\n`] as const;
    }),
  );
  return new Map(files);
}
