/** The verb `init`: writes the target file that describes a provider. */
import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Command } from 'commander';
import targetSchema from '../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { InputError, only, SystemError, UsageError } from '../../contracts/src/base/errors.ts';
import { isObject, member } from '../../contracts/src/base/json-value.ts';
import { andList, settingText, wrap } from '../../contracts/src/base/text.ts';
import { targetProblems } from '../runner/targets/target-problems.ts';
import { callerPath, shownPath } from './options.ts';

type Options = Partial<
  Record<'name' | 'accessUrl' | 'webFormUrl' | 'writes' | 'prefix' | 'controlUrl', string>
> & { readonly clientId: string; readonly clientSecret: string; readonly force?: true };

export function initCommand(): Command {
  return new Command('init')
    .description(
      'Write the target file that describes a provider. What no option gives is to be filled in there.',
    )
    .argument('<file>', 'the target file, such as my-bank.yaml')
    .option('--access-url <url>', 'address of the access API and the V1 calls')
    .option('--web-form-url <url>', 'address of Web Form V2')
    .option('--writes <word>', 'allowed or forbidden: may a run create users, rules and web forms there?')
    .option('--name <name>', 'how reports call it (default: after the file)')
    .option('--prefix <path>', 'path in front of the access endpoints, such as /bank')
    .option('--control-url <url>', 'address of its control plane, which messages need')
    .option('--client-id <variable>', 'environment variable that holds the client id', 'CLIENT_ID')
    .option(
      '--client-secret <variable>',
      'environment variable that holds the client secret',
      'CLIENT_SECRET',
    )
    .option('--force', 'replace the file if it is there')
    .addHelpText(
      'after',
      `
It sends nothing. Exit 0: the file is written, and its path is on stdout.
Exit 2: the file is there already, or cannot be written. Exit 64: an option is
wrong.

Example:
  npm run -s init -- my-bank.yaml --access-url https://sandbox.example \\
    --web-form-url https://webform.sandbox.example --writes allowed`,
    )
    .action(init);
}

async function init(file: string, { force, ...given }: Options): Promise<void> {
  const content = contentOf({ name: nameAfter(file), ...given });
  const problems = targetProblems(content, true);
  if (problems.length > 0)
    throw new UsageError(`What the options say makes no target file: ${problems.join('; ')}.`);
  await writeFile(callerPath(file), targetFileText(content), { flag: force ? 'w' : 'wx' }).catch((error) => {
    only(error, SystemError);
    const is = error.code === 'EEXIST' ? 'is there already' : `cannot be written (${error.code})`;
    const orElse = error.code === 'EEXIST' ? ', or replace it with --force' : '';
    throw new InputError(`${file} ${is}: name another file${orElse}.`);
  });
  const shown = shownPath(file);
  process.stdout.write(`${shown}\n`);
  const open = Object.entries(content).flatMap(([key, value]) => (value === undefined ? key : []));
  const todo = open.length === 0 ? '' : `Fill in ${andList(open)} in the file. `;
  process.stderr.write(`${todo}Set ${given.clientId} and ${given.clientSecret} in the environment, and then:
  npm run verify -- --target ${shown} --dry-run  # what a run would call and create
  npm run verify -- --target ${shown} --smoke    # one call of each kind
  npm run verify -- --target ${shown}
`);
}

function nameAfter(file: string): string {
  const name = basename(file, extname(file))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? 'my-bank' : name;
}

/** What is to be filled in is undefined. */
function contentOf({ name, writes, accessUrl, webFormUrl, controlUrl, prefix, ...variables }: Options) {
  const env = Object.fromEntries(Object.entries(variables).map(([key, env]) => [key, { env }]));
  const withMessages = { ...env, dataDecryptionKey: { env: 'DATA_DECRYPTION_KEY' } };
  return {
    ...{ name, environment: 'sandbox', writes, accessUrl, webFormUrl },
    ...(controlUrl === undefined
      ? { credentials: env }
      : { controlUrl, credentials: withMessages, callback: { host: '127.0.0.1', port: 0 } }),
    ...(prefix !== undefined && { settings: { accessPrefix: prefix } }),
  };
}

/** With the description of each key as a comment, and an example of what is to be filled in. */
function targetFileText(content: object): string {
  const blocks = Object.entries(content).map(([key, value]) => {
    const schema = member(targetSchema.properties, key);
    const comment = `${wrap(`${member(schema, 'description')}`, 100, '# ')}\n`;
    if (value === undefined)
      return `${comment}# ${key}: ${settingText(member(member(schema, 'examples'), '0'))}\n`;
    if (!isObject(value)) return `${comment}${key}: ${settingText(value)}\n`;
    const lines = Object.entries(value).map(([name, part]) => `  ${name}: ${settingText(part)}\n`);
    return `${comment}${key}:\n${lines.join('')}`;
  });
  return [...blocks, MORE].join('');
}

const MORE = `# Requests hold made-up test data: set what the provider does not take. npm run -s explain -- --open lists all settings.
# testData:
#   banks: [280001, 280002]
#   senderIbans: [DE89370400440532013000]
#   executionDays: [14, 45]
`;
