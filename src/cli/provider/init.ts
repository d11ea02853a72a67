/** The verb `init`: writes the target file that describes a provider. */
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Command } from 'commander';
import { InputError, UsageError } from '../../base/errors.ts';
import { andList, settingText } from '../../base/words.ts';
import { commandOf, textFile } from '../../report/printed-texts.ts';
import { writeWholeFile } from '../../report/write-files.ts';
import { targetProblems } from '../../runner/targets/target-problems.ts';
import { callerPath, helpText, shownPath } from '../options.ts';

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

type Given = Readonly<Record<'accessUrl' | 'webFormUrl' | 'writes', string | undefined>>;

async function init(file: string, { force, ...given }: Given & { readonly force?: true }): Promise<void> {
  const words = basename(file, extname(file))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const name = words.replace(/^[^a-z]+|-+$/g, '') || 'my-bank';
  const problems = targetProblems({ name, ...given }, true);
  if (problems.length > 0)
    throw new UsageError(
      `The options do not make a target file: ${problems.map(({ text }) => text).join('; ')}.`,
    );
  const path = callerPath(file);
  if (!force && existsSync(path))
    throw new InputError(`${file} is there already: name another file, or replace it with --force.`);
  await writeWholeFile(path, targetFileText({ name, ...given }));
  const target = shownPath(file);
  process.stdout.write(`${target}\n`);
  const missing = ASKED.filter((key) => given[key] === undefined);
  const todo = missing.length === 0 ? '' : `Fill in ${andList(missing)} in the file. `;
  process.stderr.write(`${todo}Set CLIENT_ID and CLIENT_SECRET in the environment, and then:
  ${commandOf('verify')} --target ${target} --dry-run  # what a run would call and create
  ${commandOf('verify')} --target ${target} --smoke    # one call of each kind
  ${commandOf('verify')} --target ${target}
`);
}

const ASKED = ['writes', 'accessUrl', 'webFormUrl'] as const;
const EXAMPLE = textFile('cli/provider/remote.yaml');
/** Lines of the example that become comments unless given. No space follows the #, so that removing it gives valid YAML. */
const OPTIONAL = /^ *(?=(writes|accessUrl|webFormUrl|callback|dataDecryptionKey|host|port|publicUrl): ?)/;

/** The text of the example file with these values filled in. */
function targetFileText(values: Readonly<Record<string, string | undefined>>): string {
  const [schema = ''] = EXAMPLE.split('\n', 1);
  const lines = [schema, ...EXAMPLE.slice(EXAMPLE.search(/^name:/m)).split('\n')];
  const written = lines.map((line) => {
    const [key = ''] = line.split(':', 1);
    const value = values[key];
    return value === undefined ? line.replace(OPTIONAL, '$&#') : `${key}: ${settingText(value)}`;
  });
  return written.join('\n');
}
