/** The verb `init`: asks about a provider and writes the target file that describes it. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, extname, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import targetSchema from '../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { InputError, UsageError } from '../../contracts/src/base/errors.ts';
import { isObject, member } from '../../contracts/src/base/json-value.ts';
import { andList, settingText, wrap } from '../../contracts/src/base/text.ts';
import { targetProblems } from '../runner/targets/target-problems.ts';
import { callerPath } from './options.ts';

/** What is asked for, by the names of the flags. */
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
  readonly key: keyof Answers;
  readonly flag: string;
  readonly asks: string;
  /** Taken for no answer; without one an answer is needed. '' leaves the key out. */
  readonly otherwise?: string;
}

const QUESTIONS: readonly Question[] = [
  { key: 'accessUrl', flag: '--access-url <url>', asks: 'address of the access API and the V1 calls' },
  { key: 'webFormUrl', flag: '--web-form-url <url>', asks: 'address of Web Form V2' },
  {
    key: 'writes',
    flag: '--writes <word>',
    asks: 'whether it is a sandbox on which a run may create users, rules and web forms: allowed or forbidden',
  },
  {
    key: 'prefix',
    flag: '--prefix <path>',
    asks: 'path in front of the access endpoints, such as /bank',
    otherwise: '',
  },
  {
    key: 'controlUrl',
    flag: '--control-url <url>',
    asks: 'address of its control plane, which messages need',
    otherwise: '',
  },
  {
    key: 'clientId',
    flag: '--client-id <variable>',
    asks: 'environment variable that holds the client id',
    otherwise: 'CLIENT_ID',
  },
  {
    key: 'clientSecret',
    flag: '--client-secret <variable>',
    asks: 'environment variable that holds the client secret',
    otherwise: 'CLIENT_SECRET',
  },
];

export function initCommand(): Command {
  const command = new Command('init')
    .description('Write the target file that describes a provider. A terminal is asked what no flag gives.')
    .argument('<file>', 'the target file, such as my-bank.yaml')
    .option('--name <name>', 'how reports call it (default: after the file)');
  for (const { flag, asks, otherwise } of QUESTIONS)
    command.option(flag, otherwise ? `${asks} (default: ${otherwise})` : asks);
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
  refuse(problemsOf(given));
  const answers = await answered({ name: nameAfter(file), ...given });
  const shown = relative(callerPath('.'), path);
  await written(path, targetFileText(contentOf(answers)), force ? 'w' : 'wx');
  process.stdout.write(`${shown}\n`);
  process.stderr.write(`Set ${andList(variablesOf(answers))} in the environment, and then:
  npm run verify -- --target ${shown} --dry-run  # what a run would call and create
  npm run verify -- --target ${shown} --smoke    # one call of each kind
  npm run verify -- --target ${shown}
`);
}

/** `wx` replaces nothing, not even a file that came into being while questions were asked. */
async function written(path: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  try {
    await writeFile(path, text, { flag });
  } catch (error) {
    throw new InputError(
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code}); name another file.`,
    );
  }
}

function nameAfter(file: string): string {
  const name = basename(file, extname(file))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return name === '' ? 'my-bank' : name;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new UsageError(`What the flags say makes no target file: ${problems.join('; ')}.`);
}

function problemsOf(answers: Answers): string[] {
  return targetProblems(contentOf(answers), true);
}

/** With every question answered. Throws UsageError where an answer is needed and there is no terminal to ask. */
async function answered(given: Answers): Promise<Answers> {
  const open = QUESTIONS.filter(({ key }) => given[key] === undefined);
  const needed = open.filter(({ otherwise }) => otherwise === undefined);
  const defaults = Object.fromEntries(open.map(({ key, otherwise }) => [key, otherwise]));
  if (needed.length === 0) return { ...defaults, ...given };
  if (!process.stdin.isTTY)
    throw new UsageError(
      `init needs ${andList(needed.map(({ flag }) => flag))}: there is no terminal to ask for ${needed.length === 1 ? 'it' : 'them'}.`,
    );
  const found: Record<string, string | undefined> = { ...given };
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal would only close, and the exit code would not say that it was interrupted.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = new Promise<never>((_, reject) =>
    terminal.once('close', () => reject(new InputError('init ended before every question was answered.'))),
  );
  try {
    for (const { key, asks, otherwise } of open) {
      const question = `${asks}${otherwise ? ` [${otherwise}]` : otherwise === '' ? ' [none]' : ''}: `;
      while (found[key] === undefined) {
        const answer = (await Promise.race([terminal.question(question), ended])).trim() || otherwise;
        const problems = answer === undefined ? ['an answer is needed'] : problemsOf({ [key]: answer });
        for (const problem of problems) process.stderr.write(`  ${problem}\n`);
        if (problems.length === 0) found[key] = answer;
      }
    }
  } finally {
    ended.catch(() => undefined);
    terminal.close();
  }
  return found;
}

/** The content of the target file; what is not answered is undefined. */
function contentOf({
  name,
  accessUrl,
  webFormUrl,
  writes,
  prefix,
  controlUrl,
  clientId,
  clientSecret,
}: Answers) {
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

function variablesOf(answers: Answers): string[] {
  return Object.values(contentOf(answers).credentials).map(({ env }) => `${env}`);
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
