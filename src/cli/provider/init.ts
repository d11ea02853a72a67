/** The verb `init`: writes the target file that describes a provider. */
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Command } from 'commander';
import { InputError, UsageError } from '../../../contracts/src/base/errors.ts';
import { andList, settingText } from '../../../contracts/src/base/text.ts';
import { commandOf, textFile } from '../../report/printed-texts.ts';
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
  const content = { name: nameAfter(file), ...given };
  const problems = targetProblems(content, true);
  if (problems.length > 0)
    throw new UsageError(`The options do not make a target file: ${problems.join('; ')}.`);
  const path = callerPath(file);
  if (!force && existsSync(path))
    throw new InputError(`${file} is there already: name another file, or replace it with --force.`);
  await writeWholeFile(path, targetFileText(content));
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

function nameAfter(file: string): string {
  const name = basename(file, extname(file))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? 'my-bank' : name;
}

const EXAMPLE = textFile('cli/provider/remote.yaml');
/** Of the example, what not every sandbox needs. */
const OPTIONAL = /^(callback:| {2}(dataDecryptionKey|host|port|publicUrl): )/;

/** The example with these values; what is not given, or not needed, is a comment. */
function targetFileText(content: Readonly<Record<string, string | undefined>>): string {
  const lines = EXAMPLE.slice(EXAMPLE.search(/^name:/m)).split('\n');
  return lines
    .map((line) => {
      const [key = ''] = line.split(':', 1);
      const value = content[key];
      if (value !== undefined) return `${key}: ${settingText(value)}`;
      return key in content || OPTIONAL.test(line) ? line.replace(/^ */, '$&# ') : line;
    })
    .join('\n');
}
