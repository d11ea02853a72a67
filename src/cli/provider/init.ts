/** The verb `init`: writes the target file that describes a provider. */
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Command } from 'commander';
import targetSchema from '../../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { InputError, UsageError } from '../../../contracts/src/base/errors.ts';
import { isObject, member } from '../../../contracts/src/base/json-value.ts';
import { andList, settingText, wrap } from '../../../contracts/src/base/text.ts';
import { commandOf } from '../../report/printed-texts.ts';
import { writeWholeFile } from '../../report/write-files.ts';
import { targetProblems } from '../../runner/targets/target-problems.ts';
import { callerPath, helpText, shownPath } from '../options.ts';

interface Options {
  readonly accessUrl?: string;
  readonly webFormUrl?: string;
  readonly writes?: string;
  readonly force?: true;
}

export function initCommand(): Command {
  return new Command('init')
    .description(
      'Write the target file that describes a provider. What no option gives is to be filled in there.',
    )
    .argument('<file>', 'the target file, such as my-bank.yaml')
    .option('--access-url <url>', 'URL of the access API and the V1 calls')
    .option('--web-form-url <url>', 'URL of Web Form V2')
    .option('--writes <word>', 'allowed or forbidden: may a run create users, rules and web forms there?')
    .option('--force', 'replace the file if it is there')
    .addHelpText('after', helpText('init'))
    .action(init);
}

async function init(file: string, { force, writes, accessUrl, webFormUrl }: Options): Promise<void> {
  const given = { writes, accessUrl, webFormUrl };
  const content = { name: nameAfter(file), environment: 'sandbox', ...given, credentials: VARIABLES };
  const problems = targetProblems(content, true);
  if (problems.length > 0)
    throw new UsageError(`The options do not make a target file: ${problems.join('; ')}.`);
  const text = targetFileText({ ...content, controlUrl: undefined, callback: undefined }) + MORE;
  const path = callerPath(file);
  if (!force && existsSync(path))
    throw new InputError(`${file} is there already: name another file, or replace it with --force.`);
  await writeWholeFile(path, text);
  const shown = shownPath(file);
  process.stdout.write(`${shown}\n`);
  const open = Object.entries(given).flatMap(([key, value]) => (value === undefined ? key : []));
  const todo = open.length === 0 ? '' : `Fill in ${andList(open)} in the file. `;
  process.stderr.write(`${todo}Set CLIENT_ID and CLIENT_SECRET in the environment, and then:
  ${commandOf('verify')} --target ${shown} --dry-run  # what a run would call and create
  ${commandOf('verify')} --target ${shown} --smoke    # one call of each kind
  ${commandOf('verify')} --target ${shown}
`);
}

const VARIABLES = { clientId: { env: 'CLIENT_ID' }, clientSecret: { env: 'CLIENT_SECRET' } };

function nameAfter(file: string): string {
  const name = basename(file, extname(file))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? 'my-bank' : name;
}

/** With the description of each key as a comment; what is not given is a commented example. */
function targetFileText(content: object): string {
  const blocks = Object.entries(content).map(([key, value]) => {
    const schema = member(targetSchema.properties, key);
    const comment = `${wrap(`${member(schema, 'description')}`, 100, '# ')}\n`;
    const [example] = [member(schema, 'examples')].flat();
    if (value === undefined) return `${comment}# ${key}: ${settingText(example)}\n`;
    if (!isObject(value)) return `${comment}${key}: ${settingText(value)}\n`;
    const lines = Object.entries(value).map(([name, part]) => `  ${name}: ${settingText(part)}\n`);
    return `${comment}${key}:\n${lines.join('')}`;
  });
  return blocks.join('');
}

const MORE = `# To decrypt messages, credentials take dataDecryptionKey: { env: DATA_DECRYPTION_KEY }, too. Where the documentation
# shows nothing, ${commandOf('explain')} --open lists what to set, and what requests may hold.
# settings: { accessPrefix: /bank }
# testData:
#   banks: [280001, 280002]
#   senderIbans: [DE89370400440532013000]
#   executionDays: [14, 45]
`;
