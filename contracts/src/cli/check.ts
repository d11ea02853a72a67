/** The verb `check`: judges recorded exchanges and messages by what the documentation says. */
import { Command } from 'commander';
import { oneLine } from '../contract/show.ts';
import { Stop } from '../contract/stop.ts';
import type { Settings } from '../judge/settings.ts';
import type { Cipher } from '../messages/cipher.ts';
import { checkFound } from '../record/check-found.ts';
import type { CheckedRecord } from '../record/check-record.ts';
import { CheckTally } from './check-tally.ts';
import { checkText, notesText, sentence } from './check-text.ts';
import { fitted } from './fitted.ts';
import { keyEnvOption, keyHint, messageCipher } from './message-cipher.ts';
import { messageTarget, type ReadTarget, targetOption } from './message-target.ts';
import { recordsOfFile } from './recorded-file.ts';

/** How much output is gathered before it is written. */
const CHUNK = 65_536;
/** Records that are named one by one when they are broken. */
const MOST_NAMED = 10;

interface Options {
  readonly json?: boolean;
  readonly keyEnv?: string;
  readonly target?: string;
}

/** How the records of all files are read. */
interface Reading {
  readonly cipher: () => Promise<Cipher>;
  readonly settings: Settings | undefined;
}

/** `readTarget` reads the file of `--target`, which is JSON without it. */
export function checkCommand(readTarget?: ReadTarget): Command {
  return new Command('check')
    .description(
      'Judge recorded exchanges and messages: which sentence of the documentation did the service break?',
    )
    .argument('<files...>', 'NDJSON, one exchange or message a line, or HAR 1.2')
    .option('--json', 'print one line a record: {index, file, operation, verdict, findings}')
    .addOption(keyEnvOption())
    .addOption(targetOption())
    .addHelpText(
      'after',
      `
A line is an exchange:
  {"request":{"method","url","headers","body"},
   "response":{"status","headers","body"}}
or {"message":…} as it travels, with the "rule" that sent it where it is known.
Messages are decrypted with the key in the environment; without one, with the
published test key. Records count from 0 in each file. Calls and messages that
the documentation does not know are not judged.
Exit 0: nothing is violated. Exit 1: something is.
Exit 2: a record or file is broken, or nothing could be judged.

Example:
  npm run -s check -- recorded.ndjson browser.har`,
    )
    .action((files: readonly string[], options: Options) => check(files, options, readTarget));
}

async function check(
  files: readonly string[],
  { json = false, keyEnv, target: path }: Options,
  readTarget: ReadTarget | undefined,
): Promise<void> {
  const target = await messageTarget(path, readTarget);
  const keyName = keyEnv ?? target.keyEnv;
  const tally = new CheckTally();
  let made: Promise<Cipher> | undefined;
  const cipher = () => {
    made ??= messageCipher(keyName, target.cipher);
    return made;
  };
  let unreadable = 0;
  for (const file of files) {
    try {
      await checkFile(file, tally, json, { cipher, settings: target.settings });
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      unreadable++;
      say(error.message);
    }
  }
  if (tally.broken > MOST_NAMED) say(`${tally.broken - MOST_NAMED} more records are broken.`);
  const judged = tally.total('upheld') + tally.total('violated');
  if (tally.operations.size > 0) report(tally, json, keyName);
  // A file that was given up has said why.
  if (tally.operations.size > 0 && judged === 0 && unreadable === 0) say(nothingJudged(tally));
  const isComplete = unreadable === 0 && tally.broken === 0 && judged > 0;
  process.exitCode = tally.total('violated') > 0 ? 1 : isComplete ? 0 : 2;
}

function report(tally: CheckTally, json: boolean, keyName: string | undefined): void {
  if (tally.unreadable > 0) say(keyHint(keyName));
  process.stderr.write(fitted(notesText(tally), process.stderr));
  if (json) say(sentence(tally));
  else process.stdout.write(fitted(checkText(tally), process.stdout));
}

async function checkFile(
  file: string,
  tally: CheckTally,
  json: boolean,
  { cipher, settings }: Reading,
): Promise<void> {
  let index = 0;
  let output = '';
  for (const found of await recordsOfFile(file)) {
    const pending = checkFound(found, cipher, settings);
    // Waiting for each exchange would take longer than judging it.
    const checked = pending instanceof Promise ? await pending : pending;
    tally.add(file, index, checked);
    if (checked.broken !== undefined && tally.broken <= MOST_NAMED) {
      const place = found.line === undefined ? '' : ` (line ${found.line})`;
      say(`${file}, record ${index}${place} is broken: ${checked.broken}.`);
    }
    if (json) output += outputLine(index, file, checked);
    if (output.length > CHUNK) {
      process.stdout.write(output);
      output = '';
    }
    index++;
  }
  process.stdout.write(output);
  if (index === 0) throw new Stop(2, `${file} holds no record, so there is nothing to judge.`);
}

function outputLine(index: number, file: string, { operation, verdict, findings }: CheckedRecord): string {
  return `${JSON.stringify({ index, file, operation, verdict, findings })}\n`;
}

function nothingJudged({ operations, broken }: CheckTally): string {
  const others = operations.get(null)?.['not-judged'] ?? 0;
  if (others > broken)
    return 'Nothing could be judged: no record is a documented call, such as POST …/oauth/token.';
  return 'Nothing could be judged; check --help shows what a record looks like.';
}

function say(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}
