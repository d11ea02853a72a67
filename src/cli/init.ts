/** The verb `init`: asks about a provider and writes the target file that describes it. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import targetSchema from '../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { InputError, only, SystemError, UsageError } from '../../contracts/src/base/errors.ts';
import { isObject, member } from '../../contracts/src/base/json-value.ts';
import { andList, settingText, wrap } from '../../contracts/src/base/text.ts';
import { targetProblems } from '../runner/targets/target-problems.ts';
import { callerPath, shownPath } from './options.ts';

interface Answers {
  readonly name?: string;
  readonly accessUrl?: string;
  readonly webFormUrl?: string;
  readonly writes?: string;
  readonly prefix?: string;
  readonly controlUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

interface Question {
  readonly option: Option;
  readonly asks: string;
  /** Taken for no answer; without one an answer is needed. '' leaves the key out. */
  readonly otherwise: string | undefined;
}

const QUESTIONS = [
  question('--access-url <url>', 'address of the access API and the V1 calls'),
  question('--web-form-url <url>', 'address of Web Form V2'),
  question(
    '--writes <word>',
    'whether it is a sandbox on which a run may create users, rules and web forms: allowed or forbidden',
  ),
  question('--prefix <path>', 'path in front of the access endpoints, such as /bank', ''),
  question('--control-url <url>', 'address of its control plane, which messages need', ''),
  question('--client-id <variable>', 'environment variable that holds the client id', 'CLIENT_ID'),
  question(
    '--client-secret <variable>',
    'environment variable that holds the client secret',
    'CLIENT_SECRET',
  ),
];

function question(flag: string, asks: string, otherwise?: string): Question {
  const option = new Option(flag, otherwise ? `${asks} (default: ${otherwise})` : asks);
  return { option, asks, otherwise };
}

export function initCommand(): Command {
  const command = new Command('init')
    .description('Write the target file that describes a provider. A terminal is asked what no flag gives.')
    .argument('<file>', 'the target file, such as my-bank.yaml')
    .option('--name <name>', 'how reports call it (default: after the file)');
  for (const { option } of QUESTIONS) command.addOption(option);
  return command
    .option('--force', 'replace the file if it is there')
    .addHelpText(
      'after',
      `
It sends nothing. Exit 0: the file is written, and its path is on stdout.
Exit 2: the file is there already, or cannot be written. Exit 64: a flag is
wrong, or it is missing and there is no terminal.

Example:
  npm run -s init -- my-bank.yaml --access-url https://sandbox.example \\
    --web-form-url https://webform.sandbox.example --writes allowed`,
    )
    .action(init);
}

async function init(file: string, { force, ...given }: Answers & { force?: boolean }): Promise<void> {
  const path = callerPath(file);
  if (existsSync(path) && !force)
    throw new InputError(`${file} is there already: name another file, or replace it with --force.`);
  const problems = problemsOf(given);
  if (problems.length > 0)
    throw new UsageError(`What the flags say makes no target file: ${problems.join('; ')}.`);
  const answers = await answered({ name: nameAfter(file), ...given });
  const shown = shownPath(file);
  const content = contentOf(answers);
  // `wx` replaces nothing, not even a file that came into being while questions were asked.
  await writeFile(path, targetFileText(content), { flag: force ? 'w' : 'wx' }).catch((error) => {
    only(error, SystemError);
    throw new InputError(`${path} cannot be written (${error.code}); name another file.`);
  });
  const variables = Object.values(content.credentials).map(({ env }) => `${env}`);
  process.stdout.write(`${shown}\n`);
  process.stderr.write(`Set ${andList(variables)} in the environment, and then:
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

function problemsOf(answers: Answers): string[] {
  return targetProblems(contentOf(answers), true);
}

/** With every question answered. Throws UsageError where an answer is needed and there is no terminal to ask. */
async function answered(given: Answers): Promise<Answers> {
  const keyOf = ({ option }: Question) => option.attributeName() as keyof Answers;
  const open = QUESTIONS.filter((question) => given[keyOf(question)] === undefined);
  const needed = open.filter(({ otherwise }) => otherwise === undefined);
  const defaults = Object.fromEntries(open.map((question) => [keyOf(question), question.otherwise]));
  if (needed.length === 0) return { ...defaults, ...given };
  if (!process.stdin.isTTY)
    throw new UsageError(
      `init needs ${andList(needed.map(({ option }) => option.flags))}: there is no terminal to ask for ${needed.length === 1 ? 'it' : 'them'}.`,
    );
  const found: Record<string, string | undefined> = { ...given };
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal would only close, and the exit code would not say that it was interrupted.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new InputError('init ended before every question was answered.'))),
  );
  try {
    for (const { option, asks, otherwise } of open) {
      const key = option.attributeName();
      const question = `${asks}${otherwise ? ` [${otherwise}]` : otherwise === '' ? ' [none]' : ''}: `;
      while (found[key] === undefined) {
        const answer = (await Promise.race([terminal.question(question), ended])).trim() || otherwise;
        const problems = answer === undefined ? ['an answer is needed'] : problemsOf({ [key]: answer });
        for (const problem of problems) process.stderr.write(`  ${problem}\n`);
        if (problems.length === 0) found[key] = answer;
      }
    }
  } finally {
    ended.catch((error) => only(error, InputError));
    terminal.close();
  }
  return found;
}

/** The content of the target file; what is not answered is undefined. */
function contentOf(answers: Answers) {
  const { name, accessUrl, webFormUrl, writes, prefix, controlUrl, clientId, clientSecret } = answers;
  const hasMessages = Boolean(controlUrl);
  return {
    name,
    environment: 'sandbox',
    writes,
    accessUrl,
    webFormUrl,
    ...(controlUrl && { controlUrl }),
    credentials: {
      clientId: { env: clientId },
      clientSecret: { env: clientSecret },
      ...(hasMessages && { dataDecryptionKey: { env: 'DATA_DECRYPTION_KEY' } }),
    },
    ...(hasMessages && { callback: { host: '127.0.0.1', port: 0 } }),
    ...(prefix && { settings: { accessPrefix: prefix } }),
  };
}

/** With the description of each key as a comment. */
function targetFileText(content: object): string {
  const blocks = Object.entries(content).map(([key, value]) => {
    const about = member(member(targetSchema.properties, key), 'description');
    const comment = typeof about === 'string' ? `${wrap(about, 100, '# ')}\n` : '';
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
